/** Where a repeated character means something: addresses, and words of digits and letters. */
const exempt =
  /(?:https?:\/\/|www\.)[^\s<>]{1,2000}|[\w.+-]{1,64}@[\w-]{1,64}(?:\.[\w-]{1,64}){1,8}|[\p{L}\p{N}_]*\p{N}[\p{L}\p{N}_]*/gu;

const punctuationRun = /([!?！？])\1+|([,;，；、。])\2+|([.])\3{3,}|(…){2,}|([~～〜ー—–_*#=+<>|/\\&^%$@"'`-])\5{2,}/gu;
const mixedRun = /[!?！？][!?！？ ]*[!?！？]/gu;
const letterRun = /(\p{L}\p{M}{0,3})\1{2,}/gu;
const chineseNumeral = /[〇零一二三四五六七八九十百千万]/u;
const laughter = /(?<=[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}。！？!?])[wｗ]{2,}(?![\p{L}\p{N}])/giu;

/**
 * Collapses runs of one character: punctuation to one, letters to two. Digits, addresses, Roman numerals, acronyms and
 * the threefold consonants of German compounds are not runs.
 */
export function collapseRepeats(text: string): string {
  const parts: string[] = [];
  let start = 0;
  for (const match of text.matchAll(exempt)) {
    parts.push(collapse(text.slice(start, match.index)), match[0]);
    start = match.index + match[0].length;
  }
  parts.push(collapse(text.slice(start)));
  return parts.join('');
}

function collapse(text: string): string {
  return text
    .replace(laughter, '')
    .replace(punctuationRun, (run) => (run.startsWith('.') ? '...' : run.charAt(0)))
    .replace(mixedRun, shortest)
    .replace(letterRun, (run, letter: string, offset: number) => collapsedLetters(run, letter, text, offset));
}

/** `?!?!?!` asks and exclaims once. */
function shortest(run: string): string {
  return [...new Set(run.replaceAll(' ', ''))].join('');
}

function collapsedLetters(run: string, letter: string, _text: string, _offset: number): string {
  if (chineseNumeral.test(letter)) return run;
  return letter + letter;
}
