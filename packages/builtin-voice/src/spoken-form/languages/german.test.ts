import { describe, expect, test } from 'vitest';
import { spokenForm } from '../spoken-form.js';

describe('ordinals', () => {
  test.each([
    ['1., 2. und 3. Platz', 'erster, zweiter und dritter Platz'],
    ['1. FC Köln', 'erster FC Köln'],
    ['der 1., 2. und 3. Versuch', 'der erste, zweite und dritte Versuch'],
    ['1. Klasse', 'erste Klasse'],
    ['das 1. Kapitel', 'das erste Kapitel'],
    ['1. Kapitel', 'erstes Kapitel'],
    ['im 2. Stock', 'im zweiten Stock'],
    ['zum 3. Mal', 'zum dritten Mal'],
    ['jeder 3. Deutsche', 'jeder dritte Deutsche'],
    ['eine 2. Chance', 'eine zweite Chance'],
    ['ihr 1. Kind', 'ihr erstes Kind'],
    ['Er wurde 3. Dann ging er.', 'Er wurde drei. Dann ging er.'],
    ['Er kam als 1. ins Ziel', 'Er kam als erster ins Ziel'],
    ['im 19. und 20. Jahrhundert', 'im neunzehnten und zwanzigsten Jahrhundert'],
  ])('%j is spoken as %j', (written, spoken) => {
    expect(spokenForm(written, 'de')).toBe(spoken);
  });
});

describe('dates', () => {
  test.each([
    ['Am 03.10.1990', 'Am dritten Oktober neunzehnhundertneunzig'],
    ['der 03.10.1990', 'der dritte Oktober neunzehnhundertneunzig'],
    ['03.10.1990', 'dritter Oktober neunzehnhundertneunzig'],
    [
      'vom 03.10.1990 bis 05.10.1990',
      'vom dritten Oktober neunzehnhundertneunzig bis fünften Oktober neunzehnhundertneunzig',
    ],
    ['am 3.10.', 'am dritten Oktober'],
    ['am 24. und 25. Dezember', 'am vierundzwanzigsten und fünfundzwanzigsten Dezember'],
    ['am 1., 2. und 3. Mai', 'am ersten, zweiten und dritten Mai'],
    ['vom 3. bis 5. Mai', 'vom dritten bis fünften Mai'],
    ['3.–5. Mai', 'dritter bis fünfter Mai'],
    ['24./25. Dezember', 'vierundzwanzigster, fünfundzwanzigster Dezember'],
    ['Stand 01.02.24', 'Stand erster Februar zweitausendvierundzwanzig'],
  ])('%j is spoken as %j', (written, spoken) => {
    expect(spokenForm(written, 'de')).toBe(spoken);
  });
});

describe('decades and compounds', () => {
  test.each([
    ['1990er', 'neunzehnhundertneunziger'],
    ['die 80er Jahre', 'die achtziger Jahre'],
    ['in den 90ern', 'in den neunzigern'],
    ['2000er', 'zweitausender'],
    ['ein 3er', 'ein dreier'],
    ['3-fach', 'dreifach'],
    ['10-jährig', 'zehnjährig'],
    ['100%ig', 'hundertprozentig'],
    ['2-mal', 'zweimal'],
  ])('%j is spoken as %j', (written, spoken) => {
    expect(spokenForm(written, 'de')).toBe(spoken);
  });
});

describe('money and large numbers', () => {
  test.each([
    ['5 Mio. Euro', 'fünf Millionen Euro'],
    ['3 Mrd. Dollar', 'drei Milliarden Dollar'],
    ['1 Mio. €', 'eine Million Euro'],
    ['3,5 Mio. Menschen', 'drei Komma fünf Millionen Menschen'],
    ['10 Tsd. Leute', 'zehntausend Leute'],
    ['€5M', 'fünf Millionen Euro'],
    ['5-10 €', 'fünf bis zehn Euro'],
    ['10-15 Mio. Euro', 'zehn bis fünfzehn Millionen Euro'],
    ['Es kostet 5 Mio.', 'Es kostet fünf Millionen.'],
    ['5 €/kg', 'fünf Euro pro Kilogramm'],
  ])('%j is spoken as %j', (written, spoken) => {
    expect(spokenForm(written, 'de')).toBe(spoken);
  });
});

