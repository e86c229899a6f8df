/** Names of the files in a built model's folder. */
export const MODEL_FILES = {
  manifest: 'manifest.json',
  generation: 'generation',
  frame: 'frame',
  codecDecoder: 'codec-decoder',
  webgpuCodecDecoder: 'codec-decoder-webgpu',
  speakerEncoder: 'speaker-encoder',
  codecFeatures: 'codec-features',
  codecQuantizer: 'codec-quantizer',
  textTable: 'text-table.data',
  checkpoint: 'checkpoint',
} as const;

/** Files of the checkpoint that the runtime reads: configuration and tokenizer. */
export const CHECKPOINT_FILES = [
  'config.json',
  'generation_config.json',
  'tokenizer_config.json',
  'vocab.json',
  'merges.txt',
  'speech_tokenizer/config.json',
] as const;
