/** Speech of one request, and where its chunks are. */
export interface ChunkedSpeech {
  readonly wav: Uint8Array;
  readonly variant: string;
  readonly precision: string;
  readonly seed: number;
  readonly chunks: readonly HeardChunk[];
  /** From sending to the last byte. */
  readonly seconds: number;
  /** Of the service, by outcome: what became of the first chunk as context. */
  readonly contexts: string;
}

export interface HeardChunk {
  readonly text: string;
  /** Where it begins, in seconds. */
  readonly start: number;
  /** Where the next one begins. */
  readonly end: number;
  readonly isSkipped: boolean;
}

/** What is spoken, in the voice that the loaded variant needs. */
export interface DriftRequest {
  readonly input: string;
  readonly voice: string;
  /** A WAV file. */
  readonly reference: Uint8Array<ArrayBuffer>;
  readonly seed: number;
}

const DESCRIPTION = 'A calm woman in her sixties with a low, slightly hoarse voice, an experienced storyteller.';

/**
 * Speaks a text in one request with a seed.
 *
 * @throws {Error} with the service's sentence when it refuses
 */
export async function speakInChunks(
  origin: string,
  { input, voice, reference, seed }: DriftRequest,
): Promise<ChunkedSpeech> {
  const health = (await (await fetch(`${origin}/health`)).json()) as { variant: string; precision: string };
  const json = (path: string, body: object) =>
    checked(
      fetch(origin + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ input, language: 'en', seed, ...body }),
      }),
    );
  const form = new FormData();
  for (const [name, value] of Object.entries({ input, language: 'en', seed: String(seed) })) form.set(name, value);
  form.set('reference_audio', new Blob([reference]), 'reference.wav');
  const { variant } = health;
  const start = performance.now();
  const answer = variant.startsWith('base')
    ? await checked(fetch(`${origin}/v1/audio/voice-clone`, { method: 'POST', body: form }))
    : variant.startsWith('voicedesign')
      ? await json('/v1/audio/voice-design', { voice_description: DESCRIPTION })
      : await json('/v1/audio/speech', { voice });
  const wav = new Uint8Array(await answer.arrayBuffer());
  const elapsed = (performance.now() - start) / 1000;
  const metrics = await (await fetch(`${origin}/metrics`)).text();
  const contexts = [...metrics.matchAll(/^tts_chunk_contexts_total\{.*outcome="(\w+)"\} (\d+)$/gm)];
  const { chunks } = (await (await json('/v1/text/chunks', {})).json()) as { chunks: { text: string }[] };
  const numbers = (name: string) => (answer.headers.get(name) ?? '').split(',').filter(Boolean).map(Number);
  const [starts, skipped] = [numbers('x-tts-chunk-starts'), numbers('x-tts-chunks-skipped')];
  const seconds = Number(answer.headers.get('x-tts-audio-seconds'));
  return {
    wav,
    ...{ variant, precision: health.precision, seed, seconds: elapsed },
    contexts: contexts.map(([, outcome, count]) => `${count} ${outcome}`).join(', ') || 'none',
    chunks: chunks.map(({ text }, index) => ({
      text,
      start: starts[index] ?? seconds,
      end: starts[index + 1] ?? seconds,
      isSkipped: skipped.includes(index),
    })),
  };
}

async function checked(answering: Promise<Response>): Promise<Response> {
  const answer = await answering;
  if (!answer.ok) throw new Error(`answered ${answer.status}: ${(await answer.text()).slice(0, 300)}`);
  return answer;
}
