import { defineVerbalizer } from '../language-words.js';
import { digitByDigit, groups } from '../tables.js';

const DIGITS = [...'영일이삼사오육칠팔구'];
const PLACES = ['', '십', '백', '천'];
const SCALES = ['', '만', '억', '조'];
const NATIVE_ONES = ['', '한', '두', '세', '네', '다섯', '여섯', '일곱', '여덟', '아홉'];
const NATIVE_TENS = ['', '열', '스물', '서른', '마흔', '쉰', '예순', '일흔', '여든', '아흔'];
const MONTHS = ['일', '이', '삼', '사', '오', '유', '칠', '팔', '구', '시', '십일', '십이'];

function belowTenThousand(value: number): string {
  return [3, 2, 1, 0]
    .map((place) => {
      const digit = Math.floor(value / 10 ** place) % 10;
      return digit === 0 ? '' : `${digit === 1 && place > 0 ? '' : DIGITS[digit]}${PLACES[place]}`;
    })
    .join('');
}

/** Sino-Korean; the native numbers, for what is counted in them, come from `nativeCardinal`. */
function cardinal(value: bigint): string {
  if (value === 0n) return '영';
  const parts = groups(value, 4).flatMap((group, index) => {
    if (group === 0) return [];
    return [group === 1 && index === 1 ? '만' : belowTenThousand(group) + (SCALES[index] ?? '')];
  });
  return parts.reverse().join(' ');
}

/** The native number before a counter, 1–99: `한`, `스무`, `서른두`. */
export function nativeCardinal(value: bigint): string | undefined {
  if (value < 1n || value > 99n) return undefined;
  const number = Number(value);
  if (number === 20) return '스무';
  return `${NATIVE_TENS[Math.floor(number / 10)]}${NATIVE_ONES[number % 10]}`;
}

/** Hours are counted in native numbers. */
const NATIVE_HOURS = new Map(
  Array.from({ length: 99 }, (_, index) => [cardinal(BigInt(index + 1)), nativeCardinal(BigInt(index + 1))]),
);

export const KOREAN = defineVerbalizer({
  language: 'ko',
  decimalSign: '.',
  digits: ['공', ...DIGITS.slice(1)],
  signs:
    '더하기|빼기|곱하기|나누기|는|같지 않다|보다 작다|보다 크다|이하|이상|약|플러스 마이너스|분의|그리고|퍼센트|퍼밀|도|번호|항|제|저작권|등록 상표|상표|골뱅이|점|밑줄|대|에서|슬래시|대시',
  per: '매',
  currencies: `USD 달러; EUR 유로; GBP 파운드; JPY 엔; CNY 위안; KRW 원; RUB 루블; BRL 헤알; CHF 프랑; INR 루피`,
  units: {
    prefixes: '킬로 메가 기가 테라 밀리 센티 데시 헥토 마이크로 나노',
    powers: ['제곱#', '세제곱#'],
    others: `°C 도; t 톤; Hz 헤르츠; W 와트; Wh 와트시; V 볼트; A 암페어; Ah 암페어시; J 줄; cal 칼로리; Pa 파스칼; dB 데시벨`,
  },

  cardinal,
  decimal: (whole, decimals) => `${whole} 점 ${digitByDigit(decimals, DIGITS, '')}`,
  counted: (words, noun) => `${(noun === '시간' && NATIVE_HOURS.get(words)) || words} ${noun}`,
  positive: (words) => `플러스 ${words}`,
  negative: (words) => `마이너스 ${words}`,
  money: (major, minor) => `${major} ${minor}`,
  date: (value, month, day) =>
    `${value === undefined ? '' : `${cardinal(BigInt(value))}년 `}${MONTHS[month - 1]}월 ${cardinal(BigInt(day))}일`,
  clock: (hour, minute) => {
    const hours = hour === 0 || hour > 12 ? cardinal(BigInt(hour)) : nativeCardinal(BigInt(hour));
    return `${hours}시${minute === 0 ? '' : ` ${cardinal(BigInt(minute))}분`}`;
  },
  beforeSeconds: ' ',
});
