-- AlterTable
ALTER TABLE "second_factors" DROP COLUMN "by_data_key";
