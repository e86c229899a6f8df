import type { App } from '@ownvoice/shared';
import { errorResponses, TextChunks, TextChunksRequest } from '@ownvoice/shared/contract';
import { languageLabel, voiceId } from '../../../synthesis/speech-request.js';
import { pauseAfterChunk } from '../../../synthesis/stream.js';
import { textOf, voiceOf } from '../audio/request.js';

/** POST /v1/text/chunks: what /v1/audio/speech would speak, without speaking it. */
export async function textChunksRoute(app: App): Promise<void> {
  app.post('/v1/text/chunks', {
    schema: {
      summary: 'Preview the cleaned text and its chunks',
      body: TextChunksRequest,
      response: {
        200: TextChunks,
        ...errorResponses([400, 'invalid_input', 'nothing_to_speak', 'text_too_long'], 408, 413, 415, 429),
      },
    },
    // The handler knows the voices, and reports every broken rule at once.
    attachValidation: true,
    handler: async (request, reply) => {
      const { voiceLanguage, voices } = await voiceOf(request, '');
      const { speed, format: _, ...fields } = textOf(request.body, app.config.normalize);
      const asked = { ...fields, voiceLanguage, ...(voices && { voices }) };
      const text = await app.synthesizer.preview(asked, reply.abandoned());
      return {
        language: languageLabel(text.language),
        detected_language: text.detectedLanguage ?? null,
        text: text.text,
        chunks: text.chunks.map((chunk) => ({
          text: chunk.text,
          ...(chunk.written !== undefined && { written: chunk.written }),
          ...(chunk.voice !== undefined && { voice: voiceId(voices?.get(chunk.voice)?.voice) ?? chunk.voice }),
          characters: chunk.characters,
          estimated_seconds: Math.round(chunk.estimatedSeconds * 100) / 100,
          pause_seconds: pauseAfterChunk(chunk, speed),
        })),
      };
    },
  });
}
