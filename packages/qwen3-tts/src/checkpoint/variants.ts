/** The released models by the names that the options and commands take. */
export const VARIANTS = {
  'customvoice-1.7b': { repository: 'Qwen/Qwen3-TTS-12Hz-1.7B-CustomVoice', kind: 'custom_voice', size: '1b7' },
  'customvoice-0.6b': { repository: 'Qwen/Qwen3-TTS-12Hz-0.6B-CustomVoice', kind: 'custom_voice', size: '0b6' },
  'voicedesign-1.7b': { repository: 'Qwen/Qwen3-TTS-12Hz-1.7B-VoiceDesign', kind: 'voice_design', size: '1b7' },
  'base-1.7b': { repository: 'Qwen/Qwen3-TTS-12Hz-1.7B-Base', kind: 'base', size: '1b7' },
  'base-0.6b': { repository: 'Qwen/Qwen3-TTS-12Hz-0.6B-Base', kind: 'base', size: '0b6' },
} as const;

export type VariantName = keyof typeof VARIANTS;

export const VARIANT_NAMES = Object.keys(VARIANTS) as VariantName[];

export function isVariantName(name: string): name is VariantName {
  return Object.hasOwn(VARIANTS, name);
}
