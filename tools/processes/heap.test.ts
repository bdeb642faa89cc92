import { once } from 'node:events';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../setup.mjs';
import { start, usedDataFolder } from './palabre.ts';

/**
 * Has the server's own process keep some 250 MB and drop a multiple of it, and tell the most that its heap took over what it
 * keeps. The first drops are not counted: the first collection comes when it would by itself.
 */
const churning = `data:text/javascript,${encodeURIComponent(`
  import { setTimeout as wait } from 'node:timers/promises';
  import { getHeapStatistics } from 'node:v8';
  const make = () => Array.from({ length: 5_000 }, (_, n) => ({ name: 'a' + n, list: [n, n, n, n] }));
  const used = () => getHeapStatistics().used_heap_size;
  process.on('message', async () => {
    const kept = [];
    while (used() < 250e6) kept.push(make());
    const recent = [];
    const drop = async () => {
      recent.push(make());
      if (recent.length > 20) recent.shift();
      await wait(1);
    };
    const began = performance.now();
    while (performance.now() - began < 3_000) await drop();
    gc();
    const before = used();
    let most = before;
    for (let n = 0; n < 800; n++) {
      await drop();
      most = Math.max(most, used());
    }
    process.send({ grown: most / before, kept: kept.length });
  });
  process.channel.unref();`)}`;

test('A large heap of the server is collected before its garbage outgrows what it keeps', async () => {
  const command = [process.execPath, '--expose-gc', '--import', churning, join(root, 'tools/start.mjs')];
  const server = await start(usedDataFolder(), {}, { command, messages: true }).ready();
  server.child.send('churn');
  const [{ grown }] = await once(server.child, 'message');
  // Left to itself, V8 comes to three times the kept size.
  expect(grown).toBeLessThan(2.2);
});
