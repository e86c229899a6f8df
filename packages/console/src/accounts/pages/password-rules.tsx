import { Icon } from '../../interface/icon.js';
import { text } from '../text.js';

const bytes = (password: string) => new TextEncoder().encode(password).length;

/** What the server asks of a password, ticked off while it is typed. The server has the last word. */
export function PasswordRules({ password }: { password: string }) {
  const rules: { words: string; met: boolean }[] = [
    { words: text.rules.length, met: [...password].length >= 6 },
    { words: text.rules.upper, met: /\p{Lu}/u.test(password) },
    { words: text.rules.lower, met: /\p{Ll}/u.test(password) },
    { words: text.rules.digit, met: /[0-9]/.test(password) },
  ];
  if (bytes(password) > 72) rules.push({ words: text.rules.tooLong, met: false });
  return (
    <div className="rules">
      <p>{text.rules.title}</p>
      <ul>
        {rules.map(({ words, met }) => (
          <li key={words} className={met ? 'rule rule-met' : 'rule'}>
            <Icon name={met ? 'check' : 'open'} />
            {words}
            <span className="unseen">: {met ? text.rules.met : text.rules.open}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
