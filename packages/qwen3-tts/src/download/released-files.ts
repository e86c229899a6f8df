import type { ModelVariant } from '@ownvoice/shared/contract/models';

export interface ReleasedFile {
  readonly path: string;
  readonly sha256: string;
  /** In bytes; small files are identified by their hash. */
  readonly size?: number;
}

export interface Release {
  readonly repository: string;
  /** The pinned commit. */
  readonly revision: string;
  readonly files: readonly ReleasedFile[];
}

const SPEECH_TOKENIZER_BYTES = 682_293_092;

/** Identical in all variants. */
const COMMON_FILES: readonly ReleasedFile[] = [
  { path: 'generation_config.json', sha256: 'f1b90b4513f3b34c62851049e2492d7b4c5940daf1276f89c82b8ef04127f3aa' },
  { path: 'tokenizer_config.json', sha256: 'dc3c31c3bdaedd5016382bb3cbe07323026775ad51f5a4fb564505992ae4a670' },
  { path: 'vocab.json', sha256: 'ca10d7e9fb3ed18575dd1e277a2579c16d108e32f27439684afa0e10b1440910' },
  { path: 'merges.txt', sha256: '599bab54075088774b1733fde865d5bd747cbcc7a547c5bc12610e874e26f5e3' },
  { path: 'speech_tokenizer/config.json', sha256: 'ee65bb901c876664ab8707c487157aa1a6ee57c65969b28fb5ec9dc211e68167' },
  {
    path: 'speech_tokenizer/model.safetensors',
    sha256: '836b7b357f5ea43e889936a3709af68dfe3751881acefe4ecf0dbd30ba571258',
    size: SPEECH_TOKENIZER_BYTES,
  },
];

interface Own {
  readonly config: string;
  readonly weights: string;
  readonly weightBytes: number;
}

function release(repository: string, revision: string, { config, weights, weightBytes }: Own): Release {
  return {
    repository,
    revision,
    files: [
      { path: 'config.json', sha256: config },
      ...COMMON_FILES,
      { path: 'model.safetensors', sha256: weights, size: weightBytes },
    ],
  };
}

/** The official repositories, each pinned to one commit. */
export const RELEASES: Readonly<Record<ModelVariant, Release>> = {
  'customvoice-1.7b': release('Qwen/Qwen3-TTS-12Hz-1.7B-CustomVoice', '0c0e3051f131929182e2c023b9537f8b1c68adfe', {
    config: '17a07f527a1c25ea30b4e023a184482a23d3e279d697b1dc81b1bde498d29cf9',
    weights: '38b1d5971bdbd982b561cccec982669a53b0537c3cf5e9bd4778ed07bb2f5137',
    weightBytes: 3_833_402_552,
  }),
  'customvoice-0.6b': release('Qwen/Qwen3-TTS-12Hz-0.6B-CustomVoice', '85e237c12c027371202489a0ec509ded67b5e4b5', {
    config: '81aca2b6fac304944d8acf345272d8a9a727d5fc2e2e66b222ab4729340c7455',
    weights: 'bc3c7e785eb961179c25450d1acff03f839e0002f2f3a5aeb67b5735c0fa2adb',
    weightBytes: 1_811_626_576,
  }),
  'voicedesign-1.7b': release('Qwen/Qwen3-TTS-12Hz-1.7B-VoiceDesign', '5ecdb67327fd37bb2e042aab12ff7391903235d3', {
    config: 'aecd2cc4c1fe9edef1cb7ca7c401685a43879ad43f3f9e883f1c6760b61731e0',
    weights: '391e8db219f292c515297cdceeb43e4eae67cdde35fa57e79a6a8a532fca0522',
    weightBytes: 3_833_402_552,
  }),
  'base-1.7b': release('Qwen/Qwen3-TTS-12Hz-1.7B-Base', 'fd4b254389122332181a7c3db7f27e918eec64e3', {
    config: 'b4f01752d15a488abde3e1ab44723ae4f4b9e68a4037257b098b3737893cc1f9',
    weights: '38fc7fc51c5e776e840414b6fd443962e9411b9654888fd7913e4da643cb857c',
    weightBytes: 3_857_413_744,
  }),
  'base-0.6b': release('Qwen/Qwen3-TTS-12Hz-0.6B-Base', '5d83992436eae1d760afd27aff78a71d676296fc', {
    config: '2e714c787c8edb98b05432685cddb634add2de4d4e645f653d68251ef72ba011',
    weights: '180b3b10eb1c9f1b4db7806d5475bae3071c0243c299d49926bab1da3b6946f6',
    weightBytes: 1_829_344_272,
  }),
};
