const DATE = '\\d{1,4}[./-]\\d{1,2}[./-]\\d{1,4}';
const TIME = '\\d{1,2}:\\d{2}(?::\\d{2})?(?:[.,]\\d{1,3})?(?:[ \\u202f]?[AaPp]\\.?[Mm]\\.?)?';
const MONTH = 'Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec';
const NAME = "\\p{Lu}[\\p{L}\\p{N}_.'’ -]{0,30}";

/** A stamp that begins a message: `[10:30] Anna: Hi`, `12.03.24, 10:30 - Anna: Hi`, `2024-05-01T10:30:00Z started`. */
const STAMP = new RegExp(
  [
    `^\\[(?:${DATE},?\\s+)?${TIME}(?:,\\s+${DATE})?\\](?![([:])\\s*(?:[-–:]\\s+)?(?=\\S)`,
    `^${DATE},?\\s+${TIME}\\s+[-–]\\s+(?=${NAME}:\\s)`,
    `^\\((?:${DATE},?\\s+)?${TIME}\\)\\s+(?=${NAME}:|<)`,
    `^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}(?::\\d{2})?(?:[.,]\\d+)?(?:Z|[+-]\\d{2}:?\\d{2})?\\s+(?=\\S)`,
    `^${DATE},?\\s+${TIME}\\s+(?=${NAME}:|<|\\[?[A-Z]{4,5}\\]?\\s)`,
    // With seconds it is a log. An agenda has none.
    `^${DATE}[T ]\\d{1,2}:\\d{2}:\\d{2}(?:[.,]\\d{1,6})?(?:Z|\\s?[+-]\\d{2}:?\\d{2})?\\s+(?=\\S)`,
    `^(?:${MONTH})\\s+\\d{1,2}\\s+\\d{2}:\\d{2}:\\d{2}\\s+(?=\\S)`,
    `^${TIME}\\s+(?=<[^<>\\s]{1,30}>\\s)`,
  ].join('|'),
  'u',
);
/** A time alone is a stamp only if the line before or after has one too: `10:30 Anna: Hi`. */
const BARE_STAMP = new RegExp(`^${TIME}\\s+(?:[-–]\\s+)?(?=${NAME}:\\s)`, 'u');
/** A line that says who speaks and when: `Anna Smith  10:30 AM`, `Anna — Today at 10:30`, `Anna, [10.05.24 12:30]`. */
const SPEAKER = new RegExp(
  `^(${NAME}?)(?:(?:\\s{2,}|\\s+[—–-]\\s+)(?:${DATE},?\\s+|\\p{L}+ at )?${TIME}|,\\s+\\[[^[\\]]{0,20}${TIME}\\]:?)\\s*$`,
  'u',
);
const NAME_ALONE = new RegExp(`^${NAME}$`, 'u');

/** Removes the time stamps of chats and logs, and makes every message a paragraph; who speaks stays. */
export function withoutTimeStamps(text: string): string {
  if (!/\d:\d\d/u.test(text)) return text;
  const lines = text.split('\n');
  const isBare = lines.map((line) => BARE_STAMP.test(line));
  return lines
    .map((line, index) => {
      const message = line.replace(STAMP, '');
      if (message !== line) {
        const next = lines[index + 1] ?? '';
        // `[10:30] Anna Smith` heads a message: no stamp follows.
        const heads = NAME_ALONE.test(message.trim()) && next.trim() !== '' && !STAMP.test(next);
        return `\n${message.replace(/^<([^<>]{1,40})>\s*/u, '$1: ')}${heads ? ':' : ''}`;
      }
      if (isBare[index] && (isBare[index - 1] || isBare[index + 1])) return `\n${line.replace(BARE_STAMP, '')}`;
      return (lines[index + 1] ?? '').trim() === '' ? line : line.replace(SPEAKER, '\n$1:');
    })
    .join('\n');
}
