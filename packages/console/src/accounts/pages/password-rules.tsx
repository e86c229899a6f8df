import { MAX_PASSWORD_BYTES, NEW_PASSWORD_RULES, PATTERNS } from '@ownvoice/shared/contract/patterns';
import { Icon } from '../../interface/icon.js';
import { useText } from '../text.js';
import { byteLength } from '../use-field-faults.js';

/** Shows while typing which password rules are met. The server enforces them. */
export function PasswordRules({ password }: { password: string }) {
  const text = useText();
  const has = ({ pattern }: { pattern: string }) => new RegExp(pattern, 'u').test(password);
  const rules: { label: string; met: boolean }[] = [
    { label: text.passwordRules.length, met: [...password].length >= NEW_PASSWORD_RULES.minLength },
    { label: text.passwordRules.upper, met: has(PATTERNS.upperCase) },
    { label: text.passwordRules.lower, met: has(PATTERNS.lowerCase) },
    { label: text.passwordRules.digit, met: has(PATTERNS.digit) },
  ];
  if (byteLength(password) > MAX_PASSWORD_BYTES) rules.push({ label: text.passwordRules.tooLong, met: false });
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
