import { describe, expect, test } from 'vitest';
import { spokenForm } from '../spoken-form.js';

describe('counters', () => {
  test.each([
    ['8일간', '팔일간'],
    ['3명', '세 명'],
    ['2개', '두 개'],
    ['21개', '스물한 개'],
    ['105개', '백다섯 개'],
    ['100명', '백명'],
    ['5시간', '다섯 시간'],
    ['5시 30분', '다섯 시 삼십분'],
    ['13시', '십삼시'],
    ['20살', '스무 살'],
    ['20세', '이십세'],
    ['1번째', '첫 번째'],
    ['3번째', '세 번째'],
    ['3번', '세 번'],
    ['3번 버스', '삼번 버스'],
    ['3층', '삼층'],
    ['2달', '두 달'],
    ['2개월', '이개월'],
    ['3대를', '세 대를'],
    ['3인분', '삼인분'],
  ])('%j is spoken as %j', (written, spoken) => {
    expect(spokenForm(written, 'ko')).toBe(spoken);
  });
});

describe('decades', () => {
  test.each([
    ['80년대', '팔십년대'],
    ['1990년대', '천구백구십년대'],
  ])('%j is spoken as %j', (written, spoken) => {
    expect(spokenForm(written, 'ko')).toBe(spoken);
  });
});

describe('money and large numbers', () => {
  test.each([
    ['3만원', '삼만 원'],
    ['1억 2000만 원', '일억 이천만 원'],
    ['$5M', '오백만 달러'],
    ['€3bn', '삼십억 유로'],
    ['$5-10', '오에서 십 달러'],
    ['1.5억', '일억 오천만'],
  ])('%j is spoken as %j', (written, spoken) => {
    expect(spokenForm(written, 'ko')).toBe(spoken);
  });
});

describe('fractions, ranges, times, units and codes', () => {
  test.each([
    ['100km/h', '시속 백 킬로미터'],
    ['5m/s', '초속 오 미터'],
    ['10:30PM', '오후 열시 삼십분'],
    ['3:00 AM', '오전 세시'],
    ['9:00~17:00', '아홉시에서 십칠시'],
    ['5~10명', '다섯 명에서 열 명'],
    ['10-20%', '십에서 이십 퍼센트'],
    ['20~25°C', '이십에서 이십오 도'],
    ['1½', '일과 이분의 일'],
    ['1 1/2', '일과 이분의 일'],
    ['#5', '번호 오'],
    ['98765-4321', '구 팔 칠 육 오, 사 삼 이 일'],
  ])('%j is spoken as %j', (written, spoken) => {
    expect(spokenForm(written, 'ko')).toBe(spoken);
  });
});

describe('news, chapters, dates and powers', () => {
  test.each([
    ['(서울=연합뉴스)', '(서울, 연합뉴스)'],
    ['제1장 제2권', '제 일장 제 이권'],
    ['2024. 5. 1. 부터, 2024.05.01. 10:30', '이천이십사년 오월 일일 부터, 이천이십사년 오월 일일 열시 삼십분'],
    ['2큰술, 1컵, 3-1', '두 큰술, 한 컵, 삼 대 일'],
    ['1588-1234', '일 오 팔 팔, 일 이 삼 사'],
    ['10⁻⁴', '십의 마이너스 사 제곱'],
  ])('%j is spoken as %j', (written, spoken) => {
    expect(spokenForm(written, 'ko')).toBe(spoken);
  });
});

describe('codes', () => {
  test.each([['인증번호는 1234', '인증번호는 일 이 삼 사']])('%j is spoken as %j', (written, spoken) => {
    expect(spokenForm(written, 'ko')).toBe(spoken);
  });
});
