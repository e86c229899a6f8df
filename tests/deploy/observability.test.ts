import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { startAccounts } from '../processes/accounts.js';
import { startSpeech } from '../processes/speech.js';

const deploy = join(fileURLToPath(import.meta.url), '../../../deploy');

interface Dashboard {
  title: string;
  panels: { title: string; targets: { expr: string }[] }[];
}
interface Alert {
  alert: string;
  expr: string;
  labels: { severity: string };
  annotations: { summary: string; runbook_url: string };
}
interface Rules {
  groups: { rules: (Alert | { record: string; expr: string })[] }[];
}
interface Cases {
  tests: { alert_rule_test: { alertname: string; exp_alerts?: object[] }[] }[];
}

/** The metrics that a PromQL expression reads; a histogram's parts count as the histogram. */
function metricsIn(expression: string): string[] {
  const names = expression.match(/\b(?:tts|auth|http|process|nodejs|ownvoice)_[a-z0-9_]+/g) ?? [];
  return names.map((name) => name.replace(/_(bucket|count|sum)$/, ''));
}

/** The names that a service declares at `/metrics`. */
async function exposedBy(origin: string): Promise<string[]> {
  const text = await (await fetch(`${origin}/metrics`)).text();
  return [...text.matchAll(/^# TYPE (\S+) /gm)].map((match) => match[1] ?? '');
}

const dashboards = readdirSync(join(deploy, 'grafana')).map(
  (file) => JSON.parse(readFileSync(join(deploy, 'grafana', file), 'utf8')) as Dashboard,
);
const { groups } = parse(readFileSync(join(deploy, 'prometheus/alerts.yaml'), 'utf8')) as Rules;
const rules = groups.flatMap((group) => group.rules);
const { tests } = parse(readFileSync(join(deploy, 'prometheus/alerts.test.yaml'), 'utf8')) as Cases;
const cases = tests.flatMap((one) => one.alert_rule_test);
const operations = readFileSync(join(deploy, '../docs/operations.md'), 'utf8');

/** An expression, and those that Prometheus records for it. */
const wholeExpression = (expr: string): string =>
  [expr, ...rules.flatMap((rule) => ('record' in rule && expr.includes(rule.record) ? [rule.expr] : []))].join(' ');

function hasPromtool(): boolean {
  try {
    execFileSync('promtool', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    console.warn('skipped: the alerts are not tried out, because promtool is not installed here');
    return false;
  }
}

test.skipIf(!hasPromtool())('the alerts fire when they should, and only then', () => {
  const file = join(deploy, 'prometheus/alerts.test.yaml');
  expect(execFileSync('promtool', ['test', 'rules', file], { encoding: 'utf8' })).toContain('SUCCESS');
});

describe('dashboards, alerts and the autoscaler', () => {
  let exposed = new Set<string>();
  beforeAll(async () => {
    await using auth = await startAccounts();
    await using tts = await startSpeech();
    exposed = new Set([...(await exposedBy(auth.origin)), ...(await exposedBy(tts.origin))]);
  });

  const panels = dashboards.flatMap(({ title, panels }) =>
    panels.map((panel) => ({ name: `${title}: ${panel.title}`, panel })),
  );
  test.each(panels)('the panel $name reads metrics that exist', ({ panel }) => {
    const names = panel.targets.flatMap((target) => metricsIn(target.expr));
    expect(names.length).toBeGreaterThan(0);
    expect(names.filter((name) => !exposed.has(name))).toEqual([]);
  });

  const alerts = rules.flatMap((rule) => ('alert' in rule ? [rule] : []));
  test.each(alerts)(
    'the alert $alert reads metrics that exist, says what happened and what to do, and has cases in which it fires and does not',
    ({ alert, expr, labels, annotations }) => {
      const names = metricsIn(wholeExpression(expr));
      if (alert !== 'OwnvoiceDown') expect(names.length).toBeGreaterThan(0);
      expect(names.filter((name) => !exposed.has(name))).toEqual([]);
      expect(['page', 'ticket']).toContain(labels.severity);
      expect(annotations.summary).toMatch(/\.$/);
      expect(annotations.runbook_url).toMatch(/\/docs\/operations\.md#alerts$/);
      expect(operations).toContain(`| \`${alert}\` |`);
      const own = cases.filter(({ alertname }) => alertname === alert);
      expect(new Set(own.map(({ exp_alerts: fired = [] }) => fired.length > 0))).toEqual(new Set([true, false]));
    },
  );

  test('the autoscaler of speech reads a metric that exists', () => {
    const autoscaler = readFileSync(join(deploy, 'kubernetes/components/keda/tts-autoscaler.yaml'), 'utf8');
    const name = /query: \w+\((\w+)/.exec(autoscaler)?.[1] ?? '';
    expect([...exposed]).toContain(name);
  });
});
