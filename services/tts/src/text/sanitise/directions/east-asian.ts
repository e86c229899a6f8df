/** Not with `说` alone: `他说` is a part of the sentence. */
const CHINESE_SUBJECT = '(?:(?:他们?|她们?|它|我们?|大家)(?!说))';
const CHINESE_MANNER =
  '干|乾|大|微|苦|冷|偷|傻|坏|狂|轻|长|深|小声|大声|低声|轻声|默默|轻轻|深深|偷偷|忍不住|突然|慢慢|众人|全场|观众|台下|\\p{Script=Han}{1,3}地';
const CHINESE_ACT =
  '笑|笑场|哄笑|哄堂大笑|叹气|嘆氣|叹息|叹了口气|叹口气|嘆了口氣|哭|哭泣|抽泣|哽咽|咳嗽|咳|清嗓子|清了清嗓子|鼓掌|掌声|拍手|沉默|停顿|停頓|挥手|揮手|挥挥手|点头|點頭|点点头|摇头|摇摇头|耳语|低语|说|打?哈欠|打?喷嚏|呻吟|尖叫|叫喊|鞠躬|拥抱|眨眼|眨眨眼|深呼吸|吸气|耸肩|耸耸肩|脸红|流泪|擦汗|汗|爆|音乐|音樂|歌声|无声';
const CHINESE_ENDING =
  '了|着|声|起来|一声|一下|了一声|了起来|出声|状|中|不已|不语|片刻|了一下|两声|几声|响起|雷动|一会儿';

const JAPANESE_MANNER =
  '少し|小さく|大きく|深く|深い|大きな|軽く|静かに|急に|にっこり|くすくす|一同|全員|会場|観客|客席|場内|爆|苦|微|失|大|照れ|泣き';
const JAPANESE_ACT =
  '笑|笑い|笑う|笑って|笑いながら|微笑み|微笑む|微笑んで|微笑みながら|ため息|溜息|咳|咳払い|鼻をすする|鼻をすすって|鼻をすすりながら|くしゃみ|あくび|うなず[くき]|うなずいて|うなずきながら|頷[くき]|頷いて|頷きながら|ささや[くき]|ささやいて|囁[くき]|囁いて|囁くように|手を振る|手を振って|手を振りながら|深呼吸|お辞儀|拍手|沈黙|無言|間|泣|泣く|泣いて|泣きながら|号泣|叫ぶ|叫び|叫んで|叫びながら|小声で|大声で|怒|怒って|照れ|照れて|照れながら|汗|音楽|ウインク|歓声';
const JAPANESE_ENDING =
  'する|して|しながら|をする|をして|をしながら|をつく|をついて|をつきながら|の声|声|が起こる|が起きる';

const ACTION = new RegExp(
  `^(?:${CHINESE_SUBJECT}?(?:${CHINESE_MANNER})?(?:${CHINESE_ACT})(?:${CHINESE_ENDING})?|(?:${JAPANESE_MANNER})?(?:${JAPANESE_ACT})(?:${JAPANESE_ENDING})?|w{2,5}|ｗ{1,5})$`,
  'u',
);

/** Whether a remark without spaces, in Chinese or Japanese, tells what the speaker does: `笑`, `深深地叹气`, `手を振る`. */
export function isEastAsianAction(remark: string): boolean {
  return remark.length <= 12 && ACTION.test(remark);
}
