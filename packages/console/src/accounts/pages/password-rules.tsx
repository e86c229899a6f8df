import { Icon } from '../../interface/icon.js';
import { useText } from '../text.js';

const byteLength = (password: string) => new TextEncoder().encode(password).length;

/** Shows while typing which password rules are met. The server enforces them. */
export function PasswordRules({ password }: { password: string }) {
  const text = useText();
  const rules: { label: string; met: boolean }[] = [
    { label: text.passwordRules.length, met: [...password].length >= 6 },
    { label: text.passwordRules.upper, met: /\p{Lu}/u.test(password) },
    { label: text.passwordRules.lower, met: /\p{Ll}/u.test(password) },
    { label: text.passwordRules.digit, met: /[0-9]/.test(password) },
  ];
  if (byteLength(password) > 72) rules.push({ label: text.passwordRules.tooLong, met: false });
  return (
    <div className="rules">
      <p>{text.passwordRules.title}</p>
      <ul>
        {rules.map(({ label, met }) => (
          <li key={label} className={met ? 'rule rule-met' : 'rule'}>
            <Icon name={met ? 'check' : 'circle'} />
            {label}
            <span className="visually-hidden">: {met ? text.passwordRules.met : text.passwordRules.unmet}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
