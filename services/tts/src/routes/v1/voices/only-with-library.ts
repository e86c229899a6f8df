import { ApiError, type App } from '@ownvoice/shared';
import type { VoiceLibrary } from '../../../voice-library/voice-library.js';

/** @throws ApiError 404 when the service has none */
export function libraryOf({ voiceLibrary }: Pick<App, 'voiceLibrary'>): VoiceLibrary {
  if (voiceLibrary) return voiceLibrary;
  throw new ApiError(404, 'This server has no voice library; start it with --voice-library DIR.');
}

/** The routes of this scope are not there without a library, whatever is sent to them. */
export function onlyWithLibrary(app: App): void {
  app.addHook('onRequest', async () => {
    libraryOf(app);
  });
}
