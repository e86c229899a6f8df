-- AlterTable
ALTER TABLE "oauth_attempts" ADD COLUMN "link_token_id" UUID;

-- CreateIndex
CREATE INDEX "oauth_attempts_link_token_id_idx" ON "oauth_attempts"("link_token_id");

-- AddForeignKey
ALTER TABLE "oauth_attempts" ADD CONSTRAINT "oauth_attempts_link_token_id_fkey" FOREIGN KEY ("link_token_id") REFERENCES "issued_tokens"("id") ON DELETE CASCADE ON UPDATE CASCADE;
