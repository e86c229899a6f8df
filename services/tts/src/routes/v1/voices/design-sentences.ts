import type { LanguageCode } from '@ownvoice/shared/contract/languages';

/** What a designed voice says for its recording: about six seconds of everyday sounds, questions included. */
export const DESIGN_SENTENCES: Readonly<Record<LanguageCode, string>> = {
  en: 'Good morning, and thank you for coming. Shall we begin with the story of the old lighthouse by the sea?',
  zh: '早上好，谢谢你来。我们先讲海边那座老灯塔的故事，好吗？外面的风很大，屋里却很暖和。',
  ja: 'おはようございます。来てくれてありがとう。海辺の古い灯台の話から始めましょうか。',
  ko: '안녕하세요, 와 주셔서 고맙습니다. 바닷가의 오래된 등대 이야기부터 시작해 볼까요?',
  de: 'Guten Morgen, und danke, dass du da bist. Fangen wir mit der Geschichte vom alten Leuchtturm am Meer an?',
  fr: "Bonjour, et merci d'être venu. On commence par l'histoire du vieux phare au bord de la mer ?",
  es: 'Buenos días, y gracias por venir. ¿Empezamos con la historia del viejo faro junto al mar?',
  it: 'Buongiorno, e grazie di essere qui. Cominciamo con la storia del vecchio faro in riva al mare?',
  pt: 'Bom dia, e obrigado por ter vindo. Vamos começar com a história do velho farol à beira-mar?',
  ru: 'Доброе утро, и спасибо, что пришли. Начнём с истории о старом маяке на берегу моря?',
};
