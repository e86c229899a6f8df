import type { Context } from '../rule.js';

/** What stands between the ends of a range: ` to `. Korean says it as a particle of the number before it. */
export function until({ language, verbalizer: { signs, space } }: Context): string {
  return `${language === 'ko' ? '' : space}${signs['–']}${space}`;
}
