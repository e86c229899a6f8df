import type { SettingsReader } from '@ownvoice/shared/settings';
import { canonicalEmail, emailFaults, passwordFaults, usernameFaults } from '../domain/account-rules.js';
import { isSample } from '../domain/secrets.js';

export interface DefaultAdminSettings {
  readonly username: string;
  readonly email: string | null;
  /** Absent: none was chosen. */
  readonly password: string | undefined;
}

export function readDefaultAdmin(read: SettingsReader): DefaultAdminSettings {
  const username = read.text('DEFAULT_ADMIN_USERNAME') ?? 'admin';
  const email = read.text('DEFAULT_ADMIN_EMAIL');
  const password = read.verbatim('DEFAULT_ADMIN_PASSWORD');
  // A fault is a sentence about a field of a request; here it is one about a variable.
  const report = (variable: string, field: string, faults: readonly string[]) => {
    for (const fault of faults) read.mistake(variable, fault.replace(`${field} `, '').replace(/\.$/, ''));
  };
  report('DEFAULT_ADMIN_USERNAME', 'username', usernameFaults(username));
  if (email !== undefined && emailFaults(email).length > 0)
    read.mistake('DEFAULT_ADMIN_EMAIL', 'must be an e-mail address');
  if (password !== undefined && isSample(password))
    read.mistake('DEFAULT_ADMIN_PASSWORD', 'is a sample value; choose a password of your own');
  else if (password !== undefined) report('DEFAULT_ADMIN_PASSWORD', 'password', passwordFaults(password));
  return { username, email: email === undefined ? null : canonicalEmail(email), password };
}
