-- AlterTable
ALTER TABLE "issued_tokens" ADD COLUMN "ip" TEXT,
    ADD COLUMN "user_agent" TEXT,
    ADD COLUMN "last_used_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP;
