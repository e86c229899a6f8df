import type { VoiceId } from '@ownvoice/shared/contract';

interface VoiceProfile {
  description: string;
  /** Spoken when the user plays the sample of the voice; in the native language of the voice. */
  sample: string;
}

export const VOICE_PROFILES: Readonly<Record<VoiceId, VoiceProfile>> = {
  ryan: { description: 'Male, clear and natural', sample: 'Good morning. I am Ryan, and I read whatever you write.' },
  aiden: { description: 'Male, warm', sample: 'Hi, I am Aiden. Take a seat, and let me tell you a story.' },
  vivian: { description: 'Female, professional', sample: '大家好，我是薇薇安。欢迎收听今天的新闻。' },
  serena: { description: 'Female, friendly', sample: '你好，很高兴认识你。今天天气很好，我们一起去公园走走吧。' },
  uncle_fu: { description: 'Male, mature', sample: '坐下来喝杯茶，听我慢慢给你讲。' },
  dylan: { description: 'Male, Beijing dialect', sample: '您好，吃了吗？咱们一起逛逛胡同去。' },
  eric: { description: 'Male, Sichuan dialect', sample: '你好，今天晚上我们去吃火锅吧。' },
  ono_anna: { description: 'Female', sample: 'こんにちは、アンナです。今日もいい一日になりますように。' },
  sohee: { description: 'Female', sample: '안녕하세요, 소희예요. 만나서 반가워요.' },
};

/** The profile of a voice that the server lists; undefined for a voice that this page does not know. */
export const profileOf = (id: string): VoiceProfile | undefined =>
  Object.hasOwn(VOICE_PROFILES, id) ? VOICE_PROFILES[id as VoiceId] : undefined;
