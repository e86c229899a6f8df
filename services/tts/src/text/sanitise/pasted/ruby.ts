const READING = /(?<=[\p{Script=Han}々])《[\p{Script=Hiragana}\p{Script=Katakana}ー・ ]{1,30}》/gu;
const MARKED = /｜([^｜《》\n]{1,30})《[^《》\n]{1,30}》/gu;

/** Removes the readings that are written beside words, which would be said twice: `漢字《かんじ》`. `《红楼梦》` is a title. */
export function withoutReadings(text: string): string {
  return text.includes('《') ? text.replace(MARKED, '$1').replace(READING, '') : text;
}
