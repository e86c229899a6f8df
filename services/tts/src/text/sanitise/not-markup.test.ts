import { describe, expect, test } from 'vitest';
import { sanitise } from './sanitise.js';

const said = (input: string): string => sanitise(input, 'en').text;

describe('a mark that is no markup stays', () => {
  test.each([
    'gains of .5, .75, .9 and -.25 percent',
    'C#, .NET, F# and .env files, e.g. .com domains',
    'if a<b and c>d, or a<=b && c>=d',
    'List<a>, Map<String, int> and std::vector<int>& v',
    'x < y > z',
    'aaa batteries, www and #ffffff on #fff',
    'v1.2.3-beta.1, ^1.2.3, ~> 2.0, 2.* and >=1.0 <2.0',
    '>=1.0 <2.0 is a range',
    '1. e4 e5 2. Nf3 Nc6 3. Bb5 a6',
    'Qxf7# and Nf3!! then O-O-O e8=Q+ g4??',
    '*.txt and *.md in src/**/*.ts, lib/**/*.js or **/*.{js,ts}',
    'rm -rf /tmp/* and */5 * * * * run.sh',
    '/^\\d+(\\.\\d+)?$/ and \\w*@\\w*\\.com',
    '^[a-z]+$ or (foo|bar)* or [^abc]+ or a.*b and a.*c',
    'int *p = &x; f(*args, **kwargs)',
    '5 * 3 = 15, 5*x*y, 2**3 and 3**2',
    'x^2 + y_1, a_i, 10^-3 and mc^2',
    'the claim¹ is here [1] and there (2)',
    'a || b && c, !important and !=',
    '~500 people, ~1.5 km, ~/home/user',
    'R&D, AT&T, Q&A, 24/7, w/o and A/B',
    '5 > 3, 3 >= 2 and 1 <= 2 != 3 == 3',
    'Press Ctrl+C, [Enter] or <Tab>, #1 or @user',
    'a[1:3], x[-1], {name} and %s',
    'C:\\new\\files and \\\\server\\share',
    "rock 'n' roll, the '90s and 5'10\"",
    'a 3:2 win, 1-0 and ½-½',
    'a == b, c==d and e==f, ==g or == h ==',
    'All files (*.*), (?), (!), (+/-), (->), (°C), (x_i) and (T_O)',
    'connect(":memory:") or sqlite://:memory:',
  ])('%s', (text) => {
    expect(said(text)).toBe(text);
  });
});

describe('a mark that is no text goes', () => {
  test.each([
    ['the *i*th of *n*', 'the ith of n'],
    ['this is **bold.**And that', 'this is bold.And that'],
    ['*Important: read this', 'Important: read this'],
    ['so nice >_< really ^_^ ¯\\_(ツ)_/¯ yes *_* ok', 'so nice really yes ok'],
    ['hi :-( :] =) :3 </3 bye', 'hi bye'],
    ['fine (^_^)/ and (T_T) and (´ω｀)', 'fine and and'],
    ['yes xD no -_-', 'yes no'],
    ['a (=^･ω･^=) b ヽ(•‿•)ノ c (づ｡◕‿‿◕｡)づ d ʕ•ᴥ•ʔ e m(_ _)m f (・_・;) g (>ω<) h (-.-)', 'a b c d e f g h'],
    ['a (≧▽≦) b (；´Д｀) c ヽ(´ー｀)ノ d (ノ◕ヮ◕)ノ*:･ﾟ✧ e (´∀｀) f (⌒▽⌒) g (^^;)', 'a b c d e f g'],
    ['The ==stressed== word, ==two of them== and 这是==重点==。', 'The stressed word, two of them and 这是重点。'],
    ['On Monday, Bob wrote:\n> Hi there.\n>> Older text.\nYes.', 'On Monday, Bob wrote: Hi there. Older text. Yes.'],
    ['noted[^1] and [^note] here\n\n[^note]: A note.', 'noted and here. A note.'],
    ['price* and terms**', 'price and terms'],
  ])('%j → %j', (input, expected) => {
    expect(said(input)).toBe(expected);
  });
});
