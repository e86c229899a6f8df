-- AlterTable
ALTER TABLE "users" ADD COLUMN "signed_in_at" TIMESTAMPTZ(3);
UPDATE "users" u SET "signed_in_at" = e.at FROM (
    SELECT "user_id", max("at") AS at FROM "audit_events"
    WHERE "event" IN ('login', 'register', 'setup', 'oauth_login', 'oauth_create', 'oauth_link') AND "outcome" = 'success'
    GROUP BY "user_id"
) e WHERE e."user_id" = u."id";

-- CreateIndex
CREATE INDEX "users_signed_in_at_idx" ON "users"("signed_in_at");

-- The list of users skips pages of each order by reading an index alone.
DROP INDEX "users_role_idx";
CREATE INDEX "users_role_id_idx" ON "users"("role", "id");
CREATE INDEX "users_username_key_id_idx" ON "users"("username_key", "id");
CREATE INDEX "users_email_id_idx" ON "users"("email", "id");
CREATE INDEX "users_updated_at_id_idx" ON "users"("updated_at", "id");
CREATE INDEX "users_email_desc_id_idx" ON "users"("email" DESC NULLS LAST, "id");
