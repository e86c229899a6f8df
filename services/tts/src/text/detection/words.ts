import { isFrequent } from './frequent-words.js';

/** Written next to digits, `=` or `^`, letters are a unit or a formula: `3 km`, `E = mc^2`, `H2O`. */
const FORMULA =
  /(?<![\p{L}\p{M}])(?:\p{L}{1,3}(?=\s*[=^_<>]|\d)|(?<=[\d=^_<>]\s*)(?!(?:and|or|und|et|ou|bis)\s)\p{L}{1,3})(?![\p{L}\p{M}]|\. ?[\d(:])|(?<![\p{L}\d])\p{L}*[\d₀-₉][\p{L}\d₀-₉]*/gu;
const UNIT =
  /(?<=\d\s?)(?:[kcmµn]?[mgl]|[kMGT]i?[bB]|[km]?W?h|mph|km\/h|°?[CFK]|px|pt|ms|kHz|MHz|GHz|Hz|USD|EUR)(?!\p{L})/gu;
const WORD = /[\p{Script=Latin}][\p{Script=Latin}\p{M}'’]*\.?/gu;
/** Initials, letters of an abbreviation, and the French word for `at`: `i. V. m.`, `J. R. R. Tolkien`, `S. 5`, `2 à 500 g`. */
const LETTERS = /(?<![\p{L}\p{M}\p{N}'’])(?:\p{L}\.(?:\s?\p{L}\.)*|à(?=\s?\d))/gu;
/** What follows an abbreviation, and hardly a sentence: `Abs. 1`, `Tél. :`, `bzw. am`. */
const MID_SENTENCE = /^\s*[\p{Ll}\p{N}§:;,)(+/–-]/u;
/** Of abbreviations, and of notices: `USA`, `PROHIBIDO FUMAR`. */
const CAPITALS = /^\p{Lu}+s?$/u;
const LONGEST_ABBREVIATION = 4;
/** `iPhone`, `eBay`, `pH`. */
const BRAND = /\p{Ll}\p{Lu}/u;
const CAPITALISED = /^\p{Lu}|\p{Ll}\p{Lu}/u;
/** `Leonardo da Vinci` is a name, whatever language its small words are of. */
const NAME_PARTICLE = /(?<=\p{Lu}\p{L}+\s)(?:d[aei]|del|della|dos|du|la|van|von|der|den|ten)(?=\s\p{Lu})/gu;
/** Loan words of all the languages. */
const LOANS: ReadonlySet<string> = new Set(
  `pizza pizzas pizze pizzen pasta latte cappuccino espresso tiramisu tiramisù tiramisú mozzarella sushi taco tacos guacamole
  paella croissant croissants baguette bratwurst kindergarten computer software smartphone internet email online download update
  wifi app timer taxi hotel bar restaurant marketing meeting weekend job team server laptop tablet blog chat feedback hobby
  jazz rock garage piano radio video audio menu bus`.split(/\s+/u),
);

/**
 * The words of a text that say something of its language: no units, formulas, abbreviations or names alone, and names and
 * loan words only where there are no others.
 */
export function informativeWords(sample: string): string[] {
  const unnamed = meaningfulWords(sample.replace(NAME_PARTICLE, ' '));
  const native = unnamed.filter((word) => !LOANS.has(word.toLowerCase()));
  return [native, unnamed].find((words) => words.some((word) => !CAPITALISED.test(word))) ?? unnamed;
}

function meaningfulWords(sample: string): string[] {
  const written = wordsOf(sample.replace(LETTERS, ' 0 ').replace(UNIT, ' 0 ').replace(FORMULA, ' 0 '));
  const words = written.filter((word) => (word.length > 1 || isFrequent(word)) && !BRAND.test(word));
  if (words.every((word) => word.length === 1)) return [];
  const isShouted = words.every((word) => CAPITALS.test(word));
  return words.filter(
    (word) =>
      isFrequent(word) ||
      (isShouted ? words.length > 2 || (words.length > 1 && word.length > LONGEST_ABBREVIATION) : !CAPITALS.test(word)),
  );
}

/** The words of a text; an abbreviation keeps its full stop. */
function wordsOf(text: string): string[] {
  return Array.from(text.matchAll(WORD), ({ 0: word, index }) => {
    if (!word.endsWith('.')) return word;
    const bare = word.slice(0, -1);
    const following = text.slice(index + word.length, index + word.length + 4);
    return isFrequent(word) && (MID_SENTENCE.test(following) || (!isFrequent(bare) && /^ \S/u.test(following)))
      ? word
      : bare;
  });
}
