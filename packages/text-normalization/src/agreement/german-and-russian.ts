import { wordSet } from '../tables.js';
import type { Gender } from '../verbalizer.js';

const GERMAN_FEMININE =
  wordSet(`Frau Stadt Uhr Nacht Hand Wand Kraft Zahl Person Bahn Fahrt Zeit Tür Liga Bundesliga Regionalliga Oberliga
  Landesliga Halbzeit Nummer Mutter Tochter Schwester Kuh Maus Gans Bank Burg Antwort Arbeit Wahl Art Division Generation Armee
  Symphonie Sinfonie Kategorie Serie Etage Auflage Potenz Ausgabe Million Milliarde Billion Hilfe Version Mannschaft Dimension
  Woche Minute Stunde Sekunde Feder Butter Steuer Schulter Insel Regel Tafel Gabel Kartoffel Zwiebel Formel App Mail E-Mail Box Bar`);
const GERMAN_NEUTER =
  wordSet(`Kapitel Mal Jahr Jahrhundert Jahrtausend Jahrzehnt Quartal Semester Bild Kind Haus Spiel Tor Album Buch Gebot
  Element Lied Viertel Drittel Lebensjahr Schuljahr Geschäftsjahr Halbjahr Gleis Regiment Bataillon Korps Reich Obergeschoss
  Untergeschoss Geschoss Training Rennen Treffen Konzert Tier Auto Kilo Stück Gramm Prozent Grad Glas Brot Ei Mädchen Paar Team Land
  Dorf Zimmer Bett Fenster Bier Wasser Geschenk Ziel Wort Fach Feld Heft Blatt Dach Dutzend Gesetz Problem System Programm Thema
  Foto Video Konto Ticket Paket Zeichen Ergebnis Ereignis Zeugnis Pferd Schaf Schwein Huhn Boot Schiff Flugzeug Fahrrad Werk`);
/** Masculine, although they end like feminine nouns. */
const GERMAN_MASCULINE =
  wordSet(`Name Junge Kunde Gedanke Buchstabe Affe Hase Löwe Deutsche Tote Verletzte Vorsitzende Termin Verein Stein
  Wein Rhein Main Beginn Sinn Gewinn Kamin Delfin Spion Champion Neffe Kollege Erbe Zeuge Käse Sprung`);
const GERMAN_FEMININE_ENDING = /(?:e|ung|heit|keit|schaft|ion|tät|in|[Ff]rau|[Ss]tadt|[Uu]hr|ik|[ln]acht|liga|zeit)$/u;
const GERMAN_NEUTER_ENDING = /(?:chen|lein|ment|um|jahr|spiel|haus|buch|kind|gramm|pfund|byte)$/iu;

/** The gender of a German noun in the singular, by its ending and lists of those that end otherwise. */
export function germanGender(noun: string): Gender {
  if (GERMAN_FEMININE.has(noun)) return 'f';
  if (GERMAN_NEUTER.has(noun)) return 'n';
  if (GERMAN_MASCULINE.has(noun)) return 'm';
  if (GERMAN_NEUTER_ENDING.test(noun)) return 'n';
  return GERMAN_FEMININE_ENDING.test(noun) ? 'f' : 'm';
}

/** Masculine, although they end in -а or -я; nominative and genitive singular. */
const RUSSIAN_MASCULINE =
  wordSet(`мужчина мужчины дядя дяди папа папы дедушка дедушки юноша юноши судья судьи коллега коллеги слуга слуги
  староста старосты воевода воеводы кофе пути`);
/** Neuter nouns in -мя, nominative and genitive singular. */
const RUSSIAN_NEUTER = wordSet(
  `время времени имя имени племя племени семя семени знамя знамени пламя пламени темя темени бремя бремени`,
);
/** Feminine in a soft sign without an ending that says so, nominative singular. */
const RUSSIAN_FEMININE =
  wordSet(`ночь дочь мать дверь тетрадь площадь лошадь кровать часть степень очередь смерть кровь любовь морковь цель
  соль постель мебель мышь роль боль модель деталь медаль осень тень печать память тысяча связь запись подпись рукопись повесть
  новость область волость крепость помощь вещь речь печь свечь площадь сеть нить прядь скатерть шерсть шаль сталь вуаль сирень
  параллель мель метель карусель ступень лень пристань ткань грань брань дань ладонь гармонь ель щель мишень кость трость
  треть четверть жизнь болезнь казнь песнь ось высь русь рысь соль моль пыль даль`);

/** The gender of a Russian noun in the nominative, as it stands after 1. */
export function russianGender(noun: string): Gender {
  if (RUSSIAN_MASCULINE.has(noun)) return 'm';
  if (RUSSIAN_NEUTER.has(noun) || /[оеё]$/u.test(noun)) return 'n';
  return /[ая]$/u.test(noun) || RUSSIAN_FEMININE.has(noun) || /(?:ость|есть|знь|чь|шь|жь|щь)$/u.test(noun) ? 'f' : 'm';
}

/** The gender of a Russian noun in the genitive singular, as it stands after 2, 3 and 4: `женщины`, `окна`. */
export function russianGenderOfGenitive(noun: string): Gender {
  return /[ыи]$/u.test(noun) && !RUSSIAN_MASCULINE.has(noun) && !RUSSIAN_NEUTER.has(noun) ? 'f' : 'm';
}
