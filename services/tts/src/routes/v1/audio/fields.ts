import { ApiError } from '@ownvoice/shared';
import type { LanguageCode, Voice } from '@ownvoice/shared/contract';
import { parseLanguage } from '../../../text/languages.js';
import { chooseModel, type SpeechKind } from '../../../voices/models.js';
import { findVoice, VOICE_NAMES } from '../../../voices/voices.js';

/**
 * Reads the fields that a schema cannot check, and collects every broken rule, so that a client sees all mistakes at
 * once.
 */
export class FieldReader {
  readonly #broken: string[] = [];

  /** A model identifier must belong to the route. */
  model(id: string, kind: SpeechKind): void {
    const choice = chooseModel(id, kind);
    if (choice.kind === 'unknown') this.#broken.push(`model must be one of ${choice.known.join(', ')}.`);
    if (choice.kind === 'other-route')
      this.#broken.push(`model ${id} is not for this route; send it to ${choice.route}.`);
  }

  responseFormat(format: string): void {
    if (format.toLowerCase() !== 'wav') this.#broken.push('response_format must be wav.');
  }

  voice(name: string): Voice | undefined {
    const voice = findVoice(name);
    if (!voice) this.#broken.push(`voice must be one of ${VOICE_NAMES.join(', ')}.`);
    return voice;
  }

  /** @returns undefined for `auto` */
  language(name: string): LanguageCode | undefined {
    const choice = parseLanguage(name);
    if (choice.kind === 'unknown') this.#broken.push(`language must be one of ${choice.known.join(', ')}.`);
    return choice.kind === 'language' ? choice.language : undefined;
  }

  /** Text that is not blank. */
  words(field: string, text: string): string {
    const words = text.trim();
    if (words === '') this.#broken.push(`${field} must not be empty.`);
    return words;
  }

  /** @throws ApiError 400 when any rule was broken */
  finish(): void {
    if (this.#broken.length > 0) throw new ApiError(400, 'The request is not valid.', { details: this.#broken });
  }
}
