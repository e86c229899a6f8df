import type { LanguageCode } from '@ownvoice/shared/contract/languages';
import { describe, expect, test } from 'vitest';
import { sanitise } from '../sanitise.js';

const said = (input: string, language: LanguageCode = 'en'): string => sanitise(input, language).text;

describe('subtitles', () => {
  test.each([
    ['1\n00:00:01,000 --> 00:00:04,000\nHello there.\n\n2\n00:00:05,000 --> 00:00:06,500\nBye.\n', 'Hello there. Bye.'],
    [
      '1\n00:00:01,000 --> 00:00:04,000\nI wanted to\nsay something\n\n2\n00:00:05,000 --> 00:00:06,500\nimportant.',
      'I wanted to say something important.',
    ],
    [
      'WEBVTT\n\n00:01.000 --> 00:04.000 align:start\n<v Bob>Hello <i>you</i>.\n\n00:05.000 --> 00:06.000\n- Hi.\n- Bye.',
      'Hello you. Hi. Bye.',
    ],
    [
      'WEBVTT\n\nNOTE Made\nby Ann\n\n1\n00:01.000 --> 00:02.000\nHi.\n\nNOTE x\n\n00:03.000 --> 00:04.000\nBye.',
      'Hi. Bye.',
    ],
    ['7\n00:00:01,000 --> 00:00:02,000\n42\n\nNot a caption.', '42. Not a caption.'],
    ['Go from a -> b at 00:01,500.', 'Go from a -> b at 00:01,500.'],
    ['1\n00:00:01,000 --> 00:00:04,000\n[Door slams] (CROWD ROARS)\n♪ Oh (yes)', 'Oh (yes)'],
  ])('%j', (input, text) => {
    expect(said(input)).toBe(text);
  });
});

describe('what a model thinks', () => {
  test.each([
    ['<think>\nHmm.\n\nLet me see.\n</think>\n\nThe answer is 4.', 'The answer is 4.'],
    ['Before. <thinking>no</thinking> After.', 'Before. After.'],
    ['Hmm, they want a number.\n</think>\n\nIt is 4.', 'It is 4.'],
    ['<think>Never closed', 'Never closed'],
    ['Use `<think>` and `</think>` tags.', 'Use <think> and </think> tags.'],
  ])('%j', (input, text) => {
    expect(said(input)).toBe(text);
  });
});

describe('the front matter of a document', () => {
  test.each([
    ['---\ntitle: "My Post"\ndate: 2024-05-01\ntags: [a, b]\n---\n\n# Hello\n\nText.', 'My Post. Hello. Text.'],
    ['---\nlayout: post\ntitle: Hello: World\nauthor:\n  - Ann\n# note\n---\nText.', 'Hello: World. Text.'],
    ['---\ntags:\n- a\n...\nText.', 'Text.'],
    ['---\nAnna: Hi\n---\nBob: Bye', 'Anna: Hi. Bob: Bye'],
    ['---\ntitle: One\nNot a key.\n---\nText.', 'title: One. Not a key. Text.'],
    ['Text.\n---\ntitle: One\n---', 'Text. title: One'],
  ])('%j', (input, text) => {
    expect(said(input)).toBe(text);
  });
});

describe('formulas', () => {
  test.each([
    ['So $E=mc^2$ holds.', 'So E=mc^2 holds.'],
    ['So $\\frac{a}{b}$ and $$\\frac{x+1}{\\sqrt{2}}$$ hold.', 'So a/b and (x+1)/√2 hold.'],
    ['\\(x_{i}^{2} \\leq \\alpha\\) and \\[ a^{n+1} \\neq 0 \\]', 'x_i^2 ≤ α and a^(n+1) ≠ 0'],
    ['\\begin{align} a &= b \\\\ c &= d \\end{align}', 'a = b, c = d'],
    ['Each has $1 - p$ left.', 'Each has 1 - p left.'],
    ['Let $n$ and $f(x)$ be \\alpha \\times \\frac{1}{2}.', 'Let n and f(x) be α × 1/2.'],
    ['$\\text{speed} = \\dfrac{d}{t}\\,\\mathrm{m/s}$', 'speed = d/t m/s'],
    ['$\\foo{x}$ \\textbf{bold} done', 'foo x bold done'],
    ['It costs $5 and $10, or US$3 to 4$.', 'It costs $5 and $10, or US$3 to 4$.'],
    ['Set $HOME and $PATH in C:\\alpha\\beta.', 'Set $HOME and $PATH in C:\\alpha\\beta.'],
  ])('%j', (input, text) => {
    expect(said(input)).toBe(text);
  });

  test.each([
    '$\\',
    '\\frac{',
    '$\\frac{\\sqrt{\\frac{a}{b}}}{c}$',
    '$\\left\\{ x \\middle| y \\right\\}$',
    '\\[\\int_0^1 x\\,dx\\]',
  ])('%j leaves no backslash of a command', (input) => {
    expect(said(`a ${input} b`)).not.toMatch(/\\[a-z,{}]|[{}]{2}/u);
  });
});

