import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ensurePromtool } from '../promtool.ts';
import { root } from '../setup.mjs';
import { start, usedDataFolder } from './palabre.ts';

const rulesPath = join(root, 'deploy/prometheus/palabre.rules.yml');
const rules = readFileSync(rulesPath, 'utf8');
const promtool = await ensurePromtool();

test.skipIf(!promtool)('Prometheus takes the alarm rules (skipped without promtool)', () => {
  const said = execFileSync(promtool ?? '', ['check', 'rules', rulesPath], { encoding: 'utf8' });
  expect(said).toMatch(/SUCCESS: \d+ rules found/);
});

test('Each alarm has its line in docs/alarms.md, and each line its alarm', () => {
  const alarms = [...rules.matchAll(/- alert: (\w+)/g)].map(([, name]) => name);
  const lines = [...readFileSync(join(root, 'docs/alarms.md'), 'utf8').matchAll(/^\| `(\w+)` \|/gm)];
  expect(lines.map(([, name]) => name)).toEqual(alarms);
});

test('Each metric of the alarms and of docs/operations.md is one that a server tells', async () => {
  const BACKUP_DIR = join(usedDataFolder(), 'nuits');
  const server = await start(usedDataFolder(), { BACKUP_DIR }).ready();
  const text = await (await fetch(`${server.url}/metrics`)).text();
  const told = new Set([...text.matchAll(/^# TYPE (\w+)/gm)].map(([, name]) => name));
  const operations = readFileSync(join(root, 'docs/operations.md'), 'utf8');
  const named = [...`${rules}\n${operations}`.matchAll(/\bpalabre_\w+/g)].map(([name]) =>
    name.replace(/_(bucket|count|sum)$/, ''),
  );
  // Told by several processes alone.
  const shared = /^palabre_(redis_|processes$)/;
  expect([...new Set(named)].filter(name => !shared.test(name) && !told.has(name))).toEqual([]);
});
