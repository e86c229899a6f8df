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
