/** The hyphen first: words are looked at only where one ends a line. */
const HYPHEN = /[-‐]\n(?=([\p{L}\p{N}][\p{L}\p{M}'’]{0,60}))/gu;
const BEFORE = /[\p{L}\p{N}][\p{L}\p{N}\p{M}'’-]{0,60}$/u;
/** UTF-16 units that {@link BEFORE} can match. */
const LONGEST_BEFORE = 122;
/** First parts of compounds that are written with a hyphen anywhere: `well-known`. */
const COMPOUND =
  /^(?:well|self|non|ex|half|all|cross|high|low|full|much|ever|part|real|long|short|old|new|open|two|three|four|five|anti|pre|post|кое|по|semi|peut|celui|celle|grand|sous|vice|Nord|Süd|Ost|West|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)$/u;
/** Parts that follow a hyphen anywhere. */
const ENCLITIC =
  /^(?:je|tu|il|elle|on|nous|vous|ils|elles|ce|ci|là|moi|toi|lui|leur|même|mêmes|то|либо|нибудь|таки|lhe|lhes)$/u;
/** After these words the hyphen stands for a word that is left out: `Nord- und Südsee`. */
const CONJUNCTION = /^(?:und|oder|bzw|bis|sowie|and|or|to|y|o|u|e|et|ou|и|или)$/u;

/** Joins the words that the end of a line divides, as in text from a PDF: `infor-⏎mation`. */
export function withJoinedWords(text: string): string {
  return text.replace(HYPHEN, (hyphen, after: string, offset: number) => {
    const before = BEFORE.exec(text.slice(Math.max(0, offset - LONGEST_BEFORE), offset))?.[0];
    if (before === undefined) return hyphen;
    if (CONJUNCTION.test(after)) return '- ';
    const isCompound =
      !/^\p{Ll}/u.test(after) || /[\p{N}-]/u.test(before) || COMPOUND.test(before) || ENCLITIC.test(after);
    return isCompound ? '-' : '';
  });
}
