import { describe, expect, test } from 'vitest';
import { spokenForm } from '../spoken-form.js';

describe('a time with am or pm', () => {
  test.each([
    ['10:30PM', 'ten thirty PM'],
    ['at 10:30 p.m. today', 'at ten thirty PM today'],
    ['10 am', 'ten AM'],
    ['9:00 AM', 'nine AM'],
    ['12:00pm', 'twelve PM'],
    ['7pm.', 'seven PM.'],
    ['We left at 5 p.m. Then we ate.', 'We left at five PM. Then we ate.'],
    ['Monday, 5 p.m. Monday', 'Monday, five PM Monday'],
    ['9am-5pm', 'nine AM to five PM'],
    ['9-11am', 'nine to eleven AM'],
    ['10:30 AM - 12:30 PM', 'ten thirty AM to twelve thirty PM'],
    ['I am 10 and am here', 'I am ten and am here'],
  ])('%j is spoken as %j', (written, spoken) => {
    expect(spokenForm(written, 'en')).toBe(spoken);
  });
});

describe('money with a magnitude or in a range', () => {
  test.each([
    ['$5M', 'five million dollars'],
    ['€3bn', 'three billion euros'],
    ['£3m', 'three million pounds'],
    ['$10K', 'ten thousand dollars'],
    ['$1.5B', 'one point five billion dollars'],
    ['$2 million', 'two million dollars'],
    ['$5-10', 'five to ten dollars'],
    ['$5–$10', 'five to ten dollars'],
    ['$1-2M', 'one to two million dollars'],
    ['£3m–£5m', 'three to five million pounds'],
    ['$5.50-$7.25', 'five dollars and fifty cents to seven dollars and twenty-five cents'],
    ['$5/kg', 'five dollars per kilogram'],
    ['-$5', 'minus five dollars'],
  ])('%j is spoken as %j', (written, spoken) => {
    expect(spokenForm(written, 'en')).toBe(spoken);
  });
});

describe('large numbers', () => {
  test.each([
    ['5M people', 'five million people'],
    ['3bn users', 'three billion users'],
    ['10k users', 'ten thousand users'],
    ['5 million', 'five million'],
    ['an MP3 in 4K', 'an MP three in four K'],
  ])('%j is spoken as %j', (written, spoken) => {
    expect(spokenForm(written, 'en')).toBe(spoken);
  });
});

describe('days of a month', () => {
  test.each([
    ['May 5–10', 'May fifth to tenth'],
    ['5–10 May 2024', 'May fifth to tenth, twenty twenty-four'],
    ['5th–7th of May', 'May fifth to seventh'],
    ['the 1st of May', 'the first of May'],
    ['3rd May 2024', 'May third, twenty twenty-four'],
    ['the 5th of May, 2024', 'the fifth of May, twenty twenty-four'],
  ])('%j is spoken as %j', (written, spoken) => {
    expect(spokenForm(written, 'en')).toBe(spoken);
  });
});

describe('decades', () => {
  test.each([
    ['1900s', 'nineteen hundreds'],
    ['the 80s', 'the eighties'],
    ["the '90s", 'the nineties'],
    ['the 2000s', 'the two thousands'],
    ["1880's", 'eighteen eighties'],
    ['mid-1990s', 'mid-nineteen nineties'],
    ['in her 20s', 'in her twenties'],
    ['It takes 30s.', 'It takes thirty seconds.'],
    ["the class of '99", 'the class of ninety-nine'],
    ['100s of people', 'hundreds of people'],
  ])('%j is spoken as %j', (written, spoken) => {
    expect(spokenForm(written, 'en')).toBe(spoken);
  });
});

describe('fractions', () => {
  test.each([
    ['1 1/2', 'one and a half'],
    ['2 3/4 cups', 'two and three quarters cups'],
    ['1/2 cup', 'one half cup'],
    ['5/8', 'five eighths'],
    ['1 1/2 km', 'one and a half kilometres'],
    ['3½ hours', 'three and a half hours'],
    ['open 24/7', 'open twenty-four seven'],
    ['a 50/50 chance', 'a fifty fifty chance'],
    ['9 of 11/2', 'nine of eleven slash two'],
  ])('%j is spoken as %j', (written, spoken) => {
    expect(spokenForm(written, 'en')).toBe(spoken);
  });
});

describe('ranges and calculations', () => {
  test.each([
    ['10-20%', 'ten to twenty percent'],
    ['20-25 °C', 'twenty to twenty-five degrees Celsius'],
    ['1914-1918', 'nineteen fourteen to nineteen eighteen'],
    ['1914–18', 'nineteen fourteen to eighteen'],
    ['pages 5–10', 'pages five to ten'],
    ['9:00-17:00', "nine o'clock to seventeen o'clock"],
    ['-5 to -10 °C', 'minus five to minus ten degrees Celsius'],
    ['5-3=2', 'five minus three equals two'],
    ['5 - 3', 'five minus three'],
    ['a score of 3-2', 'a score of three to two'],
  ])('%j is spoken as %j', (written, spoken) => {
    expect(spokenForm(written, 'en')).toBe(spoken);
  });
});

