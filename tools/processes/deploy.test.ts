import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { findOrUnpack } from '../programs.ts';
import { root } from '../setup.mjs';
import { start, usedDataFolder } from './palabre.ts';

const rulesPath = join(root, 'deploy/prometheus/palabre.rules.yml');
const rules = readFileSync(rulesPath, 'utf8');
/** Expressions of the Grafana dashboard, with its variables as Grafana would fill them. */
const asked = (
  JSON.parse(readFileSync(join(root, 'deploy/grafana/palabre.json'), 'utf8')) as {
    panels: { targets?: { expr: string }[] }[];
  }
).panels.flatMap(({ targets = [] }) =>
  targets.map(({ expr }) => expr.replaceAll('$__rate_interval', '1m').replaceAll('$instance', '.+')),
);
const promtool = await findOrUnpack('promtool', 'prometheus', 'usr/bin/promtool');

test.skipIf(!promtool)('Prometheus takes the alarm rules (skipped without promtool)', () => {
  const said = execFileSync(promtool ?? '', ['check', 'rules', rulesPath], { encoding: 'utf8' });
  expect(said).toMatch(/SUCCESS: \d+ rules found/);
});

test.skipIf(!promtool)('Prometheus takes each question of the Grafana dashboard (skipped without promtool)', () => {
  const folder = mkdtempSync(join(tmpdir(), 'palabre-grafana-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, 'questions.yml');
  const questions = asked.map((expr, i) => ({ record: `question_${i}`, expr }));
  // JSON is YAML too.
  writeFileSync(path, JSON.stringify({ groups: [{ name: 'palabre', rules: questions }] }));
  const said = execFileSync(promtool ?? '', ['check', 'rules', path], { encoding: 'utf8' });
  expect(said).toContain(`SUCCESS: ${asked.length} rules found`);
});

test('Each alarm has its line in docs/alarms.md, and each line its alarm', () => {
  const alarms = [...rules.matchAll(/- alert: (\w+)/g)].map(([, name]) => name);
  const lines = [...readFileSync(join(root, 'docs/alarms.md'), 'utf8').matchAll(/^\| `(\w+)` \|/gm)];
  expect(lines.map(([, name]) => name)).toEqual(alarms);
});

test('Each metric of the alarms, of the dashboard and of docs/operations.md is one that a server tells', async () => {
  const BACKUP_DIR = join(usedDataFolder(), 'nuits');
  const server = await start(usedDataFolder(), { BACKUP_DIR }).ready();
  const text = await (await fetch(`${server.url}/metrics`)).text();
  const told = new Set([...text.matchAll(/^# TYPE (\w+)/gm)].map(([, name]) => name));
  const operations = readFileSync(join(root, 'docs/operations.md'), 'utf8');
  const questions = asked.join('\n').replaceAll(/"[^"]*"/g, '');
  const named = [...`${rules}\n${operations}\n${questions}`.matchAll(/\b(?:palabre|process|nodejs)_\w+/g)].map(
    ([name]) => name.replace(/_(bucket|count|sum)$/, ''),
  );
  // Told by several processes alone.
  const shared = /^palabre_(redis_|processes$|worker_crashes$)/;
  expect([...new Set(named)].filter(name => !shared.test(name) && !told.has(name))).toEqual([]);
});