describe('LaTeX documents', () => {
  test.each([
    ['\\begin{itemize}\n\\item One thing\n\\item Two things\n\\end{itemize}', 'One thing. Two things'],
    [
      '\\documentclass[a4paper]{article}\n\\usepackage{x}\n\\begin{document}\n\\maketitle\n\\section{Aim}\\label{s}\nWe use \\LaTeX{}. % why\n\\end{document}',
      'Aim. We use LaTeX.',
    ],
    ["\\chapter{One} Text ``quoted'' here, see~\\cite{a,b}.", 'One. Text “quoted” here, see.'],
    [
      '\\section{S} A \\emph{big} note\\footnote{50\\% more.} at \\href{https://a.example}{the site}.',
      'S. A big note (50% more.) at the site.',
    ],
    ['\\begin{tabular}{ll}\na & b \\\\\n\\hline\nc & d\n\\end{tabular}', 'a, b. c, d'],
    ['\\section{E}\n\\begin{equation}\nE = mc^2\n\\end{equation}', 'E. E = mc^2'],
    ['Open C:\\label\\section, match \\d+\\w{3}.', 'Open C:\\label\\section, match \\d+\\w{3}.'],
  ])('%j', (input, text) => {
    expect(said(input)).toBe(text);
  });
});

describe('readings beside East Asian words', () => {
  test.each<[LanguageCode, string, string]>([
    ['ja', '漢字《かんじ》を読む。', '漢字を読む。'],
    ['ja', '｜青空文庫《あおぞらぶんこ》です。', '青空文庫です。'],
    ['ja', '<ruby>漢字<rp>(</rp><rt>かんじ</rt><rp>)</rp></ruby>です。', '漢字です。'],
    ['zh', '我读《红楼梦》。', '我读《红楼梦》。'],
    ['ja', '漢字(かんじ)と食べ物（たべもの）を取り扱い（とりあつかい）ます。', '漢字と食べ物を取り扱います。'],
    [
      'ja',
      '志（こころざし）、参加（する）、税金（など）、人（じんせいはながい）',
      '志、参加（する）、税金（など）、人（じんせいはながい）',
    ],
    ['ja', '明日（くもり）と昨日（はれ）、雨（あめ）', '明日（くもり）と昨日（はれ）、雨'],
    ['zh', '汉字（hàn zì）和北京（Běijīng）、巴黎（Café）', '汉字和北京、巴黎（Café）'],
    [
      'ko',
      '대한민국(大韓民國)의 홍길동(洪吉童) 씨, 17일(金), 회의(水), 大學(대학)',
      '대한민국의 홍길동 씨, 17일(金), 회의(水), 대학',
    ],
    ['zh', '首爾(서울)', '首爾(서울)'],
    ['ja', '~~~ はい\n\n漢字《かんじ》\n\n~~~ いいえ', 'はい。漢字。いいえ'],
    ['ja', '~~~\n漢字《かんじ》\n~~~', '漢字《かんじ》'],
  ])('%s: %j', (language, input, text) => {
    expect(said(input, language)).toBe(text);
  });
});

describe('numbers of notes', () => {
  test.each<[LanguageCode, string, string]>([
    ['en', 'True.[3][4] In 1990,[12] items[1] and a.b[2] stay.', 'True. In 1990, items[1] and a.b[2] stay.'],
    ['ja', 'そうだった[3]。次[4]へ。', 'そうだった。次へ。'],
    ['en', 'It was built[1] in 1889[2][3] by NASA[4].', 'It was built in 1889 by NASA.'],
    [
      'en',
      'A number[1] of them, where x[0] is one, arr[2], fooBar[1].',
      'A number[1] of them, where x[0] is one, arr[2], fooBar[1].',
    ],
    ['en', 'True.¹ By 5%.² See “it,”3 note and 5 km², x², cm³.⁴⁵', 'True. By 5%. See “it,” note and 5 km², x², cm³.'],
    ['de', 'Er sprach: „Licht!“2 Und ging.', 'Er sprach: „Licht!“ Und ging.'],
    ['en', '{"a": [[1],[2]]} is [1]', '{"a": [[1],[2]]} is [1]'],
    ['en', 'From 5\n- 13 to 20', 'From 5. - 13 to 20'],
  ])('%s: %j', (language, input, text) => {
    expect(said(input, language)).toBe(text);
  });
});

