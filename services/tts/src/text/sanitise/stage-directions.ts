import { isAction } from './action-words.js';

/** Something short between brackets or asterisks, with no bracket inside. */
const candidates = [
  /\(([^()[\]\n]{1,60})\)/gu,
  /\[([^()[\]\n]{1,60})\]/gu,
  /（([^（）\n]{1,60})）/gu,
  /【([^【】\n]{1,60})】/gu,
  /［([^［］\n]{1,60})］/gu,
  /〔([^〔〕\n]{1,60})〕/gu,
  /<([^<>\n]{1,60})>/gu,
  /\*([^*\n]{1,60})\*/gu,
] as const;

/** Takes out stage directions such as `(laughs)`, `[sighs]`, `*waves*`, `（笑）`; other brackets stay. */
export function removeStageDirections(text: string): string {
  return candidates.reduce(
    (rest, candidate) => rest.replace(candidate, (whole, content: string) => (isAction(content) ? ' ' : whole)),
    text,
  );
}