describe('fractions, ranges, times and codes', () => {
  test.each([
    ['1½ Stunden', 'eineinhalb Stunden'],
    ['1 1/2 Stunden', 'eineinhalb Stunden'],
    ['3/4', 'drei Viertel'],
    ['20–25 °C', 'zwanzig bis fünfundzwanzig Grad Celsius'],
    ['8:00–10:00 Uhr', 'acht Uhr bis zehn Uhr'],
    ['8-10 Uhr', 'acht bis zehn Uhr'],
    ['5 Std. 10 Min. Pause', 'fünf Stunden zehn Minuten Pause'],
    ['10:30 PM', 'zweiundzwanzig Uhr dreißig'],
    ['Nr. 5', 'Nummer fünf'],
    [
      'IBAN DE89 3704 0044 0532 0130 00',
      'IBAN D E acht neun, drei sieben null vier, null null vier vier, null fünf drei zwei, null eins drei null, null null',
    ],
    ['1914–1918', 'neunzehnhundertvierzehn bis neunzehnhundertachtzehn'],
  ])('%j is spoken as %j', (written, spoken) => {
    expect(spokenForm(written, 'de')).toBe(spoken);
  });
});

describe('years', () => {
  test.each([
    ['Es war 1990.', 'Es war neunzehnhundertneunzig.'],
    ['Mitte 1990', 'Mitte neunzehnhundertneunzig'],
  ])('%j is spoken as %j', (written, spoken) => {
    expect(spokenForm(written, 'de')).toBe(spoken);
  });
});

describe('one and the noun after it', () => {
  test.each([
    ['1 Haus', 'ein Haus'],
    ['1 Frau', 'eine Frau'],
    ['1 Tür', 'eine Tür'],
    ['1 Kind', 'ein Kind'],
    ['21 Frauen', 'einundzwanzig Frauen'],
    ['1 Uhr', 'ein Uhr'],
  ])('%j is spoken as %j', (written, spoken) => {
    expect(spokenForm(written, 'de')).toBe(spoken);
  });
});

describe('abbreviations', () => {
  test.each([
    ['z. B. bei Hr. Maier usw. der Fall', 'zum Beispiel bei Herr Maier und so weiter der Fall'],
    [
      'Gemäß § 433 Abs. 1 S. 1 BGB i. V. m. Art. 5',
      'Gemäß Paragraf vierhundertdreiunddreißig Absatz eins Satz eins BGB in Verbindung mit Artikel fünf',
    ],
    ['S. 12, ca. 5 Min., d.h. Dr. Müller', 'Seite zwölf, circa fünf Minuten, das heißt Doktor Müller'],
    ['im 5. Jh. v. Chr. lebte man', 'im fünften Jahrhundert vor Christus lebte man'],
    ['Es gibt Brot usw.', 'Es gibt Brot und so weiter.'],
    ['Fr. Meier kommt Fr. 10 Uhr', 'Frau Meier kommt Freitag zehn Uhr'],
    ['2 EL Öl, 3 Pck. Zucker', 'zwei Esslöffel Öl, drei Päckchen Zucker'],
  ])('%j is spoken as %j', (written, spoken) => {
    expect(spokenForm(written, 'de')).toBe(spoken);
  });
});

describe('powers and numbers in other formats', () => {
  test.each([
    ['10⁻⁴ und x²', 'zehn hoch minus vier und x hoch zwei'],
    ['19,– € und 5,- Euro', 'neunzehn Euro und fünf Euro'],
    ["CHF 1'250.– und CHF 12.50", 'eintausendzweihundertfünfzig Franken und zwölf Franken und fünfzig Rappen'],
    ['$1,234.56', 'eintausendzweihundertvierunddreißig Dollar und sechsundfünfzig Cent'],
    ['3,5 l/100 km', 'drei Komma fünf Liter pro einhundert Kilometer'],
    ['am 31/12/24 bei –5 °C', 'am einunddreißigsten Dezember zweitausendvierundzwanzig bei minus fünf Grad Celsius'],
    ['20 m2 und Müller (1998)', 'zwanzig Quadratmeter und Müller (neunzehnhundertachtundneunzig)'],
  ])('%j is spoken as %j', (written, spoken) => {
    expect(spokenForm(written, 'de')).toBe(spoken);
  });
});

describe('Roman numerals, weekdays, dimensions and codes', () => {
  test.each([
    ['Ludwig XIV. war König.', 'Ludwig der Vierzehnte war König.'],
    ['Unter Friedrich II. blühte es.', 'Unter Friedrich dem Zweiten blühte es.'],
    ['im XVIII. Jahrhundert, Kapitel IV', 'im achtzehnten Jahrhundert, Kapitel vier'],
    ['Es war Heinrich VIII.', 'Es war Heinrich der Achte.'],
    ['Mo.–Fr. 9 Uhr, So-So', 'Montag bis Freitag neun Uhr, So-So'],
    ['3,5 x 4 m', 'drei Komma fünf mal vier Meter'],
  ])('%j is spoken as %j', (written, spoken) => {
    expect(spokenForm(written, 'de')).toBe(spoken);
  });
});
