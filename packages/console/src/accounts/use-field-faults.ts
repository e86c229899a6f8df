import { EMAIL_RULES, NEW_PASSWORD_RULES, USERNAME_RULES } from '@ownvoice/shared/contract/patterns';
import { useText } from './text.js';

/** In Unicode code points, as the server counts. */
const lengthOf = (text: string) => [...text].length;
export const byteLength = (text: string): number => new TextEncoder().encode(text).length;

const matches = (patterns: readonly { readonly pattern: string }[], text: string) =>
  patterns.every(({ pattern }) => new RegExp(pattern, 'u').test(text));

/** The rules of the contract that a value breaks, as a sentence for its field; undefined for a value that may be sent. */
export function useFieldFaults() {
  const { problems } = useText();
  return {
    username: (value: string): string | undefined => {
      const { minLength, maxLength, patterns } = USERNAME_RULES;
      if (value === '') return problems.usernameMissing;
      if (lengthOf(value) < minLength || lengthOf(value) > maxLength) return problems.usernameLength;
      return matches(patterns, value) ? undefined : problems.usernameCharacters;
    },
    /** An empty address means none. */
    email: (value: string): string | undefined => {
      if (value === '') return undefined;
      if (lengthOf(value) > EMAIL_RULES.maxLength) return problems.emailLength;
      return matches(EMAIL_RULES.patterns, value) ? undefined : problems.emailForm;
    },
    newPassword: (value: string): string | undefined => {
      const { minLength, maxBytes, patterns } = NEW_PASSWORD_RULES;
      const fits = lengthOf(value) >= minLength && byteLength(value) <= maxBytes && matches(patterns, value);
      return fits ? undefined : problems.passwordRules;
    },
    present: (value: string, sentence: string): string | undefined => (value === '' ? sentence : undefined),
  };
}
