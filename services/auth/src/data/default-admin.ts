/**
 * The id of the one user who signs in in single-user mode: the administrator with the configured name, else the oldest
 * one, so that renaming the account, or making it by the set-up form, locks nobody out.
 * @param usernameKey the parameter with the name in lower case, such as `$1`
 * @returns SQL; no row when there is no administrator yet
 */
export const defaultAdminQuery = (usernameKey: `$${number}`): string => `SELECT id FROM users WHERE role = 'admin'
    ORDER BY (username_key = ${usernameKey}) DESC, created_at, id LIMIT 1`;
