/** One rule of a set: from which number on, by what the number is divided, and its words, with a remainder and without. */
interface SpellingRule {
  readonly base: number;
  readonly divisor: bigint;
  readonly words: readonly [withRemainder: readonly string[], without: readonly string[]];
}

const REMAINDER = /\[([^|\]]*)\|?([^\]]*)\]/gu;

function rulesOf(set: string): SpellingRule[] {
  let next = 0;
  return set.split(/;\s*/u).map((rule) => {
    const [, base = next, divisor, text = ''] = /^\s*(?:([\de]+)(?:\/(\d+))?:\s*'?)?(.*)$/u.exec(rule) ?? [];
    next = Number(base) + 1;
    const parts = (kept: '$1' | '$2') => text.replace(REMAINDER, kept).split(/(<\w*<|>\w*>|=\w+=)/u);
    return {
      base: Number(base),
      divisor: BigInt(divisor ?? 10 ** Math.floor(Math.log10(Number(base) || 1))),
      words: [parts('$1'), parts('$2')],
    };
  });
}

/**
 * Spells numbers by rules, as CLDR's rule-based number formats do. A set is rules between semicolons, each for the numbers from
 * its own on: `20: twenty[->>]; 100: << hundred[ and >>]`. A rule without a number is for the next one. `<<` is how often the
 * divisor is in the number, `>>` the remainder, both in the same set, and `<set<`, `>set>`, `=set=` in another one (`=` is the
 * number itself); `[a|b]` is `a` with a remainder and `b` without. The divisor is the power of ten in the rule's number, if none
 * is written: `60/20:`. An apostrophe begins words that begin with a space.
 *
 * @returns the words of a number, by the set of a name
 * @see https://unicode.org/reports/tr35/tr35-numbers.html#Rule-Based_Number_Formatting
 */
export function speller<Name extends string>(sets: Readonly<Record<Name, string>>) {
  const rules = new Map(Object.entries<string>(sets).map(([name, set]) => [name, rulesOf(set)]));
  const spell = (value: bigint, name: string): string => {
    const rule = rules.get(name)?.findLast(({ base }) => base <= value);
    if (!rule) return '';
    const [high, low] = [value / rule.divisor, value % rule.divisor];
    return rule.words[low === 0n ? 1 : 0]
      .map((part) => {
        const number = { '<': high, '>': low, '=': value }[part.charAt(0)];
        return number === undefined ? part : spell(number, part.slice(1, -1) || name);
      })
      .join('');
  };
  return (value: bigint, name: Name): string => spell(value, name);
}
