import type { VoiceId } from '@ownvoice/shared/contract';

/** The text of each voice's sample, in the native language of the voice. */
export const SAMPLE_TEXTS: Readonly<Record<VoiceId, string>> = {
  ryan: 'Good morning. I am Ryan, and I read whatever you write.',
  aiden: 'Hi, I am Aiden. Take a seat, and let me tell you a story.',
  vivian: '大家好，我是薇薇安。欢迎收听今天的新闻。',
  serena: '你好，很高兴认识你。今天天气很好，我们一起去公园走走吧。',
  uncle_fu: '坐下来喝杯茶，听我慢慢给你讲。',
  dylan: '您好，吃了吗？咱们一起逛逛胡同去。',
  eric: '你好，今天晚上我们去吃火锅吧。',
  ono_anna: 'こんにちは、アンナです。今日もいい一日になりますように。',
  sohee: '안녕하세요, 소희예요. 만나서 반가워요.',
};

/** A recorded sample of a voice. */
export interface Recording {
  /** The model that spoke it. */
  variant: string;
  url: string;
}

/**
 * The recorded samples by their voices.
 * @param files their addresses by paths such as `./samples/customvoice-0.6b/ryan.wav`; of two, the later one counts
 */
export const recordingsOf = (files: Readonly<Record<string, string>>): ReadonlyMap<string, Recording> =>
  new Map(
    Object.entries(files).map(([path, url]) => {
      const [variant = '', file = ''] = path.split('/').slice(-2);
      return [file.replace(/\.wav$/, ''), { variant, url }];
    }),
  );
