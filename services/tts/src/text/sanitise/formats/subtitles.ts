const TIME = '(?:\\d{1,2}:)?\\d{1,2}:\\d{2}[,.]\\d{1,3}';
const TIMES = new RegExp(`^[ \\t]*${TIME}[ \\t]*-->[ \\t]*${TIME}(?:[ \\t].*)?$`, 'u');
/** What begins a block of WebVTT that is not shown. */
const UNSHOWN = /^(?:WEBVTT|NOTE|STYLE|REGION)(?:\s|$)/u;
const STYLE = /<\/?(?:[vcbiu]|font|ruby|rt|lang)(?:[ .][^<>]{0,200})?>|<[\d:.]{5,15}>|\{\\[^{}]{0,100}\}/gu;
/** Two speakers have a line each. */
const SPEAKER = /^[-–—]/u;
const ENDED = /[.!?…。！？:;"”»)\]]\s*$/u;

/**
 * Removes the numbers and times of subtitles (SubRip, WebVTT). A sentence that goes on in the next caption is not interrupted.
 */
export function withoutCueTimes(text: string): string {
  if (!text.includes('-->')) return text;
  const isWebVtt = text.trimStart().startsWith('WEBVTT');
  let isInCaption = false;
  let kept = '';
  for (const block of text.split(/\n(?:[ \t]*\n)+/u)) {
    const lines = block.split('\n').filter((line) => line.trim() !== '');
    const times = lines.findIndex((line) => TIMES.test(line));
    const isCaption = times === 0 || times === 1;
    if (!isCaption && isWebVtt && UNSHOWN.test(block)) continue;
    const shown = isCaption ? captionText(lines.slice(times + 1)) : block;
    const goesOn = isInCaption && isCaption && !ENDED.test(kept) && !SPEAKER.test(shown);
    kept += kept === '' ? shown : (goesOn ? ' ' : '\n\n') + shown;
    isInCaption = isCaption;
  }
  return kept;
}

/** A sound or a tune rather than speech, as captions for the deaf write it; in brackets of other kinds as the whole caption or in capitals. */
const SOUND = /\[[^[\]]{1,60}\]|^\s*[(（【][^()（）【】]{1,60}[)）】]\s*$|\(\p{Lu}[\p{Lu}\s'-]{2,60}\)|[♪♫]/gu;

const captionText = (lines: readonly string[]): string =>
  lines
    .map((line) => line.replace(STYLE, '').trim())
    .reduce((text, line) => `${text}${SPEAKER.test(line) ? '\n' : ' '}${line}`, '')
    .replace(SOUND, ' ')
    .trim();
