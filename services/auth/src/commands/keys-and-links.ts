import { oneOf, UsageError } from '@ownvoice/shared/command-line';
import { ROLES } from '@ownvoice/shared/contract';
import { apiKeysOf, createApiKey, deleteApiKey, deleteApiKeys } from '../accounts/api-keys.js';
import { inviteUser } from '../accounts/links.js';
import type { AdminCommand } from './admin-context.js';
import { table } from './listings.js';
import { userNamed } from './users.js';

export const invite: AdminCommand = {
  usage: 'invite [USERNAME]',
  summary: 'Print a link by which somebody makes an account, once.',
  options: {
    email: 'the e-mail address of the account',
    role: `${ROLES.join(' or ')} (default: user)`,
    'expires-in': 'how long the link is valid (default: 7d)',
  },
  async run(context, [username], { email, role = 'user', 'expires-in': lifetime }) {
    const { url, expires_at } = await inviteUser(context, {
      ...(username !== undefined && { username }),
      ...(email !== undefined && { email }),
      role: oneOf('--role', role, ROLES),
      ...(lifetime !== undefined && { expires_in: lifetime }),
    });
    context.output.write(`${url}\nIt works once, until ${new Date(expires_at).toISOString()}.\n`);
  },
};

const when = (time: number | null) => (time === null ? 'never' : new Date(time).toISOString());

export const keys: AdminCommand = {
  usage: 'keys VERB ACCOUNT [NAME|ID]',
  summary: 'The API keys of an account: list, create NAME or delete ID; a new one is printed once.',
  options: { 'expires-in': 'how long a new one is valid, or never (default: 365d)' },
  flags: { all: 'delete all' },
  async run(context, [given, account = '', operand = ''], { all, 'expires-in': lifetime }) {
    const verb = oneOf('VERB', given, ['list', 'create', 'delete']);
    const { output } = context;
    if (operand === '' && (verb === 'create' || (verb === 'delete' && !all)))
      throw new UsageError(`${verb === 'create' ? 'NAME' : 'ID'} is missing.`);
    const user = await userNamed(context, account);
    if (verb === 'list') {
      const rows = (await apiKeysOf(context, user.id)).map((key) => [
        key.id,
        key.name,
        key.prefix,
        when(key.last_used_at),
        when(key.expires_at),
      ]);
      output.write(table(['id', 'name', 'begins with', 'last used', 'expires'], rows));
    } else if (verb === 'create') {
      const expiry = lifetime === undefined ? {} : { expires_in: lifetime === 'never' ? null : lifetime };
      const { key, expires_at } = await createApiKey(context, user, { name: operand, ...expiry });
      output.write(`${key}\nIt is shown this once, and expires: ${when(expires_at)}.\n`);
    } else if (all) {
      output.write(`API keys deleted: ${await deleteApiKeys(context, user.id)}.\n`);
    } else {
      await deleteApiKey(context, user.id, operand);
      output.write('API key deleted.\n');
    }
  },
};
