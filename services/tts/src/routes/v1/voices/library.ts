import { type App, isCrossSite } from '@ownvoice/shared';
import { LANGUAGE_NAMES, type Language, type LanguageCode } from '@ownvoice/shared/contract';
import { apiError } from '../../../errors.js';
import type { VoiceLibrary } from '../../../voice-library/voice-library.js';

const READING = ['GET', 'HEAD'];

/** @throws ApiError 404 when the service has none */
export function libraryOf({ voiceLibrary }: Pick<App, 'voiceLibrary'>): VoiceLibrary {
  if (voiceLibrary) return voiceLibrary;
  throw apiError('no_voice_library');
}

/**
 * The routes of this scope are not there without a library, whatever is sent to them, and only for users where a proxy
 * names them. Pages of other sites change nothing.
 */
export function onlyWithLibrary(app: App): void {
  app.addHook('onRequest', async (request) => {
    const { method, headers } = request;
    libraryOf(app);
    app.expectCaller(request);
    if (!READING.includes(method) && isCrossSite(headers, app.config.corsOrigins)) throw apiError('cross_site');
  });
}

/** The name of a new voice in one form of Unicode, with half-width and full-width letters as ordinary ones. */
export const nameOf = (text: string): string => text.normalize('NFKC');

/** The language of a voice as it is kept. */
export const keptLanguage = (language: LanguageCode | undefined): Language | 'auto' =>
  language === undefined ? 'auto' : LANGUAGE_NAMES[language];
