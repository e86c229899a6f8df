import type { App } from '@ownvoice/shared';
import { VoiceEncoding, VoiceEncodingRequest } from '@ownvoice/shared/contract';
import { SAMPLE_RATE } from '../../../engines/engine.js';
import { numbersOf, unreadable, writeVoiceEncoding } from '../../../engines/voice-encoding.js';
import { hashOf } from '../../../voice-library/voice-library.js';
import { speechErrors } from '../audio/response.js';

const MAX_SECONDS = 61;
/** A minute of samples in base64, and its transcript. */
const MAX_BODY_BYTES = 9_000_000;

/** POST /v1/voices/encoding: what the loaded base model makes of a recording, for a service with --engine-url. */
export async function voiceEncodingRoute(app: App): Promise<void> {
  app.post(
    '/v1/voices/encoding',
    {
      bodyLimit: MAX_BODY_BYTES,
      schema: {
        summary: 'Encode a prepared recording',
        description:
          'For a speech service with --engine-url, which keeps saved voices itself. Needs a base variant; nothing is kept.',
        body: VoiceEncodingRequest,
        response: { 200: VoiceEncoding, ...speechErrors(400, 408, 409, 413, 415, 429) },
      },
    },
    async ({ body: { samples: sent, text } }, reply) => {
      const samples = new Float32Array(numbersOf('samples', sent));
      const seconds = samples.length / SAMPLE_RATE;
      const isAudio = seconds >= 1 && seconds <= MAX_SECONDS && samples.every((sample) => Math.abs(sample) <= 1);
      if (!isAudio) throw unreadable('samples');
      const reference = { samples, hash: hashOf(samples), ...(text !== undefined && { text }) };
      return writeVoiceEncoding((await app.synthesizer.encode(reference, reply.abandoned())).encoding);
    },
  );
}