describe('what only looks like a format', () => {
  test.each([
    ['Name:\tAnn\nAge:\t30', 'Name: Ann. Age: 30'],
    ['one\ttwo', 'one two'],
    ['a,b,c and\nd,e,f(g)', 'a,b,c and. d,e,f(g)'],
    ['1,234,567\n7,654,321', '1,234,567. 7,654,321'],
    ['1.\tOne\n2.\tTwo', '1. One. 2. Two'],
    ['The tower is tall【4†source】. It citeturn0search3 grew.', 'The tower is tall. It grew.'],
    ['2024-05-01 10:30 - Meeting with Bob', '2024-05-01 10:30 - Meeting with Bob'],
    ['Say \\begin{document} first.', 'Say \\begin{document} first.'],
    ['twenty-\nfive', 'twenty-five'],
  ])('%j', (input, text) => {
    expect(said(input)).toBe(text);
  });
});

describe('words that the end of a line divides', () => {
  test.each<[LanguageCode, string, string]>([
    ['en', 'The infor-\nmation is here.', 'The information is here.'],
    [
      'en',
      'A well-\nknown, up-to-\ndate Anglo-\nSaxon idea of 1990-\n1995.',
      'A well-known, up-to-date Anglo-Saxon idea of 1990-1995.',
    ],
    ['en', 'The infor\u00ad\nmation.', 'The information.'],
    ['de', 'Die Nord-\nund Ostsee sind Gewäs-\nser.', 'Die Nord- und Ostsee sind Gewässer.'],
    ['fr', 'Que dit-\nil de la géo-\ngraphie?', 'Que dit-il de la géographie?'],
    ['es', 'La geogra-\nfía.', 'La geografía.'],
    ['it', 'La geogra-\nfia.', 'La geografia.'],
    ['pt', 'A geogra-\nfia.', 'A geografia.'],
    ['ru', 'Кто-\nто знает геогра-\nфию.', 'Кто-то знает географию.'],
    ['en', 'one -\ntwo', 'one - two'],
  ])('%s: %j', (language, input, text) => {
    expect(said(input, language)).toBe(text);
  });
});

describe('time stamps', () => {
  test.each([
    ['[10:30] Anna: Hi\n[10:31:05] Bob: Hello', 'Anna: Hi. Bob: Hello'],
    ['[12.03.24, 10:30:15] Anna: Hi', 'Anna: Hi'],
    ['12/03/2024, 10:30 - Anna: Hi\n12/03/2024, 10:31 - Bob: Bye', 'Anna: Hi. Bob: Bye'],
    ['[10:30] <anna> hi there', 'anna: hi there'],
    ['(10:30:15) Anna: Hi', 'Anna: Hi'],
    ['10:30 Anna: Hi\n10:31 Bob: Bye\n10:32 Anna: Bye', 'Anna: Hi. Bob: Bye. Anna: Bye'],
    ['Anna Smith  10:30 AM\nHello there.', 'Anna Smith: Hello there.'],
    ['12:34 <Ann> hi there', 'Ann: hi there'],
    ['[12:30] Anna Smith\nHi there.\n[12:31] Bob\nBye.', 'Anna Smith: Hi there. Bob: Bye.'],
    ['[00:12.50]Over The Sea\n[00:15.00]and home', 'Over The Sea. and home'],
    ['Anna, [10.05.24 12:30]\nHi.\nBob, [May 10, 2024 at 12:31:15 PM]:\nBye.', 'Anna: Hi. Bob: Bye.'],
    ['Anna — 05/10/2024 12:30\nHi.', 'Anna: Hi.'],
    ['[안나] [오후 3:15] 안녕\n[민수] [오후 3:16] 응', '안나: 안녕. 민수: 응'],
    ['Anna 2024-05-10 12:30\nHi.', 'Anna: Hi.'],
    ['2024-05-01 10:00 Meeting with Bob', '2024-05-01 10:00 Meeting with Bob'],
    ['10:30 Meeting: bring the papers', '10:30 Meeting: bring the papers'],
    ['The train at 10:30 is late.\n11:15 is next.', 'The train at 10:30 is late. 11:15 is next.'],
    ['[10:30](https://a.example) is a link', '10:30 is a link'],
    ['```\n[10:30] x = 1\n```', '10:30 x = 1'],
  ])('%j', (input, text) => {
    expect(said(input)).toBe(text);
  });
});

describe('control characters and lone surrogates', () => {
  test.each([
    ['a\u0000b\u0007c\u001b[31m', 'abc'],
    ['\u001b[1;31mError\u001b[0m: no', 'Error: no'],
    ['a\ud800b\udc00c', 'abc'],
    ['a\u200b\u202eb\ufeff', 'ab'],
    ['a\tb\u000bc\u0085d', 'a b. c. d'],
    ['\ue02a\ue02ax\ue02a\ue02a', 'x'],
  ])('%j', (input, text) => {
    expect(said(input)).toBe(text);
  });
});
