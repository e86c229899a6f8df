-- AlterTable
ALTER TABLE "identities" ADD COLUMN "email" TEXT, ADD COLUMN "last_used_at" TIMESTAMPTZ(3);
