/** Eyes, perhaps a nose, and a mouth: `:-)`, `;D`, `=(`, `:'(`. */
const SIDEWAYS = /[:;=]['^]?-?[)(\][DPpOo/\\|*]+|:3|[xX]D+|<\/3|>:-?[()]/u;
/** A mouth between two eyes: `^_^`, `T_T`, `>.<`, `o_O`, `^^`. */
const UPRIGHT = /[\^-][_.]?[\^-]|>[_.]<|[TQ;][_.][TQ;]|[oO]_[oO]|\*_\*|[xX]_[xX]|¯\\_\(ツ\)_\/¯|\\o\/|\\o_o\//u;
/** The same in brackets, as written in East Asia: `(^o^)/`, `(´ω｀)`. */
const FACE =
  /[（(][\^>;*°•´｀￣≧~-](?:[^\s()（）\p{L}\p{N}]|[oωДд]){1,4}[\^<;*°•´｀￣≦~-][)）][/ノ]?|[（(]([ToOxXuU])[_.ωДд]\1[)）]|[（(][^\s()（）\p{L}\p{N}]{0,2}([°・•◕◉◠●♥ಠಥ¬｡])[^\s()（）\p{N}]{1,4}\2[^\s()（）\p{L}\p{N}]{0,2}[)）](?:╯︵?)?/u;
const HEART = /(?<=\p{L}{2}[!.]?\s)<3(?=\s*$)/u;

/** Faces that are drawn with letters and marks, between white space or before a mark that ends a sentence. */
export const EMOTICONS = new RegExp(
  `(?<=^|\\s)(?:${SIDEWAYS.source}|${UPRIGHT.source})(?=$|[\\s.,!?])|(?<=^|[\\s\\p{L}\\p{P}])(?:${FACE.source})|${HEART.source}`,
  'gmu',
);
