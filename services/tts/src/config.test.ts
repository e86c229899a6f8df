import { isAbsolute } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Config, readSettings } from './config.js';
import { OPTIONS } from './options.js';

const read = (args: string[], env: NodeJS.ProcessEnv = {}) => readSettings(args, env, '/some where');

function config(args: string[], env: NodeJS.ProcessEnv = {}): Config {
  const settings = read(args, env);
  if (settings.kind !== 'run') throw new Error(JSON.stringify(settings));
  return settings.config;
}

describe('the options', () => {
  test('have the published defaults', () => {
    const defaults = config([]);
    expect(defaults).toMatchObject({
      host: '0.0.0.0',
      port: 8100,
      model: 'customvoice-1.7b',
      device: 'auto',
      precision: 'auto',
      pull: false,
      fallback: 'auto',
      isModelChosen: false,
      grace: 120,
    });
    expect(isAbsolute(defaults.modelsDir)).toBe(true);
  });

  test('leave the environment of the engines unchanged', () => {
    const env = { PATH: '/somewhere', GLIBC_TUNABLES: 'of the operator', TTS_PORT: '9000' };
    expect(config([], env).environment).toEqual(env);
  });

  test('override their variables, which override the defaults', () => {
    expect(config([], { TTS_PORT: '9000' }).port).toBe(9000);
    expect(config(['--port', '9001'], { TTS_PORT: '9000' }).port).toBe(9001);
    expect(config(['--port=9002']).port).toBe(9002);
    expect(
      config([], { MODEL_PULL: 'true', TTS_FALLBACK: 'off', TTS_MODEL: 'base-0.6b', TTS_HOST: '::1' }),
    ).toMatchObject({
      pull: true,
      fallback: 'off',
      model: 'base-0.6b',
      isModelChosen: true,
      host: '::1',
    });
  });

  test('know a chosen model from the default one, also when it is the same', () => {
    expect(config(['--model', 'customvoice-1.7b']).isModelChosen).toBe(true);
    expect(config([], { TTS_MODEL: 'customvoice-1.7b' }).isModelChosen).toBe(true);
    expect(config([], { TTS_MODEL: '' }).isModelChosen).toBe(false);
  });

  test('take a folder relative to where the user typed it', () => {
    expect(config(['--models-dir', 'm'], { INIT_CWD: '/home/u' }).modelsDir).toBe('/home/u/m');
    expect(config(['--models-dir', '/m']).modelsDir).toBe('/m');
  });

  test('unload an unused model only when they say so', () => {
    expect(config([]).unloadAfter).toBeUndefined();
    expect(config(['--unload-after', 'off']).unloadAfter).toBeUndefined();
    expect(config([], { TTS_UNLOAD_AFTER: '' }).unloadAfter).toBeUndefined();
    expect(config(['--unload-after', '15m']).unloadAfter).toBe(900);
  });

  test('report usage only by user, with a token, to the accounts service', () => {
    const usage = { TTS_USER_HEADER: 'X-User-Id', USAGE_TOKEN: 'token', ACCOUNTS_URL: 'https://voice.example' };
    expect(config([], usage)).toMatchObject({
      userHeader: 'x-user-id',
      usage: { token: 'token', url: 'https://voice.example' },
    });
    expect(config([], { ...usage, USAGE_URL: 'http://auth:8000' }).usage?.url).toBe('http://auth:8000');
    for (const absent of ['TTS_USER_HEADER', 'USAGE_TOKEN'])
      expect(config([], { ...usage, [absent]: '' }).usage).toBeUndefined();
    expect(read([], { ...usage, ACCOUNTS_URL: '', TTS_USER_HEADER: 'X-User-Id:' })).toMatchObject({
      kind: 'reject',
      messages: [
        'TTS_USER_HEADER must be the name of a header.',
        expect.stringMatching(/^USAGE_TOKEN needs ACCOUNTS_URL/),
      ],
    });
  });

  test.each([
    ['a worker needs a queue', ['--worker'], {}, 'TTS_WORKER|--worker'],
    ['a queue needs a folder', [], { JOBS_DATABASE_URL: 'postgresql://u:secret@h/d' }, 'JOBS_DATABASE_URL'],
    ['a queue is in PostgreSQL', ['--jobs', 'x'], { JOBS_DATABASE_URL: 'mysql://u:secret@h/d' }, 'JOBS_DATABASE_URL'],
  ])('say with one message that %s, and no password', (_, args, environment, named) => {
    const settings = readSettings(args, environment, '/nowhere');
    if (settings.kind !== 'reject') throw new Error('It was taken.');
    expect(settings.messages).toEqual([expect.stringMatching(new RegExp(named))]);
    expect(settings.messages[0]).not.toContain('secret');
  });

  test('take a lexicon relative to where the user typed it', () => {
    expect(config([]).lexicon).toBeUndefined();
    expect(config(['--lexicon', 'l.json'], { INIT_CWD: '/home/u' }).lexicon).toBe('/home/u/l.json');
  });

  test('keep voices only in a folder that was named, relative to where the user typed it', () => {
    expect(config([]).voiceLibrary).toBeUndefined();
    expect(config([], { TTS_VOICE_LIBRARY: '' }).voiceLibrary).toBeUndefined();
    expect(config([], { TTS_VOICE_LIBRARY: '/voices' }).voiceLibrary).toBe('/voices');
    expect(config(['--voice-library', 'v'], { INIT_CWD: '/home/u' }).voiceLibrary).toBe('/home/u/v');
  });

  test.each([
    [['--port', '99999'], '--port must be a whole number from 0 to 65535; it is "99999".'],
    [['--port', '8e3'], '--port must be a whole number'],
    [['--model', 'large'], '--model must be one of customvoice-1.7b'],
    [['--device', 'tpu'], '--device must be one of auto, cuda, webgpu, cpu; it is "tpu".'],
    [['--precision', 'fp8'], '--precision must be one of'],
    [['--precision', 'bf16'], '--precision must be one of auto, fp32, fp16, int8, int4; it is "bf16".'],
    [
      ['--precision', 'int8', '--device', 'cuda'],
      '--precision must not be int8 on cuda: it runs on webgpu or cpu only.',
    ],
    [
      ['--precision', 'int4', '--device', 'cuda'],
      '--precision must not be int4 on cuda: it runs on webgpu or cpu only.',
    ],
    [
      ['--precision', 'fp16', '--device', 'cpu'],
      '--precision must not be fp16 on cpu: it runs on cuda or webgpu only.',
    ],
    [['--pull', 'maybe'], '--pull must be on or off; it is "maybe".'],
    [['--fallback', ''], '--fallback must be one of auto, on, off'],
    [['--queue', '0'], '--queue must be a whole number from 1'],
    [['--unload-after', 'soon'], '--unload-after must be a duration such as 15m'],
    [['--unload-after', '0'], '--unload-after must be a duration'],
    [['--lexicon', ''], '--lexicon must name a file.'],
    [['--voice-library', ''], '--voice-library must name a folder.'],
    [['--grace', '2m'], '--grace must be a whole number from 0'],
    [['--threads', '-1'], '--threads'],
    [['--host', 'a b'], '--host must be an address'],
    [['--models-dir', ''], '--models-dir must name a folder.'],
    [['--port'], '--port'],
    [['--nonsense'], '--nonsense'],
    [['--port', '--device', 'cpu'], '--port'],
    [['--help=yes'], '--help'],
    [['serve'], 'serve'],
  ])('refuse %j in one sentence', (args, sentence) => {
    const settings = read(args);
    expect(settings).toEqual({ kind: 'reject', messages: [expect.stringContaining(sentence)] });
    expect(settings.kind === 'reject' && settings.messages[0]).not.toContain('\n');
  });

  test('name the variable of a mistake', () => {
    expect(read([], { TTS_QUEUE: 'many' })).toMatchObject({
      messages: [expect.stringContaining('TTS_QUEUE must be')],
    });
    expect(read([], { LOG_LEVEL: 'loud' })).toMatchObject({
      messages: [expect.stringContaining('LOG_LEVEL must be')],
    });
  });

  test('list every mistake', () => {
    const settings = read(['--port', 'x', '--device', 'tpu'], { TTS_QUEUE: '0' });
    expect(settings).toMatchObject({ kind: 'reject', messages: { length: 3 } });
  });

  test.each([
    [{ TRUST_PROXY: 'everyone' }, 'TRUST_PROXY must be addresses or networks'],
    [{ TRUST_PROXY: '1' }, 'TRUST_PROXY must be addresses or networks'],
    [{ CORS_ORIGIN: 'voice.example' }, 'CORS_ORIGIN must be origins'],
    [{ CORS_ORIGIN: '*', NODE_ENV: 'production' }, 'CORS_ORIGIN must be origins'],
    [{ HF_ENDPOINT: 'hub.example' }, 'HF_ENDPOINT must be an address'],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector' }, 'OTEL_EXPORTER_OTLP_ENDPOINT must be an address'],
  ])('of both services are refused when they are invalid: %j', (env, sentence) => {
    expect(read([], env)).toMatchObject({ kind: 'reject', messages: [expect.stringContaining(sentence)] });
  });

  test('include those of both services', () => {
    expect(config([]).corsOrigins).toEqual([]);
    expect(config([], { CORS_ORIGIN: '*' }).corsOrigins).toBe(true);
    const NODE_ENV = 'production';
    expect(config([], { NODE_ENV }).corsOrigins).toEqual([]);
    const origins = { CORS_ORIGIN: 'https://a.example, http://b.example:81', TRUST_PROXY: '10.0.0.0/8,::1' };
    expect(config([], { NODE_ENV, ...origins })).toMatchObject({
      corsOrigins: ['https://a.example', 'http://b.example:81'],
      trustProxy: ['10.0.0.0/8', '::1'],
    });
  });

  test('are all documented by --help', () => {
    const help = read(['--help']);
    for (const [name, { variable }] of Object.entries(OPTIONS)) {
      expect(help).toMatchObject({
        kind: 'print',
        text: expect.stringMatching(new RegExp(`^  --${name}(?: |$)`, 'm')),
      });
      expect(help).toMatchObject({ text: expect.stringContaining(variable) });
    }
    expect(help).toMatchObject({ text: expect.stringContaining('CUDA_VISIBLE_DEVICES') });
  });
});
