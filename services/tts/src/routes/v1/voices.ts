import type { App } from '@ownvoice/shared';
import { VOICES, VoiceList } from '@ownvoice/shared/contract';

/** GET /v1/voices: the pre-built voices. */
export async function voicesRoute(app: App): Promise<void> {
  const schema = { tags: ['speech'], summary: 'The pre-built voices', security: [], response: { 200: VoiceList } };
  app.get('/v1/voices', { schema }, async () => ({ voices: [...VOICES] }));
}