describe('codes', () => {
  test.each([
    ['ISBN 978-3-16-148410-0', 'ISBN nine seven eight, three, one six, one four eight four one zero, zero'],
    ['ISBN 0-306-40615-X', 'ISBN zero, three zero six, four zero six one five, X'],
    [
      'DE89 3704 0044 0532 0130 00',
      'D E eight nine, three seven zero four, zero zero four four, zero five three two, zero one three zero, zero zero',
    ],
    ['4111 1111 1111 1111', 'four one one one, one one one one, one one one one, one one one one'],
    ['98765-4321', 'nine eight seven six five, four three two one'],
    ['1-800-555-0199', 'one, eight zero zero, five five five, zero one nine nine'],
    ['1 800 555 0199', 'one, eight zero zero, five five five, zero one nine nine'],
    ['(555) 123-4567', 'five five five, one two three, four five six seven'],
    ['SSN 123-45-6789', 'SSN one two three, four five, six seven eight nine'],
  ])('%j is spoken as %j', (written, spoken) => {
    expect(spokenForm(written, 'en')).toBe(spoken);
  });
});

describe('numbers with a sign', () => {
  test.each([
    ['No. 5', 'number five'],
    ['#5', 'number five'],
    ['Nos. 3 and 4', 'number three and four'],
    ['He said no.', 'He said no.'],
    ['5 GB/s', 'five gigabytes per second'],
  ])('%j is spoken as %j', (written, spoken) => {
    expect(spokenForm(written, 'en')).toBe(spoken);
  });
});

describe('abbreviations', () => {
  test.each([
    ['See p. 5, pp. 12–15 and fig. 3.', 'See page five, pages twelve to fifteen and figure three.'],
    ['On Jan. 5, 2024 Gen. Lee met Col. Ray', 'On January fifth, twenty twenty-four General Lee met Colonel Ray'],
    ['We saw Apple Inc. He left. It is Acme Inc.', 'We saw Apple Incorporated. He left. It is Acme Incorporated.'],
    ['2 lb. of apples, 6 ft. of rope and 2 tbsp', 'two pounds of apples, six feet of rope and two tablespoons'],
    ['It weighs 5 kg. 3 people came.', 'It weighs five kilograms. three people came.'],
  ])('%j is spoken as %j', (written, spoken) => {
    expect(spokenForm(written, 'en')).toBe(spoken);
  });
});

describe('powers, years and numbers in other formats', () => {
  test.each([
    ['x² + y² = z² and E=mc²', 'x squared plus y squared equals z squared and E equals mc squared'],
    [
      '10⁻⁴, 2^10 and 3.2×10^6',
      'ten to the power of minus four, two to the power of ten and three point two times ten to the power of six',
    ],
    [
      '1e-5 and 6.02e+23',
      'one times ten to the power of minus five and six point zero two times ten to the power of twenty-three',
    ],
    ['Lee (2019), c. 1450', 'Lee (twenty nineteen), c. fourteen fifty'],
    ['due 12/31/24', 'due December thirty-first, twenty twenty-four'],
    ['€1.234,56 and 1 000 000', 'one thousand two hundred and thirty-four euros and fifty-six cents and one million'],
    ['USD 100 and EUR 5', 'one hundred dollars and five euros'],
    ['§§ 5–7', 'section five to seven'],
    ['#100DaysOfCode', 'one hundred DaysOfCode'],
  ])('%j is spoken as %j', (written, spoken) => {
    expect(spokenForm(written, 'en')).toBe(spoken);
  });
});

describe('Roman numerals, feet, weekdays, dimensions and codes', () => {
  test.each([
    [
      "Henry VIII, Elizabeth II's reign, Charles I was king",
      "Henry the eighth, Elizabeth the second's reign, Charles the first was king",
    ],
    ['Ask Charles I think of', 'Ask Charles I think of'],
    ['World War II, Chapter IV, Part I, Rocky III', 'World War two, Chapter four, Part one, Rocky three'],
    ['an IV drip, Malcolm X, Vitamin C, Size XL, I am', 'an IV drip, Malcolm X, Vitamin C, Size XL, I am'],
    ['5\'11", a 6.7" screen', 'five foot eleven, a six point seven inch screen'],
    ['He said "I was 27" twice', 'He said "I was twenty-seven" twice'],
    ['Mon–Fri 9am, Mon-Sat.', 'Monday to Friday nine AM, Monday to Saturday.'],
    ['a 9x13-inch pan, 2x faster', 'a nine by thirteen-inch pan, two x faster'],
    ['Your code is 482913. PIN: 1234', 'Your code is four eight two nine one three. PIN: one two three four'],
  ])('%j is spoken as %j', (written, spoken) => {
    expect(spokenForm(written, 'en')).toBe(spoken);
  });
});
