/** The commands of formulas that are signs. Arrows are removed as symbols elsewhere, and written in ASCII here. */
const SIGNS = new Map(
  `alpha α beta β gamma γ delta δ epsilon ε varepsilon ε zeta ζ eta η theta θ iota ι kappa κ lambda λ mu μ nu ν xi ξ pi π rho ρ
  sigma σ tau τ upsilon υ phi φ varphi φ chi χ psi ψ omega ω Gamma Γ Delta Δ Theta Θ Lambda Λ Xi Ξ Pi Π Sigma Σ Phi Φ Psi Ψ
  Omega Ω times × cdot · div ÷ pm ± mp ∓ leq ≤ le ≤ geq ≥ ge ≥ neq ≠ ne ≠ approx ≈ equiv ≡ sim ~ propto ∝ infty ∞ partial ∂
  nabla ∇ sum ∑ prod ∏ int ∫ in ∈ notin ∉ subset ⊂ subseteq ⊆ cup ∪ cap ∩ emptyset ∅ forall ∀ exists ∃ neg ¬ land ∧ lor ∨
  to -> rightarrow -> Rightarrow => implies => leftarrow <- iff <=> degree ° circ ° ldots … dots … cdots … prime '`
    .match(/\S+\s+\S+/gu)
    ?.map((pair) => pair.split(/\s+/u) as [string, string]),
);

const MAX_DEPTH = 8;
const INNER = '\\{([^{}]*)\\}';
const STYLES = new RegExp(
  `\\\\(?:text|math|operatorname|emph|mbox|bold|vec|hat|bar|tilde|over|under|cancel)[a-zA-Z]*\\*?\\s*${INNER}`,
  'gu',
);
const FRACTION = new RegExp(`\\\\[dtc]?frac\\s*${INNER}\\s*${INNER}`, 'gu');
const ROOT = new RegExp(`\\\\sqrt\\s*(?:\\[([^[\\]]*)\\])?\\s*${INNER}`, 'gu');
const SCRIPT = new RegExp(`([\\^_])\\s*${INNER}`, 'gu');
/** What is not said: environments, labels, sizes of brackets, thin spaces. */
const SILENT =
  /\\(?:begin|end|label|tag|color|hspace|vspace)\s*\{[^{}]*\}|\\(?:left|right|middle|[bB]igg?[lr]?|displaystyle|textstyle|limits|nolimits|nonumber)(?![a-zA-Z])|\\!/gu;
const SPACE = /\\(?:q?quad(?![a-zA-Z])|[,;:> ])|[~&]/gu;

