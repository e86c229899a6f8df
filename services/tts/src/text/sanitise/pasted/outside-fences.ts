const FENCE = /^[ \t>]*(`{3,}|~{3,})/u;

/** Applies a change to what stands outside fenced code; an unclosed fence is none. */
export function outsideFences(text: string, change: (part: string) => string): string {
  if (!/```|~~~/u.test(text)) return change(text);
  const lines = text.split('\n');
  const parts: string[] = [];
  let outside: string[] = [];
  let fenced: string[] = [];
  let fence = '';
  for (const line of lines) {
    const mark = FENCE.exec(line)?.[1] ?? '';
    if (fence === '' && mark === '') outside.push(line);
    else fenced.push(line);
    if (fence === '') fence = mark;
    else if (mark.startsWith(fence)) {
      if (outside.length > 0) parts.push(change(outside.join('\n')));
      parts.push(fenced.join('\n'));
      [outside, fenced, fence] = [[], [], ''];
    }
  }
  const rest = [...outside, ...fenced];
  if (rest.length > 0) parts.push(change(rest.join('\n')));
  return parts.join('\n');
}
