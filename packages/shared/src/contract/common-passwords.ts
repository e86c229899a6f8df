/** What guessers try first, in lower case. */
const WORDS = new Set([
  ...['password', 'passwort', 'passwords', 'passcode', 'pass', 'changeme', 'letmein', 'welcome', 'login', 'admin'],
  ...['administrator', 'master', 'qwerty', 'qwertz', 'qwertyuiop', 'azerty', 'iloveyou', 'trustno', 'monkey', 'dragon'],
  ...['sunshine', 'princess', 'football', 'baseball', 'superman', 'shadow', 'summer', 'winter', 'hello', 'whatever'],
]);
const LOOKALIKES = new Map([...'0o1i3e4a5s7t@a$s!i'.matchAll(/(.)(.)/g)].map(([, sign, letter]) => [sign, letter]));
/** Letters and digits that are neighbours in the alphabet or on a keyboard. */
const ROWS = ['abcdefghijklmnopqrstuvwxyz', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm', '01234567890'];

const isInRow = (text: string): boolean => /^(.)\1*$/.test(text) || ROWS.some((row) => row.includes(text));

/**
 * Whether a password that keeps the rules is among those that are guessed first: one of thirty words, with digits, signs and
 * letters that look alike (`P@ssw0rd!`, `Welcome2026`); or eight characters and more of neighbours,
 * letters and then digits (`Abcd1234`, `Aa123456`).
 */
export function isCommonPassword(password: string): boolean {
  const text = password.toLowerCase();
  const word = text.replace(/^[^a-z]+|[^a-z]+$/g, '').replace(/[^a-z]/g, (sign) => LOOKALIKES.get(sign) ?? sign);
  if (WORDS.has(word)) return true;
  const [, letters, digits] = /^([a-z]+)(\d{3,})$/.exec(text.replace(/[^a-z0-9]/g, '')) ?? [];
  if (letters === undefined || digits === undefined) return false;
  return letters.length + digits.length >= 8 && isInRow(letters) && isInRow(digits);
}
