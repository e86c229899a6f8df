import type { LanguageCode } from '@ownvoice/shared/contract/languages';

/**
 * What a designed voice says for its recording: about five seconds, a statement and a question. Longer ones would be cut
 * into chunks on slow machines, and each chunk has a slightly different voice.
 */
export const DESIGN_SENTENCES: Readonly<Record<LanguageCode, string>> = {
  en: 'Good morning, and thank you for coming. Shall we begin with the story of the sea?',
  zh: '早上好，谢谢你来。我们先讲海边那座老灯塔的故事，好吗？',
  ja: 'おはようございます。海辺の古い灯台の話から始めましょうか。',
  ko: '안녕하세요, 와 주셔서 고맙습니다. 바다 이야기부터 시작해 볼까요?',
  de: 'Guten Morgen, und danke, dass du da bist. Fangen wir mit der Geschichte vom Meer an?',
  fr: "Bonjour, et merci d'être venu. On commence par l'histoire de la mer et du phare ?",
  es: 'Buenos días, y gracias por venir. ¿Empezamos con la historia del faro y del mar?',
  it: 'Buongiorno, e grazie di essere qui. Cominciamo con la storia del faro e del mare?',
  pt: 'Bom dia, e obrigado por ter vindo. Vamos começar com a história do farol e do mar?',
  ru: 'Доброе утро, и спасибо, что пришли. Начнём с истории о море и старом маяке?',
};
