import { defineVerbalizer } from '../language-words.js';
import { digitByDigit, groups } from '../tables.js';

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

export const CHINESE = defineVerbalizer({
  language: 'zh',
  space: '',
  decimalSign: '.',
  digits: DIGITS,
  signs:
    '加|减|乘|除以|等于|不等于|小于|大于|小于等于|大于等于|约|正负|斜杠|和|百分号|千分号|度|号|第|第|版权|注册商标|商标|艾特|点|下划线|比|到|斜杠|横杠',
  per: '每',
  currencies: `USD 美元; EUR 欧元; GBP 英镑; JPY 日元; CNY 元; KRW 韩元; RUB 卢布; BRL 雷亚尔; CHF 瑞士法郎; INR 卢比`,
  units: {
    prefixes: '千 兆 吉 太 毫 厘 分 百 微 纳',
    powers: ['平方#', '立方#'],
    others: `kg 公斤; s 秒; °F 华氏#度; t 吨; Hz 赫兹; W 瓦; Wh 瓦时; V 伏; A 安; Ah 安时; J 焦; cal 卡; Pa 帕; dB 分贝`,
  },

  cardinal,
  decimal: (whole, decimals) => `${whole}点${digitByDigit(decimals, DIGITS, '')}`,
  positive: (words) => `正${words}`,
  negative: (words) => `负${words}`,
  percent: (words) => `百分之${words}`,
  money: (major, minor) => `${major}${minor}`,
  year: (value) => digitByDigit(String(value), DIGITS, ''),
  date: (value, month, day) =>
    `${value === undefined ? '' : `${digitByDigit(String(value), DIGITS, '')}年`}${cardinal(BigInt(month))}月${cardinal(BigInt(day))}日`,
  clock: (hour, minute) =>
    `${cardinal(BigInt(hour), 'n')}点${minute === 0 ? '' : `${minute < 10 ? '零' : ''}${cardinal(BigInt(minute))}分`}`,
  beforeSeconds: '',
});
