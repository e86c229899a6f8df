import type { Gender } from '../verbalizer.js';
import { wordSet } from './word-set.js';

/** Masculine, although they end in -а or -я; nominative and genitive singular. */
const MASCULINE =
  wordSet(`мужчина мужчины дядя дяди папа папы дедушка дедушки юноша юноши судья судьи коллега коллеги слуга слуги
  староста старосты воевода воеводы кофе пути`);
/** Neuter nouns in -мя, nominative and genitive singular. */
const NEUTER = wordSet(
  `время времени имя имени племя племени семя семени знамя знамени пламя пламени темя темени бремя бремени`,
);
/** Feminine in a soft sign without an ending that says so, nominative singular. */
const FEMININE =
  wordSet(`ночь дочь мать дверь тетрадь площадь лошадь кровать часть степень очередь смерть кровь любовь морковь цель
  соль постель мебель мышь роль боль модель деталь медаль осень тень печать память тысяча связь запись подпись рукопись повесть
  новость область волость крепость помощь вещь речь печь свечь площадь сеть нить прядь скатерть шерсть шаль сталь вуаль сирень
  параллель мель метель карусель ступень лень пристань ткань грань брань дань ладонь гармонь ель щель мишень кость трость
  треть четверть жизнь болезнь казнь песнь ось высь русь рысь соль моль пыль даль`);

/** The gender of a Russian noun in the nominative, as it stands after 1. */
export function russianGender(noun: string): Gender {
  if (MASCULINE.has(noun)) return 'm';
  if (NEUTER.has(noun) || /[оеё]$/u.test(noun)) return 'n';
  return /[ая]$/u.test(noun) || FEMININE.has(noun) || /(?:ость|есть|знь|чь|шь|жь|щь)$/u.test(noun) ? 'f' : 'm';
}

/** The gender of a Russian noun in the genitive singular, as it stands after 2, 3 and 4: `женщины`, `окна`. */
export function russianGenderOfGenitive(noun: string): Gender {
  return /[ыи]$/u.test(noun) && !MASCULINE.has(noun) && !NEUTER.has(noun) ? 'f' : 'm';
}
