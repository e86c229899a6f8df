/** The columns of a user as it leaves the service, of the table `u`; times in milliseconds since the Unix epoch. */
export const USER_COLUMNS = `u.id, u.username, u.email, u.role,
    (extract(epoch FROM u.created_at) * 1000)::float8 AS created_at,
    (extract(epoch FROM u.updated_at) * 1000)::float8 AS updated_at`;
