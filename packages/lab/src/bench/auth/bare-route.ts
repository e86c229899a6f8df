import fastify from 'fastify';
import pg from 'pg';

// The baseline for GET /api/auth/me: Fastify with nothing registered, one prepared primary-key query, the same body.
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });
const app = fastify({ logger: false });
app.get('/ready', async () => ({ status: 'ready' }));
app.get<{ Params: { id: string } }>('/users/:id', async ({ params }, reply) => {
  const { rows } = await pool.query({
    name: 'user by id',
    text: 'SELECT id, username, email, role, created_at, updated_at FROM users WHERE id = $1',
    values: [params.id],
  });
  return rows[0] ?? reply.code(404).send({ error: 'not found' });
});
process.once('SIGTERM', async () => {
  await app.close();
  await pool.end();
});
await app.listen({ host: '127.0.0.1', port: Number(process.env.PORT) });
