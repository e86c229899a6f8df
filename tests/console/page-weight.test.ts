import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';

const console_ = dirname(createRequire(import.meta.url).resolve('@ownvoice/console/package.json'));
const BUDGET = 120 * 1024;

describe.each(['accounts', 'speech'])('the built %s page', (name) => {
  const folder = join(console_, 'dist-app', name);
  const html = () => readFileSync(join(folder, 'index.html'), 'utf8');

  test('loads at most 120 kB of compressed JavaScript to begin with', () => {
    const initial = new Set<string>();
    const add = (file: string) => {
      if (initial.has(file)) return;
      initial.add(file);
      // What an initial file imports statically is loaded with it.
      const source = readFileSync(join(folder, file), 'utf8');
      for (const [, path] of source.matchAll(/(?:^|[;}\s])(?:import|export)[^("';]*["']\.\/([^"']+\.js)["']/g)) {
        if (path !== undefined) add(`assets/${path}`);
      }
    };
    for (const [, path] of html().matchAll(/(?:src|href)="\.\/([^"]+\.js)"/g)) if (path !== undefined) add(path);
    expect(initial.size).toBeGreaterThan(0);
    const weight = [...initial].reduce((sum, file) => sum + gzipSync(readFileSync(join(folder, file))).length, 0);
    expect(weight).toBeGreaterThan(10_000);
    expect(weight).toBeLessThanOrEqual(BUDGET);
  });

  test('has no inline script, no inline style and no address outside its own origin', () => {
    expect(html()).not.toMatch(/<script(?![^>]*\bsrc=)|<style|\sstyle=|\son\w+=/i);
    for (const [, address] of html().matchAll(/(?:src|href)="([^"]*)"/g)) {
      expect(address).toMatch(/^\.\//);
      expect(existsSync(join(folder, address ?? ''))).toBe(true);
    }
    for (const file of readdirSync(join(folder, 'assets')).filter((path) => path.endsWith('.css'))) {
      expect(readFileSync(join(folder, 'assets', file), 'utf8')).not.toMatch(/url\(\s*["']?(?:https?:)?\/\//);
    }
  });
});
