/** Words of a script; what stands next to a digit or a sign of formulas is a unit, a code or a variable. */
const WORD = {
  latin:
    /(?<![\p{L}\p{N}@_])\p{Script=Latin}[\p{Script=Latin}\p{M}'’]*(?:\.(?=\s*[\p{Ll}\p{N}§:,(]))?(?![\p{L}\p{N}@_=^]|\s*[=^])/gu,
  cyrillic: /\p{Script=Cyrillic}[\p{Script=Cyrillic}\p{M}'’]*/gu,
} as const;
/** `iPhone`, `eBay`, `pH`. */
const BRAND = /\p{Ll}\p{Lu}/u;
/** Initials and abbreviations: `J.`, `USA`, `PCs`. In a text of capitals alone they are words: `PROHIBIDO FUMAR`. */
const CAPITALS = /^\p{Lu}+s?\.?$/u;

/** The words of a text that say something of its language; an abbreviation within a sentence keeps its full stop. */
export function informativeWords(sample: string, script: keyof typeof WORD): string[] {
  const words = Array.from(sample.matchAll(WORD[script]), ([word]) => word).filter((word) => !BRAND.test(word));
  const isShouted = words.length > 1 && words.every((word) => CAPITALS.test(word));
  return isShouted ? words : words.filter((word) => !CAPITALS.test(word));
}
