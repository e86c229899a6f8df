import { defineVerbalizer } from '../language-words.js';
import { speller } from '../spelling.js';
import { digitByDigit } from '../tables.js';

const spell = speller({
  cardinal: `零; 一; 二; 三; 四; 五; 六; 七; 八; 九; 10: <<十[>>]; 100: <<百[>beyondTen>]; 1000: <two<千[>beyondHundred>];
    1e4: <two<万[>beyond>]; 1e8: <two<亿[>beyond>]; 1e12: <two<万亿[>beyond>]`,
  two: '=cardinal=; 2: 两; =cardinal=',
  beyondTen: '1: 零=cardinal=; 10: =cardinal=',
  beyondHundred: '1: 零=cardinal=; 100: =cardinal=',
  beyond: '1: 零=cardinal=; 1000: =cardinal=; 1e4: 零=cardinal=; 1e7: =cardinal=; 1e8: 零=cardinal=; 1e11: =cardinal=',
});

/** With a gender, that is before a measure word, two is 两. */
const cardinal = (value: bigint, gender?: unknown): string =>
  spell(value, value === 2n && gender !== undefined ? 'two' : 'cardinal').replace(/^一十/u, '十');

export const CHINESE = defineVerbalizer({
  language: 'zh',
  space: '',
  decimalSign: '.',
  signs:
    '加|减|乘|除以|等于|不等于|小于|大于|小于等于|大于等于|约|正负|斜杠|和|百分号|千分号|度|号|第|第|版权|注册商标|商标|艾特|点|下划线|比|到|斜杠|横杠|根号|积分|求和|无穷大|派',
  per: '每',
  currencies: `USD 美元; EUR 欧元; GBP 英镑; JPY 日元; CNY 元; KRW 韩元; RUB 卢布; BRL 雷亚尔; CHF 瑞士法郎; INR 卢比`,
  units: {
    prefixes: '千 兆 吉 太 毫 厘 分 百 微 纳',
    powers: ['平方#', '立方#'],
    others: `kg 公斤; s 秒; °F 华氏#度; t 吨; Hz 赫兹; W 瓦; Wh 瓦时; V 伏; A 安; Ah 安时; J 焦; mol 摩尔; cal 卡; Pa 帕; dB 分贝`,
  },

  cardinal,
  decimal: (whole, decimals) => `${whole}点${digitByDigit(decimals, cardinal, '')}`,
  positive: (words) => `正${words}`,
  negative: (words) => `负${words}`,
  percent: (words) => `百分之${words}`,
  money: (major, minor) => `${major}${minor}`,
  year: (value) => digitByDigit(String(value), cardinal, ''),
  date: (value, month, day) =>
    `${value === undefined ? '' : `${digitByDigit(String(value), cardinal, '')}年`}${cardinal(BigInt(month))}月${cardinal(BigInt(day))}日`,
  clock: (hour, minute) =>
    `${cardinal(BigInt(hour), 'n')}点${minute === 0 ? '' : `${minute < 10 ? '零' : ''}${cardinal(BigInt(minute))}分`}`,
  beforeSeconds: '',
});
