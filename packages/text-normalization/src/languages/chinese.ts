import { currencies, digitByDigit, groups, nouns, signs } from '../tables.js';
import type { Verbalizer } from '../verbalizer.js';

const DIGITS = [...'零一二三四五六七八九'];
const PLACES = ['', '十', '百', '千'];
const SCALES = ['', '万', '亿', '万亿'];

function belowTenThousand(value: number): string {
  let words = '';
  let pendingZero = false;
  for (let place = 3; place >= 0; place -= 1) {
    const digit = Math.floor(value / 10 ** place) % 10;
    if (digit === 0) pendingZero = words !== '';
    else {
      const name = digit === 2 && place === 3 ? '两' : DIGITS[digit];
      words += `${pendingZero ? '零' : ''}${name}${PLACES[place]}`;
      pendingZero = false;
    }
  }
  return words;
}

/** With a gender, that is before a measure word, two is 两. */
function cardinal(value: bigint, gender?: unknown): string {
  if (value === 0n) return '零';
  if (value === 2n && gender !== undefined) return '两';
  const parts = groups(value, 4);
  let words = '';
  for (let index = parts.length - 1; index >= 0; index -= 1) {
    const group = parts[index] ?? 0;
    if (group > 0) {
      const digits = belowTenThousand(group);
      const zero = words !== '' && group < 1000 ? '零' : '';
      words += `${zero}${group === 2 && index > 0 ? '两' : digits}${SCALES[index] ?? ''}`;
    }
  }
  return words.replace(/^一十/u, '十');
}

export const CHINESE: Verbalizer = {
  space: '',
  dayFirst: true,
  decimalSign: '.',
  digits: DIGITS,
  signs: signs(
    '加|减|乘|除以|等于|不等于|小于|大于|小于等于|大于等于|约|正负|斜杠|和|百分号|千分号|度|号|第|第|版权|注册商标|商标|艾特|点|下划线|比|到|斜杠|横杠',
  ),
  per: '每',
  currencies: currencies(`
    USD n 美元
    EUR n 欧元
    GBP n 英镑
    JPY n 日元
    CNY n 元
    KRW n 韩元
    RUB n 卢布
    BRL n 雷亚尔
    CHF n 瑞士法郎
    INR n 卢比`),
  units: nouns(`
    km n 公里
    m n 米
    cm n 厘米
    mm n 毫米
    kg n 公斤
    g n 克
    mg n 毫克
    t n 吨
    l n 升
    L n 升
    ml n 毫升
    km/h n 每小时#公里
    m/s n 每秒#米
    m² n 平方米
    km² n 平方公里
    m³ n 立方米
    °C n 摄氏度
    °F n 华氏#度
    ° n 度
    h n 小时
    min n 分钟
    s n 秒
    kB n 千字节
    MB n 兆字节
    GB n 吉字节
    TB n 太字节
    Hz n 赫兹
    kHz n 千赫
    MHz n 兆赫
    GHz n 吉赫
    W n 瓦
    kW n 千瓦
    kWh n 千瓦时
    V n 伏
    ha n 公顷
    cm² n 平方厘米
    kcal n 千卡
    hPa n 百帕
    dB n 分贝
    mAh n 毫安时`),

  cardinal,
  ordinal: () => undefined,
  plural: () => 0,
  decimal: (whole, decimals) => `${whole}点${digitByDigit(decimals, DIGITS, '')}`,
  negative: (words) => `负${words}`,
  percent: (words) => `百分之${words}`,
  counted: (words, noun) => `${words}${noun}`,
  money: (major, minor) => `${major}${minor}`,
  year: (value) => digitByDigit(String(value), DIGITS, ''),
  date: (value, month, day) =>
    `${value === undefined ? '' : `${digitByDigit(String(value), DIGITS, '')}年`}${cardinal(BigInt(month))}月${cardinal(BigInt(day))}日`,
  time: (hour, minute, second) => {
    const minutes = minute === 0 ? '' : `${minute < 10 ? '零' : ''}${cardinal(BigInt(minute))}分`;
    return `${cardinal(BigInt(hour), 'n')}点${minutes}${second === undefined ? '' : `${cardinal(BigInt(second))}秒`}`;
  },
};
