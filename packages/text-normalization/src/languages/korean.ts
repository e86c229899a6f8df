import { defineVerbalizer } from '../language-words.js';
import { speller } from '../spelling.js';
import { digitByDigit } from '../tables.js';

const spell = speller({
  cardinal: `영; 일; 이; 삼; 사; 오; 육; 칠; 팔; 구; 십[>>]; 20: <<십[>>]; 100: 백[>>]; 200: <<백[>>]; 1000: 천[>>]; 2000: <<천[>>];
    1e4: 만[ >>]; 2e4: <<만[ >>]; 1e8: <<억[ >>]; 1e12: <<조[ >>]`,
  native: `0: ; 한; 두; 세; 네; 다섯; 여섯; 일곱; 여덟; 아홉; 열[>>]; 20: 스무; 스물>>; 30: 서른[>>]; 40: 마흔[>>]; 50: 쉰[>>];
    60: 예순[>>]; 70: 일흔[>>]; 80: 여든[>>]; 90: 아흔[>>]`,
});
/** Sino-Korean; the native numbers, for what is counted in them, come from `nativeCardinal`. */
const cardinal = (value: bigint): string => spell(value, 'cardinal');
const MONTHS = ['일', '이', '삼', '사', '오', '유', '칠', '팔', '구', '시', '십일', '십이'];

/** The native number before a counter, 1–99: `한`, `스무`, `서른두`. */
export const nativeCardinal = (value: bigint): string | undefined =>
  value < 1n || value > 99n ? undefined : spell(value, 'native');

/** Hours are counted in native numbers. */
const NATIVE_HOURS = new Map(
  Array.from({ length: 99 }, (_, index) => [cardinal(BigInt(index + 1)), nativeCardinal(BigInt(index + 1))]),
);

export const KOREAN = defineVerbalizer({
  language: 'ko',
  decimalSign: '.',
  zero: '공',
  signs:
    '더하기|빼기|곱하기|나누기|는|같지 않다|보다 작다|보다 크다|이하|이상|약|플러스 마이너스|분의|그리고|퍼센트|퍼밀|도|번호|항|제|저작권|등록 상표|상표|골뱅이|점|밑줄|대|에서|슬래시|대시|루트|인테그랄|시그마|무한대|파이',
  per: '매',
  currencies: `USD 달러; EUR 유로; GBP 파운드; JPY 엔; CNY 위안; KRW 원; RUB 루블; BRL 헤알; CHF 프랑; INR 루피`,
  units: {
    prefixes: '킬로 메가 기가 테라 밀리 센티 데시 헥토 마이크로 나노',
    powers: ['제곱#', '세제곱#'],
    others: `°C 도; t 톤; Hz 헤르츠; W 와트; Wh 와트시; V 볼트; A 암페어; Ah 암페어시; J 줄; mol 몰; cal 칼로리; Pa 파스칼; dB 데시벨`,
  },

  cardinal,
  decimal: (whole, decimals) => `${whole} 점 ${digitByDigit(decimals, cardinal, '')}`,
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
