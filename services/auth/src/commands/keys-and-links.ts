import { apiKeysOf, createApiKey, deleteApiKey, deleteApiKeys } from '../accounts/api-keys.js';
import { inviteUser } from '../accounts/links.js';
import type { AdminContext, Options } from './admin-context.js';
import { table } from './listings.js';
import { userNamed } from './users.js';

/** Prints an invitation. @throws {ApiError} 400 for broken rules, 409 when the name or e-mail is taken */
export async function invite(context: AdminContext, username: string | undefined, options: Options): Promise<void> {
  const { email, 'expires-in': lifetime } = options;
  const { url, expires_at } = await inviteUser(context, context.caller, {
    ...(username !== undefined && { username }),
    ...(email !== undefined && { email }),
    role: options.role === 'admin' ? 'admin' : 'user',
    ...(lifetime !== undefined && { expires_in: lifetime }),
  });
  context.output.write(`${url}\nIt works once, until ${new Date(expires_at).toISOString()}.\n`);
}

/** Lists, creates and deletes the API keys of an account. @throws {ApiError} 400, 404, 409 */
export async function keys(
  context: AdminContext,
  verb: string | undefined,
  { all = false, 'expires-in': lifetime }: Options,
  [account = '', operand]: readonly string[],
): Promise<void> {
  const { caller, output } = context;
  const user = await userNamed(context, account);
  const when = (time: number | null) => (time === null ? 'never' : new Date(time).toISOString());
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
    const { key, expires_at } = await createApiKey(context, caller, user, { name: operand ?? '', ...expiry });
    output.write(`${key}\nIt is shown this once, and expires: ${when(expires_at)}.\n`);
  } else if (all) {
    output.write(`API keys deleted: ${await deleteApiKeys(context, caller, user.id)}.\n`);
  } else {
    await deleteApiKey(context, caller, user.id, operand ?? '');
    output.write('API key deleted.\n');
  }
}
