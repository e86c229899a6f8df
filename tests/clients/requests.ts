/** What a client gets: a file, or the sentence of a refusal. */
type Outcome = 'WAV' | 'PCM' | RegExp;

/** A request as a client's source or the client itself sends it, with its own defaults. */
export interface ClientRequest {
  /** As docs/clients.md names it. */
  readonly client: string;
  /** Version or commit that was looked up. */
  readonly version: string;
  readonly method?: 'GET';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Readonly<Record<string, unknown>>;
  /** Fields of the answer, where it is JSON. */
  readonly json?: Readonly<Record<string, unknown>>;
  readonly strict: Outcome | 'JSON';
  readonly lenient: Outcome | 'JSON';
}

const SPEECH = '/v1/audio/speech';
const INPUT = 'Good morning. The kettle is on.';
const ONLY_WAV = /^response_format must be wav;/;

const bearer = { 'content-type': 'application/json', authorization: 'Bearer none-is-needed' };
const official = { ...bearer, accept: 'application/octet-stream' };

const everywhere = (outcome: Outcome | 'JSON') => ({ strict: outcome, lenient: outcome });
const onlyLenient = { strict: ONLY_WAV, lenient: 'WAV' } as const;
const pcm = { strict: ONLY_WAV, lenient: 'PCM' } as const;

const node = { client: 'openai for Node', version: '6.49.0', path: SPEECH };
const python = { client: 'openai for Python', version: '3.54.0', path: SPEECH };
const litellm = { client: 'LiteLLM', version: '1.106.2', path: SPEECH, headers: official };
const webui = { client: 'Open WebUI', version: '01fb3e46d3e5', headers: bearer };
const homeAssistant = { client: 'Home Assistant, openai_tts', version: '3.7', path: SPEECH };
const silly = { client: 'SillyTavern', version: '1.12.6', path: SPEECH, headers: bearer };
const n8n = { client: 'n8n', version: '411c57ae6360', path: SPEECH, headers: bearer };

export const CLIENT_REQUESTS: readonly ClientRequest[] = [
  { ...node, headers: official, body: { model: 'tts-1', voice: 'alloy', input: INPUT }, ...everywhere('WAV') },
  {
    ...node,
    headers: official,
    body: { model: 'gpt-4o-mini-tts', voice: { id: 'marin' }, input: INPUT, stream_format: 'audio' },
    ...everywhere('WAV'),
  },
  {
    ...node,
    headers: official,
    body: { model: 'gpt-4o-mini-tts', voice: 'coral', input: INPUT, stream_format: 'sse' },
    strict: /^stream_format must be "audio": audio is not streamed\.$/,
    lenient: 'WAV',
  },
  {
    ...node,
    headers: official,
    body: { model: 'gpt-4o-mini-tts-2025-12-15', voice: 'cedar', input: INPUT, response_format: 'opus' },
    ...onlyLenient,
  },
  { ...python, headers: official, body: { input: INPUT, model: 'tts-1', voice: 'alloy' }, ...everywhere('WAV') },
  {
    ...python,
    headers: official,
    body: { input: INPUT, model: 'gpt-4o-mini-tts', voice: 'coral', instructions: 'Calm.', response_format: 'pcm' },
    ...pcm,
  },
  {
    client: 'LangChain4j',
    version: 'OpenAiTextToSpeechModel',
    path: SPEECH,
    headers: bearer,
    body: { model: 'tts-1', input: INPUT, voice: 'alloy' },
    ...everywhere('WAV'),
  },
  { ...litellm, body: { input: INPUT, model: 'tts-1', voice: 'alloy' }, ...everywhere('WAV') },
  {
    ...litellm,
    body: {
      input: INPUT,
      model: 'gpt-4o-mini-tts',
      voice: 'alloy',
      instructions: 'Calm.',
      response_format: 'wav',
      speed: 1.25,
    },
    ...everywhere('WAV'),
  },
  { ...webui, path: SPEECH, body: { input: INPUT, voice: 'alloy', model: 'tts-1' }, ...everywhere('WAV') },
  {
    ...webui,
    method: 'GET',
    path: '/v1/audio/voices',
    json: { 'voices.0.id': 'ryan', 'voices.0.name': 'Ryan', 'voices.length': 9 },
    ...everywhere('JSON'),
  },
  { ...webui, method: 'GET', path: '/v1/audio/models', json: { 'models.0.id': 'engine-tts' }, ...everywhere('JSON') },
  {
    client: 'AnythingLLM',
    version: '72aabbd15481',
    path: SPEECH,
    headers: official,
    body: { model: 'tts-1', voice: 'alloy', input: INPUT },
    ...everywhere('WAV'),
  },
  {
    client: 'LibreChat',
    version: '00b3bc32f0f5',
    path: SPEECH,
    headers: bearer,
    body: { input: INPUT, model: 'tts-1', voice: 'nova', backend: 'local' },
    ...everywhere('WAV'),
  },
  {
    ...homeAssistant,
    headers: { 'content-type': 'application/json', 'user-agent': 'HomeAssistant-OpenAI-TTS' },
    body: { model: 'tts-1', input: INPUT, voice: 'shimmer', response_format: 'mp3', speed: 1, instructions: 'Calm.' },
    ...onlyLenient,
  },
  {
    ...homeAssistant,
    headers: { 'content-type': 'application/json', 'user-agent': 'HomeAssistant-OpenAI-TTS' },
    body: { model: 'tts-1', input: INPUT, voice: 'ash', speed: 1, response_format: 'wav', language: 'en' },
    ...everywhere('WAV'),
  },
  {
    client: 'Vercel AI SDK',
    version: '3.0.141',
    path: SPEECH,
    headers: bearer,
    body: { model: 'gpt-4o-mini-tts', input: INPUT, voice: 'alloy', response_format: 'mp3' },
    ...onlyLenient,
  },
  {
    client: 'LiveKit Agents',
    version: '1.8.9',
    path: SPEECH,
    headers: official,
    body: {
      input: INPUT,
      model: 'gpt-4o-mini-tts',
      voice: 'ash',
      response_format: 'mp3',
      speed: 1,
      stream_format: 'sse',
    },
    strict: /^(response_format|stream_format) must be /,
    lenient: 'WAV',
  },
  {
    client: 'Pipecat',
    version: '1.14.0',
    path: SPEECH,
    headers: official,
    body: { input: INPUT, model: 'gpt-4o-mini-tts', voice: 'alloy', response_format: 'pcm' },
    ...pcm,
  },
  {
    client: 'wyoming_openai',
    version: '071fdc49603d',
    path: SPEECH,
    headers: official,
    body: { model: 'gpt-4o-mini-tts', voice: 'alloy', input: INPUT },
    ...everywhere('WAV'),
  },
  { ...silly, body: { input: INPUT, response_format: 'mp3', voice: 'nova', speed: 1, model: 'tts-1' }, ...onlyLenient },
  {
    ...n8n,
    body: { model: 'tts-1-hd', input: INPUT, voice: 'onyx', response_format: 'mp3', speed: 1 },
    ...onlyLenient,
  },
];
