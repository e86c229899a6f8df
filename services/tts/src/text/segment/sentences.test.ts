import type { LanguageCode } from '@ownvoice/shared/contract/languages';
import { describe, expect, test } from 'vitest';
import { sentences } from './sentences.js';

const paragraphs: readonly (readonly [LanguageCode, string])[] = [
  ['en', `Mr. and Mrs. Brown met Gov. Lee at St. Mary's on Elm St. on Monday. ¦ They ate.`],
  ['en', 'The company (founded in 1999 by A. B. Smith, Inc.) grew. ¦ It was sold for $3.5 bn. in 2010.'],
  ['en', `"I can't," she said. ¦ "You must!" he replied. ¦ And so on...`],
  ['en', 'Visit www.example.com. ¦ It is free! ¦ See p. 5, fig. 2.1, and ch. 3. ¦ Done.'],
  ['en', 'He got a Ph.D. in 1990. ¦ She has an M.A. ¦ He left at 6 a.m. ¦ She left at 7 p.m. on Tuesday.'],
  ['en', 'What?! ¦ No way... ¦ Really. ¦ Yes — really! ¦ (He was sure.) ¦ Then he left.'],
  ['en', 'It happened on Jan. 5th, 2020. ¦ The temp. was 3.5 degrees. ¦ OK.'],
  ['en', 'I saw it vs. them, i.e. the others, e.g. John. ¦ Fine.'],
  ['en', 'Version 2.0.1 is out. ¦ Get it at 10.30 a.m. today.'],
  ['en', 'The U.S. is big. ¦ The U.S. Army is bigger. ¦ He lives in the U.S. ¦ He likes it.'],
  ['de', 'Herr Dr. med. Meier wohnt in der Bahnhofstr. 5. ¦ Er ist ca. 40 J. alt.'],
  ['de', 'Das gilt u. a. für Bücher, Hefte usw. und mehr. ¦ Der 2. Weltkrieg endete 1945. ¦ Danach kam Friede.'],
  ['de', '„Komm!“, rief er. ¦ „Wohin?“ ¦ Sie lachte.'],
  ['de', 'Er kam am 5. ¦ Er ging am 6. Mai. ¦ Bis zum 1.1.2024 war alles gut. ¦ Nr. 3 lebt.'],
  ['de', 'Prof. Dr. h. c. Schmidt sprach. ¦ Die GmbH & Co. KG zahlte 3 Mio. Euro. ¦ Fertig.'],
  [
    'de',
    'Wir feierten den 1., 2. und 3. Platz. ¦ Gestern gewann 1. FC Köln. ¦ Sie hat eine 2. Chance. ¦ Er wurde 3. ¦ Dann ging er.',
  ],
  ['fr', 'M. Martin et Mme. Durand sont partis. ¦ Ils reviendront av. J.-C. ou apr. J.-C. peut-être.'],
  ['fr', '« Où vas-tu ? » demanda-t-il. ¦ « Nulle part. » ¦ Elle rit.'],
  ['fr', `Voir p. 12, art. 3, etc. ¦ C'est tout.`],
  ['es', 'El Dr. Pérez vive en la Av. Central núm. 5. ¦ Es médico.'],
  ['es', '¿Qué dices? ¦ ¡No puede ser! ¦ Sí, dijo la Sra. Ruiz. ¦ Vino en ene. de 2020. ¦ Adiós.'],
  ['it', `Il Prof. Bianchi e l'avv. Neri lavorano per la F.lli Rossi S.p.A. di Milano. ¦ Fine.`],
  ['it', 'Cfr. cap. 3, pag. 12. ¦ Ciao.'],
  ['pt', 'O Dr. Costa mora na Av. Brasil, nº 5. ¦ Ele é médico. ¦ Veja a pág. 3.'],
  ['ru', 'В 1812 г. началась война. ¦ Это было в XIX в. и т. д. ¦ Потом мир.'],
  ['ru', 'Г-н Иванов И. И. живёт на пл. Ленина. ¦ Ему 40 л. ¦ Он врач.'],
  ['ru', 'Цена 5 тыс. руб. за шт. ¦ Дорого!'],
  ['ru', '«Да?» — спросил он. ¦ «Нет!» — ответила она.'],
  ['zh', '他说:"你好!" ¦ 然后走了。 ¦ 真的吗? ¦ 是的。'],
  ['zh', '价格是3.5元。 ¦ 太贵了……算了吧。'],
  ['zh', '（这是注释。） ¦ 正文开始。'],
  ['ja', '「行く？」 ¦ 「行かない。」 ¦ 彼は言った。 ¦ え？ ¦ 本当！？ ¦ すごい。'],
  ['ja', 'Dr. Smithは来た。 ¦ 3.5キロです。'],
  ['ko', '"안녕?"하고 물었다. ¦ 네! ¦ 3.5kg입니다. ¦ 좋아요…그래요.'],
  ['en', 'I did one more rep. ¦ Then I left. ¦ Gen. Lee and Rep. Ray stayed.'],
  ['en', 'On Mon. Feb. 3 Bob, a.k.a. Rex, met Lt. Col. Ray. ¦ They left.'],
  ['de', 'Dipl.-Ing. Weber kam mit Dipl.-Kfm. Roth. ¦ Sie blieben.'],
  ['fr', 'Le livre (éd. Gallimard) est là. ¦ Il est beau.'],
  ['de', 'Das Buch (3. Aufl.) ist da, auch der 2. Bd. davon. ¦ Es ist gut.'],
  ['en', 'Vitamin C. ¦ It helps. ¦ William H. Macy came.'],
  ['fr', 'J.-P. Sartre naquit en 50 av. J.-C. ¦ Il en rit.'],
  ['es', 'Es de 300 a. C. ¦ Es muy viejo.'],
  ['es', 'Lo publicó ed. Planeta. ¦ Es bueno.'],
  ['it', 'Lo pubblica ed. Mondadori. ¦ È bello.'],
  ['ru', 'Он живёт в обл. Тверской. ¦ Там тихо.'],
  ['en', 'We followed plan B. ¦ Then we went.'],
  ['de', 'Ich ging mit Max. ¦ Dann kam er. ¦ Es sind max. 5 Leute.'],
  ['ru', 'Он родился в г. Москва. ¦ Он вырос там.'],
  ['zh', '我用iPhone。 ¦ iPad也好。'],
  ['en', 'We met Adm. Nelson and Insp. Morse of the Dept. of Health. ¦ They were on Rte. 66 near Bldg. 5. ¦ We left.'],
  ['en', 'He works for the Co. Store. ¦ It is the Smith Co. ¦ We like it.'],
  ['de', 'Die Fa. Müller und die Abt. Einkauf sind am Bhf. Altona. ¦ Dir. Kern und Pfr. Lang kamen. ¦ Sie gingen.'],
  ['de', 'Das Inst. Pasteur und die Ges. Karl gehören der Univ. Bonn. ¦ Hptm. Graf ist da. ¦ Hmm. ¦ Gut.'],
  [
    'fr',
    'Les Éts. Durand et la Sté. Générale sont au Bât. Central. ¦ Le Gal. Leclerc et le Cdt. Petit sont là. ¦ Fin.',
  ],
  ['fr', 'La Cie. Royale joue. ¦ Elle est bonne.'],
  ['es', 'La Cía. Sol está en la Pza. Mayor, Edif. Norte. ¦ El Gral. Ruiz y los Hnos. Marx vinieron. ¦ Adiós.'],
  ['es', 'La Admón. Central y el Ayto. Viejo cerraron. ¦ Fin.'],
  ['it', 'La Soc. Verdi e la Spett. Ditta Neri sono in P.za Roma. ¦ Il Pres. Conti e il Magg. Alfa parlano. ¦ Fine.'],
  ['pt', 'A Cia. Azul fica na Pça. Central, Ed. Sol. ¦ O Min. Costa e o Des. Lima vieram. ¦ Fim.'],
  ['ru', 'Тов. Иванов и ген. Петров живут на наб. Мойки. ¦ Инж. Сидоров пришёл. ¦ Конец.'],
  ['zh', 'Dr. Wang来了。 ¦ Prof. Li没来。'],
  ['ja', 'Mr. Tanakaが来た。 ¦ Ms. Satoは来ない。'],
  ['ko', 'Mr. Kim이 왔다. ¦ Dr. Lee는 안 왔다.'],
  ['en', 'J.R.R. Tolkien met C.S. Lewis. ¦ George H.W. Bush did not. ¦ He lives in the U.A.E. ¦ He likes it.'],
  ['en', 'Send it to P.O. Box 123, Ste. 200. ¦ See Reg. (EU) 2016/679 and 17 U.S.C. § 107. ¦ He died, d. 1516.'],
  ['en', 'add 3 tsp. salt and 8 oz. butter. ¦ stir well.'],
  ['ru', 'А.С. Пушкин и Дж.Р. Толкин. ¦ Выступил Иванов И.И. ¦ Он молчал. ¦ Ф.М. Достоевский писал.'],
  ['ru', 'Он родился в с. Ивановка. ¦ Бег занял 5 с. ¦ Потом отдых. ¦ Ст. 15 ч. 2 п. 3. ¦ В 5 ч. 30 мин. утра.'],
  ['de', 'A.W. Schlegel kam. ¦ Er wohnt Max-Mustermann-Str. 12a. ¦ Gemäß § 433 i. V. m. Art. 5 gilt das, vgl. Rn. 15.'],
  ['de', 'Um 300 n. Chr. gab es 1 Pck. Vanillezucker. ¦ Offen Sa. 10–14 Uhr. ¦ So. ¦ Das war es.'],
  ['fr', `J.K. Rowling écrit. ¦ Selon l'art. L. 121-1, al. 2, oui. ¦ Four th. 6, appt. 4.`],
  ['es', 'J.L. Borges y Fco. Pérez; arts. 5 y 6 (min. 23). ¦ Fin.'],
  ['it', 'G.B. Vico, cell. +39 333, art. 5, co. 2. ¦ Fine.'],
  ['pt', 'J.K. Rowling, art. 5º, inc. II, séc. XXI, apto. 45. ¦ Fim.'],
  ['de', 'Az. 4 StR 12/22, tgl. 2 Tbl., Gl. 14, Schuhgr. 44, USt-IdNr. DE12. ¦ Er ging um gg. 18 Uhr.'],
  ['de', 'Prof. Dr. h. c. mult. Meier wohnt in der Ebert-Str. Nr. 3. ¦ Der DAX steht bei 18.234 Pkt. (+0,8 %). ¦ Gut.'],
  ['en', 'They met at 4 p.m. EST. ¦ See Rom. 8:28 and Ps. 23. ¦ Est. in 1999.'],
  ['de', 'Frau Dr. phil. habil. Lang, LL. M., wartet in Abschn. A–C links. ¦ Gut.'],
  ['de', 'Nach §§ 812 ff. BGB gilt S. 20 ff. ¦ Das ist so.'],
  ['it', 'Conv. in l. 27/2020. ¦ È lungo 5 m. ¦ 3 sono rossi.'],
  ['de', 'Sie rief „Licht!“2 und ging. ¦ Es gab Brot. ¦ 3 Eier fehlten.'],
  ['en', 'It weighs 5 lb. 3 oz. and is 6 ft. 2 in. tall. ¦ See 123 F.3d 456 (9th Cir. 1997). ¦ 5! = 120.'],
  ['fr', `J.-C. Dupont loge bât. B, 3e ét. gauche. ¦ C'était en 52 av. J.-C. ¦ Cass. civ. 1re, lun. 9 h.`],
  ['es', 'En el s. XXI, ctra. N-340. ¦ Abre sáb. 9 a 14 h. ¦ Fin.'],
  ['it', 'Cass., sez. III, d.P.R. 445, bin. 4, arr. 11:10. ¦ Lun.-ven. 9-18. ¦ Fine.'],
  ['pt', 'Art. 5, inc. LV, Rel. Min. Lima, bl. B, casa 2. ¦ Sáb. 9h. ¦ Fim.'],
  ['ru', 'Доб. 12, моб. 8-916, отпр. 08:30, темп. 36,6. ¦ Пн.–пт. 9–18. ¦ Он снизил темп. ¦ Купил 5 кг. яблок.'],
  ['ja', 'モーニング娘。のライブ。 ¦ 行こう。 ¦ のんびり。'],
  ['ko', '기간은 2024. 5. 1. 부터 2024. 5. 31. 까지입니다. ¦ 끝.'],
];

describe('a paragraph', () => {
  // The sentences are set apart with ¦.
  test.each(paragraphs)('%s: %s', (language, divided) => {
    const expected = divided.split(' ¦ ');
    const paragraph = expected.join(language === 'zh' || language === 'ja' ? '' : ' ');
    expect(sentences(paragraph, language).map(({ start, end }) => paragraph.slice(start, end).trim())).toEqual(
      expected,
    );
  });

  test('is covered by its sentences, in order', () => {
    for (const [language, paragraph] of paragraphs) {
      const spans = sentences(paragraph, language);
      expect(spans.map(({ start, end }) => paragraph.slice(start, end)).join('')).toBe(paragraph);
    }
  });

  test('without a letter after the mark ends there', () => {
    expect(sentences('Done. ', 'en')).toEqual([{ start: 0, end: 6 }]);
    expect(sentences('', 'en')).toEqual([]);
  });
});
