import type { MarkedText } from './tree/marked-text.js';

/** Eyes, perhaps a nose, and a mouth: `:-)`, `;D`, `=(`, `:'(`. */
const SIDEWAYS = /[:;=]['^]?-?[)(\][DPpOo/\\|*]+|:3|[xX]D+|<\/3|>:-?[()]/u;
/** A mouth between two eyes: `^_^`, `T_T`, `>.<`, `o_O`; and `^^` where no sentence goes on behind it. */
const UPRIGHT =
  /\^[_.]\^|\^\^(?=\s*(?:$|[.!?\p{Lu}\p{Lo}]))|-[_.]-|>[_.]<|[TQ;][_.][TQ;]|[oO]_[oO]|\*_\*|[xX]_[xX]|¯\\?_?\(ツ\)_?\/¯|\\o\/|\\o_o\//u;
/** The same in brackets, as written in East Asia: `(^o^)/`, `(´ω｀)`. */
const BRACKETED =
  /[（(][\^>;*°•´｀￣≧~-](?:[^\s()（）\p{L}\p{N}]|[oωДд]){1,4}[\^<;*°•´｀￣≦~-][)）][/ノ]?|[（(]([ToOxXuU])[_.ωДд]\1[)）]|[（(][^\s()（）\p{L}\p{N}]{0,2}([°・•◕◉◠●♥ಠಥ¬｡])[^\s()（）\p{N}]{1,4}\2[^\s()（）\p{L}\p{N}]{0,2}[)）](?:╯︵?)?/u;
/** With any eyes, and a mouth that nothing else is written with: `(｡◕‿‿◕｡)`, `(・_・;)`, `(>ω<)`; with plain eyes `(-.-)`. */
const CHEEK = '(?:[^\\s()（）\\p{L}\\p{N}]|[づつノﾉง๑])';
const EYE = "(?:[°゜ﾟ・･•◕◉◠●♥ಠಥ¬｡^＾>≧≦<´｀`￣;；*~'‘’=@+⌒⊙╥〃-]\\p{M}?)";
const MOUTH = '(?:[_ωɷ▽Д∀ヮ‿ᴥ﹏∇皿益ロ人ㅂᴗʖ◡ワーд□]{1,3}|(?<=[\\^>＾´｀≧•・;=-])\\.(?=[\\^<＾´｀≦•・;=-]))';
const ARM = '(?:(?<!\\p{L})[mづつง]|[ヽヾ＼\\\\٩໒ლ┐╰凸Σ┌└])';
const HAND = '(?:[mノﾉ/／づつง┘┌┐ゞᕗᕤو](?!\\p{L})[*✧･ﾟ:]{0,5})';
const FACE = new RegExp(
  `${ARM}?(?:(?!\\(\\*\\.\\*\\)|\\('_'\\))(?:${BRACKETED.source})|[（(](?!'_')(?:${CHEEK}{0,3}${EYE} ?${MOUTH} ?${EYE}${CHEEK}{0,4}|_ _|\\^\\^[;；]?)[)）])${HAND}?|ʕ[^\\sʔ]{1,8}ʔ`,
  'u',
);
/** Tears and narrowed eyes among Korean letters: `ㅠㅠ`, `ㅡ.ㅡ`. */
const JAMO = /[ㅠㅜ]{2,}|ㅡㅡ+|[ㅠㅜㅡ][._][ㅠㅜㅡ]/u;
const HEART = /(?<=\p{L}{2}[!.]?\s(?:[^\p{L}\p{N}\s]{2,4}\s)?)<3(?:\s<3)*(?=\s*$)/u;

/** Faces that are drawn with letters and marks, between white space or before a mark that ends a sentence. */
export const EMOTICONS = new RegExp(
  `(?<=^|\\s)(?:${SIDEWAYS.source}|${UPRIGHT.source})(?=$|[\\s.,!?])|(?<=^|[\\s\\p{L}\\p{P}])(?:${FACE.source})|${HEART.source}|${JAMO.source}`,
  'gmu',
);

/** Brackets for a smile, as Russians write it: `Привет)))`, `жаль(((`, and after Cyrillic a single one: `спасибо)`. */
const SMILES = /(?<=[\p{L}\p{N}!?.…"»”:;]\s?)(?:\({2,}|\){2,}|(?<=[\p{Script=Cyrillic}!?]{2}\s?)[()])(?=$|[\s.,!?])/gu;
const PAIR = /\(([^()]*)\)/gu;

/** Removes smiles. Brackets in pairs stay. */
export function withoutSmiles(line: MarkedText): MarkedText {
  if (line.text.search(SMILES) < 0) return line;
  const unpaired = line.text.replace(PAIR, '.$1.').replace(PAIR, '.$1.');
  return line.replace(SMILES, ({ 0: run, index }) => (unpaired.startsWith(run, index) ? '' : undefined));
}
