// For `npx prisma@7.10.0`; neither the build nor the services read it. A plain object, because `prisma` is not installed.
export default {
  schema: 'prisma/schema.prisma',
  migrations: { path: 'prisma/migrations' },
  datasource: { url: process.env.DATABASE_URL ?? 'postgresql://localhost:5432/ownvoice' },
};
