/** Formatters of the browser's locale and time zone. */
export type Formats = ReturnType<typeof formatsOf>;

/** @param locale a BCP 47 tag */
export function formatsOf(locale: string) {
  const number = new Intl.NumberFormat(locale);
  const tenths = new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  const percent = new Intl.NumberFormat(locale, { style: 'percent' });
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' });
  const utcDay = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' });
  const dateTime = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'medium' });
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
  const or = new Intl.ListFormat(locale, { type: 'disjunction' });
  const languageNames = new Intl.DisplayNames(locale, { type: 'language' });
  const size = (unit: 'megabyte' | 'gigabyte', maximumFractionDigits: number) =>
    new Intl.NumberFormat(locale, { style: 'unit', unit, maximumFractionDigits });
  const [megabytes, gigabytes] = [size('megabyte', 0), size('gigabyte', 1)];
  const speed = new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: 'megabyte-per-second',
    maximumSignificantDigits: 3,
  });
  const unit = (n: number, name: 'second' | 'minute') =>
    new Intl.NumberFormat(locale, { style: 'unit', unit: name, unitDisplay: 'long' }).format(n);

  return {
    number: (n: number) => number.format(n),
    tenths: (n: number) => tenths.format(n),
    percent: (share: number) => percent.format(share),
    /** "2.5 GB" or "340 MB". */
    size: (bytes: number) => (bytes < 1e9 ? megabytes.format(bytes / 1e6) : gigabytes.format(bytes / 1e9)),
    /** "12.3 MB/s". */
    megabytesPerSecond: (bytes: number) => speed.format(bytes / 1e6),
    /** @param at milliseconds since the Unix epoch */
    day: (at: number) => day.format(at),
    /** @param date a day such as 2026-01-31, shown without its year */
    utcDay: (date: string) => utcDay.format(new Date(`${date}T00:00:00Z`)),
    /** @param at milliseconds since the Unix epoch */
    dateTime: (at: number) => dateTime.format(at),
    /** "in 3 days", "in 5 hours" or "in 12 minutes". */
    timeUntil(milliseconds: number): string {
      const hours = milliseconds / 3_600_000;
      if (hours >= 36) return relative.format(Math.round(hours / 24), 'day');
      if (hours >= 1.5) return relative.format(Math.round(hours), 'hour');
      return relative.format(Math.max(1, Math.round(hours * 60)), 'minute');
    },
    /** "40 seconds" or "15 minutes". */
    wait: (seconds: number) => (seconds < 90 ? unit(seconds, 'second') : unit(Math.ceil(seconds / 60), 'minute')),
    or: (items: readonly string[]) => or.format(items),
    /** @param code a BCP 47 tag */
    languageName: (code: string) => languageNames.of(code) ?? code,
    /** "1:05". */
    clock: (seconds: number) => `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`,
  };
}
