import { isMarkup } from '../tree/elements.js';

const DATE =
  '\\d{1,4}[./-]\\d{1,2}[./-]\\d{1,4}|\\d{4}[년年] ?\\d{1,2}[월月] ?\\d{1,2}[일日]|\\p{L}{3,9} \\d{1,2}, \\d{4}';
const TIME = '(?:[\\p{Lo}]{2} ?)?\\d{1,2}:\\d{2}(?::\\d{2})?(?:[.,]\\d{1,3})?(?:[ \\u202f]?[AaPp]\\.?[Mm]\\.?)?';
const WHEN = `(?:(?:${DATE})(?:,? |,? at |T))?${TIME}Z?(?:, (?:${DATE}))?`;
const NAME = "[\\p{Lu}\\p{Lo}][\\p{L}\\p{N}_.'’ -]{0,30}";

/** `[10:30] Anna: Hi`, `12.03.24, 10:30 - Anna: Hi`, `10:30 <anna> hi`, `(10:30:15) Anna: Hi`, `[Anna] [오후 3:15] Hi`. */
const MESSAGE = new RegExp(
  `^(?:\\[(?<heard>${NAME})\\] \\[${WHEN}\\](?= )|\\[${WHEN}\\](?![([:])|\\(${WHEN}\\)|(?:${DATE}),? ${TIME}(?= [-–] ${NAME}: |[:,]? ${NAME}: |:? <)|${TIME}(?= <))\\s*(?:[-–:,]\\s+)?(?:<(?<nick>[^<>\\s]{1,40})>\\s+)?(?=\\S)`,
  'u',
);
/** A line that says who speaks and when: `Anna Smith  10:30 AM`, `Anna — Today at 10:30`, `Anna, [10.05.24 12:30]`, `Anna 2024-05-10 12:30`. */
const HEAD = new RegExp(
  `^(?<name>${NAME}?)(?:(?:\\s{2,}|\\s+[—–-]\\s+)(?:\\p{L}+ at )?${WHEN}|,\\s+\\[${WHEN}\\]:?| (?:${DATE}) ${TIME})\\s*$`,
  'u',
);
/** What an agenda has as well, `9:00 Breakfast: eggs`, `Lunch 12:30`, or HTML, `<b> one`: a stamp only where somebody speaks twice. */
const LOOSE = [
  new RegExp(`^${TIME}\\s+(?:[-–]\\s+)?(?=(?<name>${NAME}):\\s)`, 'u'),
  new RegExp(`^(?<name>${NAME}?),?\\s+${WHEN}\\s*$`, 'u'),
  /^<(?<nick>[^<>\s]{1,40})>\s+(?=\S)/u,
  new RegExp(`^${TIME}\\t(?<heard>${NAME})\\t(?=\\S)`, 'u'),
];
const NONE: ReadonlySet<string> = new Set();
/** In a chat at least this share of the lines has the form. */
const LEAST_SHARE = 0.5;

/** The messages of an exported chat as paragraphs, without their times; `undefined` if a text is none. */
export function readChatExport(text: string): string | undefined {
  if (!/\d:\d\d|^<[^<>\s]+> /u.test(text)) return undefined;
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const loose = LOOSE.find((form) => isConversation(lines.map((line) => form.exec(line))));
  const stamp = (line: string) => MESSAGE.exec(line) ?? HEAD.exec(line) ?? loose?.exec(line) ?? null;
  const stamps = lines.map(stamp);
  if (!stamps[0] || stamps.filter((found) => found !== null).length < LEAST_SHARE * lines.length) return undefined;
  return lines
    .map((line, index) => {
      const found = stamps[index];
      if (!found) return line;
      const said = line.slice(found[0].length);
      // What somebody sent instead of words: `<Media omitted>`.
      if (/^(?:[^<>:]{1,40}: )?<[^<>]{1,80}>$/u.test(said)) return '';
      // `[10:30] Anna Smith` heads a message, too.
      const isHead =
        said === '' || (/^\p{Lu}[\p{L} ]*$/u.test(said) && lines[index + 1] !== undefined && !stamps[index + 1]);
      const speaker = found.groups?.nick ?? found.groups?.heard ?? (said === '' ? found.groups?.name : undefined);
      return `\n${speaker === undefined ? '' : `${speaker}: `}${said}${isHead && said !== '' ? ':' : ''}`;
    })
    .join('\n');
}

/** Whether somebody speaks twice, and behind each line that only says who and when there is a message. */
function isConversation(lines: readonly (RegExpExecArray | null)[]): boolean {
  const named = lines.flatMap((found) => (found?.groups ? [found.groups] : []));
  const names = named.map(({ name, nick, heard }) => name ?? nick ?? heard);
  const isSilent = lines.some((found, index) => found && found[0] === found.input && lines[index + 1] !== null);
  return (
    names.length > new Set(names).size &&
    !isSilent &&
    !named.some(({ nick }) => nick !== undefined && isMarkup(`<${nick}>`, '', NONE))
  );
}
