import { describe, expect, test } from 'vitest';
import { spokenForm } from '../spoken-form.js';

describe('two before a measure word', () => {
  test.each([
    ['2个人', '两个人'],
    ['第2个', '第二个'],
    ['2天', '两天'],
    ['2点', '两点'],
    ['2点半', '两点半'],
    ['2点30分', '两点三十分'],
    ['2小时', '两小时'],
    ['2分钟', '两分钟'],
    ['2年', '两年'],
    ['2年级', '二年级'],
    ['2个月', '两个月'],
    ['2月2日', '二月二日'],
    ['2名', '两名'],
    ['2kg', '两公斤'],
    ['2%', '百分之二'],
    ['2万', '两万'],
    ['2号', '二号'],
    ['2两', '二两'],
    ['12个', '十二个'],
    ['102个', '一百零二个'],
    ['2：30', '两点三十分'],
  ])('%j is spoken as %j', (written, spoken) => {
    expect(spokenForm(written, 'zh')).toBe(spoken);
  });
});

describe('money and large numbers', () => {
  test.each([
    ['$5M', '五百万美元'],
    ['€3bn', '三十亿欧元'],
    ['$5-10', '五到十美元'],
    ['$5万', '五万美元'],
    ['3万元', '三万元'],
    ['1.5亿', '一亿五千万'],
    ['3.5万人', '三万五千人'],
    ['100-200元', '一百到二百元'],
    ['5元/kg', '五元每公斤'],
  ])('%j is spoken as %j', (written, spoken) => {
    expect(spokenForm(written, 'zh')).toBe(spoken);
  });
});

describe('decades', () => {
  test.each([
    ['80年代', '八十年代'],
    ['1990年代', '一九九零年代'],
    ['20世纪80年代', '二十世纪八十年代'],
  ])('%j is spoken as %j', (written, spoken) => {
    expect(spokenForm(written, 'zh')).toBe(spoken);
  });
});

describe('fractions, ranges, times, units and codes', () => {
  test.each([
    ['1½', '一又二分之一'],
    ['1 1/2', '一又二分之一'],
    ['10:30PM', '晚上十点三十分'],
    ['3:00 AM', '凌晨三点'],
    ['12:00 PM', '中午十二点'],
    ['2020-2024年', '二零二零到二零二四年'],
    ['20-25°C', '二十到二十五摄氏度'],
    ['10%-20%', '百分之十到百分之二十'],
    ['9:00-17:00', '九点到十七点'],
    ['5〜10个', '五到十个'],
    ['100km/h', '每小时一百公里'],
    ['5m/s', '每秒五米'],
    ['No.5', '第五'],
    ['#5', '第五'],
    ['978-7-111-12345-6', '九七八，七，一一一，一二三四五，六'],
    ['98765-4321', '九八七六五，四三二一'],
  ])('%j is spoken as %j', (written, spoken) => {
    expect(spokenForm(written, 'zh')).toBe(spoken);
  });
});

describe('powers, heights, scores and dates', () => {
  test.each([
    ['10⁻⁴，x²', '十的负四次方，x的平方'],
    ['5‰，身高1米85', '千分之五，身高一米八五'],
    ['2-0，3-4级', '二比零，三到四级'],
    ['2024.05.01', '二零二四年五月一日'],
  ])('%j is spoken as %j', (written, spoken) => {
    expect(spokenForm(written, 'zh')).toBe(spoken);
  });
});

describe('codes', () => {
  test.each([['邮编100080，验证码是482913', '邮编一零零零八零，验证码是四八二九一三']])(
    '%j is spoken as %j',
    (written, spoken) => {
      expect(spokenForm(written, 'zh')).toBe(spoken);
    },
  );
});
