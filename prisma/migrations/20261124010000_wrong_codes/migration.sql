-- AlterTable
ALTER TABLE "users" ADD COLUMN "wrong_codes" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN "codes_paused_until" TIMESTAMPTZ(3);
