import { currencies, digitByDigit, groups, nouns, signs } from '../tables.js';
import type { Verbalizer } from '../verbalizer.js';

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

export const KOREAN: Verbalizer = {
  space: ' ',
  dayFirst: true,
  decimalSign: '.',
  digits: ['공', ...DIGITS.slice(1)],
  signs: signs(
    '더하기|빼기|곱하기|나누기|는|같지 않다|보다 작다|보다 크다|이하|이상|약|플러스 마이너스|분의|그리고|퍼센트|퍼밀|도|번호|항|제|저작권|등록 상표|상표|골뱅이|점|밑줄|대|에서|슬래시|대시',
  ),
  per: '매',
  currencies: currencies(`
    USD n 달러
    EUR n 유로
    GBP n 파운드
    JPY n 엔
    CNY n 위안
    KRW n 원
    RUB n 루블
    BRL n 헤알
    CHF n 프랑
    INR n 루피`),
  units: nouns(`
    km n 킬로미터
    m n 미터
    cm n 센티미터
    mm n 밀리미터
    kg n 킬로그램
    g n 그램
    mg n 밀리그램
    t n 톤
    l n 리터
    L n 리터
    ml n 밀리리터
    km/h n 시속_#_킬로미터
    m/s n 초속_#_미터
    m² n 제곱미터
    km² n 제곱킬로미터
    m³ n 세제곱미터
    °C n 도
    °F n 화씨_#_도
    ° n 도
    h n 시간
    min n 분
    s n 초
    kB n 킬로바이트
    MB n 메가바이트
    GB n 기가바이트
    TB n 테라바이트
    Hz n 헤르츠
    kHz n 킬로헤르츠
    MHz n 메가헤르츠
    GHz n 기가헤르츠
    W n 와트
    kW n 킬로와트
    kWh n 킬로와트시
    V n 볼트
    ha n 헥타르
    cm² n 제곱센티미터
    kcal n 킬로칼로리
    hPa n 헥토파스칼
    dB n 데시벨
    mAh n 밀리암페어시`),

  cardinal,
  ordinal: () => undefined,
  plural: () => 0,
  decimal: (whole, decimals) => `${whole} 점 ${digitByDigit(decimals, DIGITS, '')}`,
  negative: (words) => `마이너스 ${words}`,
  percent: (words) => `${words} 퍼센트`,
  counted: (words, noun) => `${words} ${noun}`,
  money: (major, minor) => `${major} ${minor}`,
  year: (value) => cardinal(BigInt(value)),
  date: (value, month, day) =>
    `${value === undefined ? '' : `${cardinal(BigInt(value))}년 `}${MONTHS[month - 1]}월 ${cardinal(BigInt(day))}일`,
  time: (hour, minute, second) => {
    const hours = hour === 0 || hour > 12 ? cardinal(BigInt(hour)) : nativeCardinal(BigInt(hour));
    return `${hours}시${minute === 0 ? '' : ` ${cardinal(BigInt(minute))}분`}${second === undefined ? '' : ` ${cardinal(BigInt(second))}초`}`;
  },
};
