-- Which costs of argon2id there are among imported hashes is asked at every sign-in; most stores have none.
CREATE INDEX "users_argon2id_cost_idx" ON "users" (substring("password_hash" FROM '^\$argon2id\$v=19\$m=\d+,t=\d+,p=\d+'))
    WHERE "password_hash" LIKE '$argon2id$%';
