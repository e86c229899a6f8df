import type { CheckpointConfig, PresetSpeaker } from '../checkpoint/config.js';
import { PromptError } from '../errors.js';

/**
 * The codec id of a language, or undefined to let the model detect it.
 *
 * A speaker with a dialect speaks it for Chinese and `auto`. Dialects cannot be requested by name.
 *
 * @param language name in any case, or `auto`
 * @throws PromptError for a language that the checkpoint does not know
 */
export function languageId(
  config: CheckpointConfig,
  language: string,
  speaker: PresetSpeaker | undefined,
): number | undefined {
  const name = language.toLowerCase();
  const id = config.languages.get(name);
  if (name !== 'auto' && (id === undefined || isDialect(name))) {
    throw new PromptError(`The language ${JSON.stringify(language)} is none of ${languageNames(config).join(', ')}.`);
  }
  if (speaker?.dialect !== undefined && (name === 'auto' || name === 'chinese')) {
    const dialect = config.languages.get(speaker.dialect);
    if (dialect === undefined) throw new PromptError(`The checkpoint has no id for the dialect ${speaker.dialect}.`);
    return dialect;
  }
  return id;
}

/** The languages that can be requested, with `auto`. */
export function languageNames(config: CheckpointConfig): string[] {
  return ['auto', ...[...config.languages.keys()].filter((name) => !isDialect(name))];
}

/**
 * A preset speaker by name, in any case; undefined for the empty name.
 * @throws PromptError for a speaker that the checkpoint does not have
 */
export function presetSpeaker(config: CheckpointConfig, name: string): PresetSpeaker | undefined {
  if (name === '') return undefined;
  const speaker = config.speakers.get(name.toLowerCase());
  if (speaker) return speaker;
  throw new PromptError(`The speaker ${JSON.stringify(name)} is none of ${[...config.speakers.keys()].join(', ')}.`);
}

function isDialect(name: string): boolean {
  return name.includes('dialect');
}
