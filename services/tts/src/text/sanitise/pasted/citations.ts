/** Of chat models: `【4†source】`, `citeturn0search3`. */
const OF_MODELS = /(?:【\d+(?::\d+)?†[^【】\n]{0,100}】|\uE200?cite(?:\uE202?turn\d+[a-z]+\d+)+\uE201?)/gu;

/** `It was true.[3][4]`, `だった[3]。`: marks of notes, and no index of a list. */
const NUMBERED =
  /(?:(?<=[\p{L}\p{N}%)][.,;!?。！？、，]["”»’]?)|(?<=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]))(?:\[\d{1,3}\])+(?=\s|$|[。！？、，\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])/gmu;

/** `It was true.²`, `“Light!”2`: behind a mark, where no power stands. */
const RAISED = /(?:(?<=[\p{L}\p{N}%)][.,;!?]["”»’]?)[¹²³⁴-⁹⁰]+|(?<=\p{L}[.,!?]?[”»“])\d{1,3})(?=[\s.,;:!?)]|$)/gmu;

/** Removes the citations of chat models, which have private-use characters, from a text as it was sent. */
export function withoutModelCitations(text: string): string {
  return text.replace(OF_MODELS, '');
}

/** Removes the numbers of notes. */
export function withoutNoteNumbers(text: string): string {
  return /\[\d|[¹²³⁴-⁹⁰]|[”»“]\d/u.test(text) ? text.replace(NUMBERED, '').replace(RAISED, '') : text;
}
