const TIME = '(?:\\d{1,2}:)?\\d{1,2}:\\d{2}[,.]\\d{1,3}';
const TIMES = new RegExp(`^[ \\t]*${TIME}[ \\t]*-->[ \\t]*${TIME}(?:[ \\t].*)?$`, 'u');
const NUMBER = /^[ \t]*\d{1,6}[ \t]*$/u;
const HEADER = /^WEBVTT(?:[ \t].*)?$/u;
/** What begins a block of WebVTT that is not shown. */
const UNSHOWN = /^(?:NOTE|STYLE|REGION)(?:\s|$)/u;
const STYLE = /<\/?(?:[vcbiu]|font|ruby|rt|lang)(?:[ .][^<>]{0,200})?>|<[\d:.]{5,15}>|\{\\[^{}]{0,100}\}/gu;
const ENDED = /[.!?…。！？:;"”»)\]]$/u;

/**
 * Removes the numbers and times of subtitles (SubRip, WebVTT). A sentence that goes on in the next caption is not
 * interrupted.
 */
export function withoutCaptionTimes(text: string): string {
  if (!text.includes('-->')) return text;
  const lines = text.split('\n');
  const isTime = lines.map((line) => TIMES.test(line));
  const kept: string[] = [];
  const isWebVtt = HEADER.test(lines[0] ?? '');
  let isCaption = false;
  let isUnshown = false;
  lines.forEach((line, index) => {
    if (isTime[index]) {
      isCaption = true;
      while (kept.at(-1)?.trim() === '' && !ENDED.test(kept.at(-2)?.trim() ?? '.')) kept.pop();
      return;
    }
    if (isTime[index + 1] && NUMBER.test(line)) return;
    if (HEADER.test(line) && kept.length === 0) return;
    isUnshown = (isUnshown && line.trim() !== '') || (isWebVtt && !isCaption && UNSHOWN.test(line));
    if (isUnshown) return;
    if (line.trim() === '')
      isCaption = isCaption && index < lines.length && isTime.slice(index, index + 3).includes(true);
    const shown = isCaption ? line.replace(STYLE, '') : line;
    const before = kept.at(-1)?.trim() ?? '';
    const goesOn = isCaption && !ENDED.test(before || '.') && !/^\s*(?:[-–—]|$)/u.test(shown);
    if (goesOn) kept.splice(-1, 1, `${before} ${shown}`);
    else kept.push(shown);
  });
  return kept.join('\n');
}
