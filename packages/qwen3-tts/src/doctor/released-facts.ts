/** What public sources recorded of the released weights by greedy decoding, in ids and codes. */
export interface ReleasedFacts {
  /** Codebook 0 of the first frames of any utterance. */
  readonly beginning: readonly number[];
  /** "Hello world" by Ryan in English, its text handed over one token a frame. */
  readonly helloWorld: { readonly text: readonly number[]; readonly codec: readonly number[] };
  /** Its first frames at 0.6B in float32. */
  readonly frames: readonly (readonly number[])[];
  /** Text vectors alone at 0.6B, nothing added: ids, and the likeliest code behind each. */
  readonly talkerAlone: { readonly ids: readonly number[]; readonly codes: readonly number[] };
}

/**
 * The beginning: customvoice-0.6b in English and Chinese (rcarmo/go-pherence, tts-rs-qwen-burn), base-1.7b in Japanese (the
 * demo of Tenstorrent), frame 0 in a Core ML and an ONNX port. The prompt and the frames: go-pherence
 * `customvoice_0b6_ryan_hello/reference.json`, made by TrevorS/qwen3-tts-rs@711ceee. The talker alone: its
 * `docs/VALIDATION.md`, equal in Python and Rust.
 */
export const RELEASED_FACTS: ReleasedFacts = {
  beginning: [1995, 215, 212, 1181, 462],
  helloWorld: {
    text: [151644, 77091, 198, 151671, 151671, 151671, 151671, 151671, 151672, 9707, 1879],
    codec: [2154, 2156, 2050, 2157, 3061, 2148, 2149],
  },
  frames: [
    [1995, 1782, 1114, 1459, 1531, 804, 506, 240, 1440, 86, 743, 1382, 914, 781, 82, 803],
    [215, 1009, 1711, 1188, 1430, 1506, 1960, 1034, 564, 905, 743, 1603, 1110, 1759, 1213, 803],
    [212, 1722, 1096, 1188, 519, 385, 800, 1902, 810, 1144, 324, 1247, 896, 1529, 812, 803],
    [1181, 1722, 355, 1336, 1174, 1093, 1960, 1814, 930, 1144, 679, 1247, 1110, 1838, 82, 803],
  ],
  talkerAlone: { ids: [9707, 11, 419, 374, 264], codes: [1501, 1231, 1732, 1353, 963] },
};

/** A text and its ids. */
export interface TokenizerVector {
  readonly text: string;
  readonly ids: readonly number[];
}

/** Of the published tokenizer: words, spaces, line ends, scripts, digits, Unicode forms, contractions, added tokens. */
export const PUBLISHED_VECTORS: readonly TokenizerVector[] = [
  { text: 'Hello, world.', ids: [9707, 11, 1879, 13] },
  {
    text: 'The quick brown fox jumps over the lazy dog.',
    ids: [785, 3974, 13876, 38835, 34208, 916, 279, 15678, 5562, 13],
  },
  { text: 'trailing space ', ids: [376, 14277, 3550, 220] },
  { text: 'a\n\n\nb', ids: [64, 1406, 65] },
  {
    text: '今天天气很好，我们去公园散步吧。',
    ids: [100644, 104307, 101243, 3837, 97639, 85336, 102077, 111261, 100003, 1773],
  },
  {
    text: '안녕하세요, 오늘 날씨가 정말 좋네요.',
    ids: [126246, 144370, 91145, 11, 133857, 37195, 254, 135562, 19969, 134247, 125953, 138078, 13],
  },
  { text: '1234567890', ids: [16, 17, 18, 19, 20, 21, 22, 23, 24, 15] },
  { text: 'cafe\u0301', ids: [924, 58858] },
  { text: '①', ids: [48312, 254] },
  { text: 'Ａ', ids: [133054] },
  { text: "I'll say we've heard they're here", ids: [40, 3278, 1977, 582, 3003, 6617, 807, 2299, 1588] },
  { text: 'say <|im_start|> aloud', ids: [36790, 220, 151644, 70411] },
  { text: 'getUserByIdOrThrow', ids: [28440, 2720, 2195, 23079] },
  { text: 'iPhone iPad eBay macOS', ids: [44740, 22271, 29906, 67178] },
];
