import { buffer } from 'node:stream/consumers';
import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import type { CallToolResult, Tool } from '@modelcontextprotocol/sdk/types.js';
import { ApiError, type App, errorResponses } from '@ownvoice/shared';
import { type Job, SPEECH_HEADERS, SpeechRequest as SpeechRequestBody } from '@ownvoice/shared/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { apiError } from '../errors.js';
import { speechRequestOf } from './v1/audio/speech.js';

/** A minute or so: an answer is one message, and assistants give up after a minute. */
const MAX_CHARACTERS = 1_000;
/** Slow speech and pauses make a short text long; as base64 it is a third more. */
const MAX_BYTES = 8 * 1024 ** 2;

const text = (description: string) => ({ type: 'string', description });
const DELIVERY = {
  voice: text('Name of a voice: ryan, aiden, vivian, serena, uncle_fu, dylan, eric, ono_anna, sohee or a saved one.'),
  language: text('English name or ISO 639-1 code of the language; detected when absent.'),
  instruct: text('How it is spoken, such as "calm and slow".'),
  speed: { type: 'number', minimum: 0.25, maximum: 4, description: 'Speaking rate; 1 when absent.' },
};

const TOOLS: Tool[] = [
  {
    name: 'speak',
    description: `Speak a text of at most ${MAX_CHARACTERS} characters; the result is a WAV file. Use narrate for a longer text.`,
    inputSchema: {
      type: 'object',
      properties: { text: { ...text('What is spoken.'), maxLength: MAX_CHARACTERS }, ...DELIVERY },
      required: ['text'],
    },
  },
  {
    name: 'narrate',
    description: 'Speak a long text in the background; the result says where its progress and its audio are.',
    inputSchema: {
      type: 'object',
      properties: { text: text('What is spoken.'), title: text('Of the narration.'), ...DELIVERY },
      required: ['text'],
    },
  },
];

type Arguments = Readonly<Record<string, unknown>>;

const failed = (message: string): CallToolResult => ({ isError: true, content: [{ type: 'text', text: message }] });

/** Calls a tool for whoever is replied to. */
async function callTool(
  reply: FastifyReply,
  name: string,
  { text: input, voice, language, instruct, speed, title }: Arguments,
): Promise<CallToolResult> {
  if (typeof input !== 'string') return failed('text is required.');
  const body = { input, voice, language, instruct, speed };
  try {
    if (name === 'speak') return await speak(reply, body);
    if (name === 'narrate') return await narrate(reply.request, { ...body, title });
    return failed(`There is no tool ${name}.`);
  } catch (error) {
    if (error instanceof ApiError) return failed(error.message);
    throw error;
  }
}

/** As POST /v1/audio/speech does. @throws ApiError */
async function speak(reply: FastifyReply, body: Arguments & { readonly input: string }): Promise<CallToolResult> {
  const { request } = reply;
  if ([...body.input].length > MAX_CHARACTERS)
    return failed(`text is longer than ${MAX_CHARACTERS} characters; narrate takes longer ones.`);
  const validate = request.compileValidationSchema(SpeechRequestBody);
  const validation = validate(body) ? undefined : validate.errors;
  const validationError = validation && { validation, validationContext: 'body' };
  const asked = Object.create(request, { body: { value: body }, validationError: { value: validationError } });
  const { clientOf, synthesizer } = request.server;
  const speech = await synthesizer.speak(await speechRequestOf(asked), reply.abandoned(), clientOf(request));
  if (speech.bytes > MAX_BYTES) {
    speech.audio.destroy();
    return failed('The audio is too long for a message; use narrate.');
  }
  const audio = await buffer(speech.audio);
  const before = Number(reply.getHeader(SPEECH_HEADERS.audioSeconds) ?? 0);
  reply.header(SPEECH_HEADERS.audioSeconds, (before + speech.audioSeconds).toFixed(3));
  return { content: [{ type: 'audio', data: audio.toString('base64'), mimeType: 'audio/wav' }] };
}

/** Sends it to POST /v1/audio/jobs for the same client. */
async function narrate(request: FastifyRequest, body: Arguments): Promise<CallToolResult> {
  const { 'content-length': _length, 'transfer-encoding': _encoding, ...headers } = request.headers;
  const response = await request.server.inject({
    method: 'POST',
    url: '/v1/audio/jobs',
    remoteAddress: request.socket.remoteAddress ?? '',
    headers: { ...headers, 'content-type': 'application/json' },
    payload: JSON.stringify(body),
  });
  if (response.statusCode !== 202) {
    const { error } = response.json<{ error: string | { message: string } }>();
    return failed(typeof error === 'string' ? error : error.message);
  }
  const { id, status, characters } = response.json<Job>();
  const url = `${request.protocol}://${request.host}/v1/audio/jobs/${id}`;
  const narration = { id, status, characters, url, audio: `${url}/audio` };
  return { content: [{ type: 'text', text: JSON.stringify(narration) }] };
}

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

  app.post('/mcp', {
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
    handler: async (request, reply) => {
      const server: Server = new Server({ name: 'ownvoice', version }, { capabilities: { tools: {} } });
      server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: TOOLS }));
      server.setRequestHandler(CallToolRequestSchema, ({ params }) =>
        callTool(reply, params.name, params.arguments ?? {}),
      );
      const transport = new Transport({ enableJsonResponse: true });
      await server.connect(transport);
      try {
        const headers = new Headers();
        for (const [name, value] of Object.entries(request.headers)) headers.set(name, String(value));
        const message = new Request('http://localhost/mcp', { method: 'POST', headers });
        const response = await transport.handleRequest(message, { parsedBody: request.body });
        reply.code(response.status as 200).headers(Object.fromEntries(response.headers));
        return reply.send(await response.text());
      } finally {
        await server.close();
      }
    },
  });
}