/** A formula without backslashes and braces: `\frac{a}{b}` is `a ÷ b`, `x^{2}` is `x^2`, `\alpha` is `α`. */
export function readFormula(formula: string): string {
  let text = formula
    .replace(SILENT, ' ')
    .replace(/\\\\(?:\[[^[\]]*\])?/gu, ', ')
    .replace(SPACE, ' ');
  for (let depth = 0; depth < MAX_DEPTH && text.includes('{'); depth += 1) {
    text = text
      .replace(STYLES, '$1')
      .replace(FRACTION, (_, above: string, below: string) => {
        const isNumber = /^[\s\d.]+$/u.test(above + below);
        return `${grouped(above)}${isNumber ? '/' : ' ÷ '}${grouped(below)}`;
      })
      .replace(ROOT, (_, degree: string | undefined, radicand: string) => `${degree ?? ''}√${grouped(radicand)}`)
      .replace(SCRIPT, (_, mark: string, script: string) => `${mark}${grouped(script)}`)
      .replace(/(?<![\\a-zA-Z}\]^_]\s*)\{([^{}]*)\}/gu, '$1');
  }
  return (
    text
      .replace(/\\([a-zA-Z]+)\*?/gu, (_, name: string) => SIGNS.get(name) ?? ` ${name} `)
      .replace(/\\([{}%$&_#|])|[{}\\]/gu, '$1')
      .replace(/\s+(?=[\^_])/gu, '')
      // Bounds, else subscripts; and a hyphen that is no part of a word.
      .replace(/(?<=[∑∏∫])_\(?([^()_^\s]+)\)?\^\(?([^()_^\s]+)\)?/gu, ' $1–$2 ')
      .replaceAll('_', ' ')
      .replace(/(?<=[\p{L}\p{N})]\s?)-(?=\s?(?:[\p{N}(√]|\p{L}(?!\p{L})))/gu, '−')
      .replace(/\s+/gu, ' ')
      .trim()
  );
}

function grouped(part: string): string {
  const trimmed = part.trim();
  return /^(?:[\p{L}\p{N}.√]+|\\[a-zA-Z]+)$/u.test(trimmed) ? trimmed : `(${trimmed})`;
}

const NAMES = [...SIGNS.keys()].filter((name) => name.length > 2 || name === 'pi').join('|');
const ENVIRONMENT = '(?:align|equation|gather|multline|math|displaymath|[a-z]*matrix|cases|array|split)[a-z]*\\*?';
/** Between dollars, brackets and in environments; and commands that stand alone, not those of a path or a pattern. */
const FORMULA = new RegExp(
  [
    '\\$\\$(?<block>[^$]{1,2000})\\$\\$',
    '(?<![\\p{L}\\p{N}\\\\])\\$(?<inline>[^\\s$](?:[^$\\n]{0,500}[^\\s$])?)\\$(?![\\p{L}\\p{N}])',
    '\\\\\\((?<round>.{1,500}?)\\\\\\)|\\\\\\[(?<square>[\\s\\S]{1,500}?)\\\\\\]',
    `(?<environment>\\\\begin\\s*\\{(?<name>${ENVIRONMENT})\\}[\\s\\S]{1,2000}?\\\\end\\s*\\{\\k<name>\\})`,
    `(?<![\\w:\\\\./])(?<command>\\\\(?:(?:[dtc]?frac|sqrt|text[a-z]*|math[a-z]+|emph|operatorname|overline|vec|hat|bar)(?:\\[[^[\\]\\n]{0,50}\\])?(?:\\{(?:[^{}\\n]|\\{[^{}\\n]{0,200}\\}){0,300}\\}){1,2}|(?:[dtc]?frac|sqrt|${NAMES})(?![a-zA-Z\\\\])))`,
  ].join('|'),
  'uy',
);
/** What a formula between dollars has, and a price has not. */
const LIKE_FORMULA =
  /[\\^_{}=<>|]|^[a-zA-Z]{1,2}$|^\p{L}\(|^[\d.]*[a-zA-Z]\s?[+*/-]|^[\d.]+\s?[+*/-]\s?[a-zA-Z](?![a-zA-Z])|^[a-z]'*,/u;
/** Between escaped brackets: a formula, rather than a link, a tag or prose. */
const LIKE_ESCAPED =
  /^(?!.*(?:\]\(|:\/\/|<\/?[a-z]|\p{L}{2,} \p{L}{2,} \p{L}{2,}))(?:.*(?:\\[a-zA-Z]|[\^_=]|\s[<>+-]\s)|\s*[a-zA-Z]\s*$)/su;

/** The formula of LaTeX that begins at an offset of a text, where a `$` or a backslash stands. */
export function formulaAt(
  text: string,
  offset: number,
): { readonly length: number; readonly said: string } | undefined {
  FORMULA.lastIndex = offset;
  const found = FORMULA.exec(text);
  if (!found?.groups) return undefined;
  const { block, inline, round, square, environment, command } = found.groups;
  const dollars = block ?? inline;
  const escaped = round ?? square;
  if (dollars !== undefined && !LIKE_FORMULA.test(dollars.trim())) return undefined;
  if (escaped !== undefined && !LIKE_ESCAPED.test(escaped)) return undefined;
  const said = readFormula(dollars ?? escaped ?? environment ?? command ?? '');
  return { length: found[0].length, said };
}
