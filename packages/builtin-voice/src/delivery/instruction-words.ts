/** A style that the built-in voice has. */
export type Style =
  | 'slow'
  | 'fast'
  | 'whisper'
  | 'loud'
  | 'quiet'
  | 'high'
  | 'low'
  | 'excited'
  | 'happy'
  | 'sad'
  | 'angry'
  | 'calm'
  | 'fearful'
  | 'serious'
  | 'monotone';

/**
 * Stems of words in scripts with spaces match from the start of a word (`~` at the end: that very word alone); words of
 * Chinese, Japanese and Korean match anywhere, with `_` for a space.
 */
const STEMS: Readonly<Record<Style, { readonly spaced: string; readonly unspaced: string }>> = {
  slow: {
    spaced: 'slow langsam lent despacio lentamente devagar lento медленн неспешн',
    unspaced: '慢 缓 ゆっくり 遅く 遅い 천천히 느리 느린',
  },
  fast: {
    spaced: 'fast~ faster quick rapid hurried schnell rasch vite~ rápid veloce быстр',
    unspaced: '快速 快点 快一点 语速快 加快 很快 速く 早口 速い 빠르 빨리 빠른',
  },
  whisper: {
    spaced: 'whisper flüster fluster chuchot susurr sussurr cochich шепот шёпот шепч',
    unspaced: '耳语 悄悄 低语 ささや 囁 속삭',
  },
  loud: {
    spaced: 'loud shout yell laut~ lauter fort~ forte~ fuerte alto~ громк крич',
    unspaced: '大声 响亮 大きな声 大声で 크게 큰_소리',
  },
  quiet: {
    spaced: 'quiet soft leise doucement bajo~ suave baixo~ тих~ тихо piano~ sottovoce',
    unspaced: '小声 轻声 小さな声 小さい声 静かな声 작게 조용',
  },
  high: {
    spaced: 'high~ higher high-pitched hoch~ hohe hoher aigu agud acut высок',
    unspaced: '高音 音调高 高い声 高めの 높은 높게',
  },
  low: {
    spaced: 'low~ lower low-pitched deep tief grave низк',
    unspaced: '低沉 低音 音调低 低い声 低めの 낮은 낮게',
  },
  excited: {
    spaced:
      'excited excitement enthusias energetic aufgeregt begeistert excité enthousias emocionad entusias eccitat animad empolgad взволнован восторж восторг',
    unspaced: '激动 兴奋 興奮 わくわく 신나 흥분',
  },
  happy: {
    spaced: 'happy happi cheerful joy fröhlich glücklich joyeu heureu alegre feliz allegr felice радост весел',
    unspaced: '开心 高兴 快乐 嬉し うれし 楽し 明るく 기쁘 기쁜 행복 즐거',
  },
  sad: {
    spaced: 'sad~ sadly sadness sorrow melanchol mournful traurig triste грустн печаль',
    unspaced: '悲伤 难过 伤心 悲し 슬프 슬픈 슬픔',
  },
  angry: {
    spaced:
      'angry angri anger furious wütend zornig colère fâché enfadad enojad arrabbiat furios zangad raiva irritad сердит злой зло~ злость гнев',
    unspaced: '生气 愤怒 怒 화난 화내 분노',
  },
  calm: {
    spaced: 'calm relaxed gentle soothing ruhig gelassen tranquil спокойн',
    unspaced: '平静 冷静 温柔 落ち着 穏やか 차분 침착',
  },
  fearful: {
    spaced:
      'fearful afraid scared nervous anxious ängstlich nervös effrayé peur asustad spaventat assustad испуган тревож',
    unspaced: '害怕 紧张 恐惧 怖が 不安 무서 긴장',
  },
  serious: {
    spaced: 'serious formal~ ernst sérieu serio~ seria~ séri серьёзн серьезн',
    unspaced: '严肃 正式 真剣 진지',
  },
  monotone: {
    spaced: 'monoton robot flat~ роботоподобн',
    unspaced: '单调 机械 棒読み 단조',
  },
};

/** Patterns of the keywords of each style, for lower-case text normalized to NFKC. */
export const INSTRUCTION_WORDS: ReadonlyMap<Style, RegExp> = new Map(
  (Object.keys(STEMS) as Style[]).map((style) => {
    const { spaced, unspaced } = STEMS[style];
    const stems = spaced.split(' ').map((stem) => (stem.endsWith('~') ? `${stem.slice(0, -1)}(?!\\p{L})` : stem));
    return [
      style,
      new RegExp(`(?<!\\p{L})(?:${stems.join('|')})|${unspaced.split(' ').join('|').replaceAll('_', ' ')}`, 'gu'),
    ];
  }),
);

const word = (words: string) => `(?<!\\p{L})(?:${words})(?!\\p{L})`;

/** Before a keyword, in its clause. */
export const NEGATIONS = new RegExp(
  `${word("not|no|don't|do not|never|without|less|nicht|kein|keine|ohne|pas|sans|non|senza|sin|não|nao|sem|не|без")}|不要|不|别|안\\s*$`,
  'u',
);
/** Before a keyword: less of it. */
export const DIMINISHERS = new RegExp(
  `${word('a bit|a little|slightly|somewhat|etwas|ein wenig|leicht|un peu|légèrement|un poco|un po|um pouco|немного|слегка')}|一点|有点|稍|少し|ちょっと|조금|약간`,
  'u',
);
/** Before a keyword: more of it. */
export const INTENSIFIERS = new RegExp(
  `${word('very|really|extremely|super|so|sehr|extrem|très|muy|molto|muito|очень')}|非常|很|特别|とても|すごく|매우|아주`,
  'u',
);
