import { numberInWords } from '../numbers.js';
import type { Rule } from '../rule.js';

/** `5'11"`, `6′ 2″`, and inches that no quotation mark can be: `27″`, `6.7" screen`. */
export const FEET: Rule = {
  pattern:
    /(?<![\p{L}\d.,'"′″])(?:(?<feet>\d{1,2})['’′] ?(?<more>\d{1,2})(?:["”″]|'')|(?<inches>\d{1,3}(?:\.\d{1,2})?)(?:″|["”](?=[ -](?:screen|display|monitor|TV|laptop|tablet|wheels?|pipe|pizza|x ?\d))))(?![\p{L}\d])/gu,
  verbalize: ({ groups, after }, { language, verbalizer }) => {
    if (language !== 'en') return undefined;
    const { feet, more = '', inches = '' } = groups;
    if (feet !== undefined) return `${numberInWords(feet, verbalizer)} foot ${numberInWords(more, verbalizer)}`;
    return `${numberInWords(inches, verbalizer)} ${inches === '1' || /^[ -]\p{L}{2}/u.test(after) ? 'inch' : 'inches'}`;
  },
};
