import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { type App, errorResponses } from '@ownvoice/shared';
import { SPEECH_HEADERS } from '@ownvoice/shared/contract';
import { Type } from 'typebox';
import { apiError } from '../../errors.js';
import { callTool, TOOLS } from './tools.js';

/** Loaded only where it is used: it takes 30 MB. */
async function sdk() {
  const [{ Server }, transport, types] = await Promise.all([
    import('@modelcontextprotocol/sdk/server/index.js'),
    import('@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'),
    import('@modelcontextprotocol/sdk/types.js'),
  ]);
  return { Server, Transport: transport.WebStandardStreamableHTTPServerTransport, ...types };
}

/** POST /mcp: the Model Context Protocol by streamable HTTP, without sessions. */
export async function mcpRoute(app: App): Promise<void> {
  const { Server, Transport, ListToolsRequestSchema, CallToolRequestSchema } = await sdk();
  const { version, corsOrigins } = app.config;

  app.post(
    '/mcp',
    {
      // Browsers send Origin with every POST, so that neither pages of other sites nor DNS rebinding gets by.
      onRequest: async ({ headers: { origin } }) => {
        if (origin !== undefined && corsOrigins !== true && !corsOrigins.includes(origin)) throw apiError('cross_site');
      },
      schema: {
        summary: 'Speak and narrate by the Model Context Protocol',
        description: 'Streamable HTTP without sessions: JSON-RPC messages. Only with --mcp on.',
        body: Type.Unknown(),
        response: {
          200: Type.Unsafe<string>({ description: 'A JSON-RPC response.' }),
          202: Type.Unsafe<string>({ description: 'A notification was taken.' }),
          ...errorResponses(400, 403, 413, 415),
        },
      },
    },
    async (request, reply) => {
      const signal = reply.abandoned();
      const server: Server = new Server({ name: 'ownvoice', version }, { capabilities: { tools: {} } });
      let seconds = 0;
      server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: TOOLS }));
      server.setRequestHandler(CallToolRequestSchema, ({ params }) =>
        callTool(request, params.name, params.arguments ?? {}, signal, (spoken) => {
          seconds += spoken;
        }),
      );
      const transport = new Transport({ enableJsonResponse: true });
      await server.connect(transport);
      try {
        const headers = new Headers();
        for (const [name, value] of Object.entries(request.headers)) headers.set(name, String(value));
        const message = new Request('http://localhost/mcp', { method: 'POST', headers });
        const response = await transport.handleRequest(message, { parsedBody: request.body });
        if (seconds > 0) reply.header(SPEECH_HEADERS.audioSeconds, seconds.toFixed(3));
        reply.code(response.status as 200).headers(Object.fromEntries(response.headers));
        return reply.send(await response.text());
      } finally {
        await server.close();
      }
    },
  );
}
