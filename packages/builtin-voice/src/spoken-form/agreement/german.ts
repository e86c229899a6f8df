import type { Gender } from '../verbalizer.js';
import { wordSet } from './word-set.js';

const FEMININE =
  wordSet(`Frau Stadt Uhr Nacht Hand Wand Kraft Zahl Person Bahn Fahrt Zeit Tür Liga Bundesliga Regionalliga Oberliga
  Landesliga Halbzeit Nummer Mutter Tochter Schwester Kuh Maus Gans Bank Burg Antwort Arbeit Wahl Art Division Generation Armee
  Symphonie Sinfonie Kategorie Serie Etage Auflage Potenz Ausgabe Million Milliarde Billion Hilfe Version Mannschaft Dimension
  Woche Minute Stunde Sekunde Feder Butter Steuer Schulter Insel Regel Tafel Gabel Kartoffel Zwiebel Formel App Mail E-Mail Box Bar`);
const NEUTER =
  wordSet(`Kapitel Mal Jahr Jahrhundert Jahrtausend Jahrzehnt Quartal Semester Bild Kind Haus Spiel Tor Album Buch Gebot
  Element Lied Viertel Drittel Lebensjahr Schuljahr Geschäftsjahr Halbjahr Gleis Regiment Bataillon Korps Reich Obergeschoss
  Untergeschoss Geschoss Training Rennen Treffen Konzert Tier Auto Kilo Stück Gramm Prozent Grad Glas Brot Ei Mädchen Paar Team Land
  Dorf Zimmer Bett Fenster Bier Wasser Geschenk Ziel Wort Fach Feld Heft Blatt Dach Dutzend Gesetz Problem System Programm Thema
  Foto Video Konto Ticket Paket Zeichen Ergebnis Ereignis Zeugnis Pferd Schaf Schwein Huhn Boot Schiff Flugzeug Fahrrad Werk`);
/** Masculine, although they end like feminine nouns. */
const MASCULINE =
  wordSet(`Name Junge Kunde Gedanke Buchstabe Affe Hase Löwe Deutsche Tote Verletzte Vorsitzende Termin Verein Stein
  Wein Rhein Main Beginn Sinn Gewinn Kamin Delfin Spion Champion Neffe Kollege Erbe Zeuge Käse Sprung`);
const FEMININE_ENDING = /(?:e|ung|heit|keit|schaft|ion|tät|in|[Ff]rau|[Ss]tadt|[Uu]hr|ik|[ln]acht|liga|zeit)$/u;
const NEUTER_ENDING = /(?:chen|lein|ment|um|jahr|spiel|haus|buch|kind)$/u;

/** The gender of a German noun in the singular, by its ending and lists of those that end otherwise. */
export function germanGender(noun: string): Gender {
  if (FEMININE.has(noun)) return 'f';
  if (NEUTER.has(noun)) return 'n';
  if (MASCULINE.has(noun)) return 'm';
  if (NEUTER_ENDING.test(noun)) return 'n';
  return FEMININE_ENDING.test(noun) ? 'f' : 'm';
}
