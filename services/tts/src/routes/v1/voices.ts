import type { App } from '@ownvoice/shared';
import { VOICES, VoiceList } from '@ownvoice/shared/contract';

/** GET /v1/voices, and /v1/audio/voices where some clients look: the pre-built voices. */
export async function voicesRoute(app: App): Promise<void> {
  const schema = { tags: ['speech'], summary: 'The pre-built voices', security: [], response: { 200: VoiceList } };
  for (const path of ['/v1/voices', '/v1/audio/voices'])
    app.get(path, { schema }, async () => ({ voices: [...VOICES] }));
}
