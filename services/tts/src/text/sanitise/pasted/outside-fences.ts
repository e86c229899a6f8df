import { Fences } from '../markdown/fences.js';

/** Applies a change to what stands outside fenced code; an unclosed fence is none. */
export function outsideFences(text: string, change: (part: string) => string): string {
  if (!/```|~~~/u.test(text)) return change(text);
  const lines = text.split('\n');
  const fences = new Fences(lines);
  const parts: string[] = [];
  let outside: string[] = [];
  const close = () => {
    if (outside.length > 0) parts.push(change(outside.join('\n')));
    outside = [];
  };
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index] ?? '';
    const fence = fences.opening(line.replace(/^[ \t>]+/u, ''), index);
    if (fence) {
      close();
      parts.push(lines.slice(index, fence.end + 1).join('\n'));
      index = fence.end;
    } else outside.push(line);
  }
  close();
  return parts.join('\n');
}
