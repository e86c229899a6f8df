import { buffer } from 'node:stream/consumers';
import { readWav } from '@ownvoice/audio';
import type { App } from '@ownvoice/shared';
import { CustomVoice, DesignedVoiceRequest, type LanguageCode, MIN_REFERENCE_SECONDS } from '@ownvoice/shared/contract';
import { apiError } from '../../../errors.js';
import { DEFAULT_VOICE_LANGUAGE } from '../../../synthesis/speech-request.js';
import { withoutControls } from '../../../text/index.js';
import { customVoiceOf } from '../../../voice-library/stored-voice.js';
import { hashOf } from '../../../voice-library/voice-library.js';
import { languageOf } from '../audio/request.js';
import { speechErrors } from '../audio/response.js';
import { keptLanguage, libraryOf, nameOf, onlyWithLibrary } from './index.js';

/**
 * What a designed voice says for its recording: about five seconds, a statement and a question. Longer ones would be cut
 * into chunks on slow machines, and each chunk has a slightly different voice.
 */
const SENTENCES: Readonly<Record<LanguageCode, string>> = {
  en: 'Good morning, and thank you for coming. Shall we begin with the story of the sea?',
  zh: '早上好，谢谢你来。我们先讲海边那座老灯塔的故事，好吗？',
  ja: 'おはようございます。海辺の古い灯台の話から始めましょうか。',
  ko: '안녕하세요, 와 주셔서 고맙습니다. 바다 이야기부터 시작해 볼까요?',
  de: 'Guten Morgen, und danke, dass du da bist. Fangen wir mit der Geschichte vom Meer an?',
  fr: "Bonjour, et merci d'être venu. On commence par l'histoire de la mer et du phare ?",
  es: 'Buenos días, y gracias por venir. ¿Empezamos con la historia del faro y del mar?',
  it: 'Buongiorno, e grazie di essere qui. Cominciamo con la storia del faro e del mare?',
  pt: 'Bom dia, e obrigado por ter vindo. Vamos começar com a história do farol e do mar?',
  ru: 'Доброе утро, и спасибо, что пришли. Начнём с истории о море и старом маяке?',
};

/** Another seed may bring a longer recording. */
const ATTEMPTS = 5;

/** POST /v1/voices/design: keeps a voice that is made from a description. */
export async function designVoiceRoute(app: App): Promise<void> {
  onlyWithLibrary(app);

  /** What a base model clones later. @throws ApiError 409, 429, 500 or 503 */
  const speakSample = async (
    description: string,
    language: LanguageCode,
    seed: number | null | undefined,
    signal: AbortSignal,
    client: string,
  ) => {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const speech = await app.synthesizer.speak(
        {
          input: SENTENCES[language],
          language,
          voice: { kind: 'design', description },
          voiceLanguage: language,
          speed: 1,
          seed: typeof seed === 'number' ? seed + attempt : undefined,
          pronunciations: [],
          normalize: app.config.normalize,
          asItIs: false,
        },
        signal,
        client,
      );
      const { samples } = readWav(await buffer(speech.audio));
      if (speech.skipped.length === 0 && speech.audioSeconds >= MIN_REFERENCE_SECONDS)
        return { samples, hash: hashOf(samples), text: SENTENCES[language] };
    }
    throw apiError('sample_unfinished');
  };

  app.post('/v1/voices/design', {
    schema: {
      summary: 'Save a voice from a description',
      description: 'Only with --voice-library. Needs the voice-design variant; base variants speak with the voice.',
      body: DesignedVoiceRequest,
      response: { 201: CustomVoice, ...speechErrors(400, 401, 403, 404, 408, 409, 413, 415, 429, 507) },
    },
    preValidation: async ({ body }) => {
      // Validation comes after, so that anything may be here.
      const fields = body as { name?: unknown } | null | undefined;
      if (typeof fields?.name === 'string') fields.name = nameOf(fields.name);
    },
    handler: async (request, reply) => {
      const { name, language: field, seed } = request.body;
      const description = withoutControls(request.body.voice_description).trim();
      const library = libraryOf(app);
      const owner = app.expectCaller(request).user;
      const signal = reply.abandoned();
      app.synthesizer.expect('design');
      await library.expectRoomFor({ name, owner });
      const language =
        languageOf(field) ?? (await app.synthesizer.languageOf(description, signal)) ?? DEFAULT_VOICE_LANGUAGE;
      const reference = await speakSample(description, language, seed, signal, app.clientOf(request));
      const voice = await library.add(
        { owner, name, language: keptLanguage(language), origin: 'designed', reference, keepsRecording: true },
        signal,
      );
      request.logFields = { ...request.logFields, voice: voice.id };
      return customVoiceOf(voice);
    },
  });
}
