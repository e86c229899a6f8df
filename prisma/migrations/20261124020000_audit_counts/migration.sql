-- AlterTable
ALTER TABLE "audit_events" ADD COLUMN "username" TEXT,
ADD COLUMN "actor_username" TEXT,
ADD COLUMN "count" INTEGER NOT NULL DEFAULT 1,
ADD COLUMN "minute_key" TEXT;

-- CreateIndex
CREATE UNIQUE INDEX "audit_events_minute_key_key" ON "audit_events"("minute_key");

-- Names as they are now; those of accounts that were deleted are lost.
UPDATE "audit_events" e SET
    "username" = (SELECT u."username" FROM "users" u WHERE u."id" = e."user_id"),
    "actor_username" = (SELECT u."username" FROM "users" u WHERE u."id" = e."actor_id");

-- CreateIndex
CREATE INDEX "passkey_challenges_user_id_idx" ON "passkey_challenges"("user_id");

-- The search in the list of users reads this index. Where the extension may not be created, it reads the table.
DO $$ BEGIN
    CREATE EXTENSION IF NOT EXISTS pg_trgm;
    CREATE INDEX "users_search_idx" ON "users" USING gin ("username_key" gin_trgm_ops, "email" gin_trgm_ops);
EXCEPTION WHEN insufficient_privilege OR undefined_file OR undefined_object OR feature_not_supported THEN
    RAISE WARNING 'pg_trgm is not available: the search in the list of users has no index';
END $$;
