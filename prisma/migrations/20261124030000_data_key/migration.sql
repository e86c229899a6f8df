-- AlterTable
ALTER TABLE "installation" ADD COLUMN "data_key" TEXT NOT NULL DEFAULT replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '');

-- AlterTable
ALTER TABLE "second_factors" ADD COLUMN "by_data_key" BOOLEAN NOT NULL DEFAULT false;
