-- CreateTable
CREATE TABLE "speech_usage" (
    "user_id" UUID NOT NULL,
    "day" DATE NOT NULL,
    "seconds" DOUBLE PRECISION NOT NULL,

    CONSTRAINT "speech_usage_pkey" PRIMARY KEY ("user_id","day")
);

-- CreateIndex
CREATE INDEX "speech_usage_day_idx" ON "speech_usage"("day");

-- AddForeignKey
ALTER TABLE "speech_usage" ADD CONSTRAINT "speech_usage_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
