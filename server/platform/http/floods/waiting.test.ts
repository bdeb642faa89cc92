import { expect, test } from 'vitest';
import { Waiting, type WaitingBounds } from './waiting.ts';

function waiting(bounds: WaitingBounds) {
  const gone: string[] = [];
  let now = 0;
  const line = new Waiting<string>(
    bounds,
    one => gone.push(one),
    () => now,
  );
  const come = (address: string | undefined, ...names: string[]) => {
    for (const name of names) line.add(name, address);
  };
  const pass = (ms: number) => {
    now += ms;
  };
  return { line, gone, come, pass };
}

test('Silent connections over the bound of their address are closed, the oldest first, and none of another', () => {
  const { line, gone, come, pass } = waiting({ ofAddress: 2, inAll: 100 });
  come('a', 'a1', 'a2', 'a3', 'a4');
  come('b', 'b1', 'b2');
  come(undefined, 'p1', 'p2', 'p3');
  line.trim();
  // All have come just now, and were not read yet.
  expect(gone).toEqual([]);
  pass(2_000);
  line.delete('a1');
  line.trim();
  expect(gone).toEqual(['a2']);
  line.trim();
  expect(line.list()).toEqual(['a3', 'a4', 'b1', 'b2', 'p1', 'p2', 'p3']);
  // Connections that came after the others are spared for as long.
  come('b', 'b3');
  line.delete('b1');
  line.delete('b2');
  come('b', 'b4', 'b5');
  pass(1_999);
  line.trim();
  expect(gone).toEqual(['a2']);
  pass(1);
  line.trim();
  expect(gone).toEqual(['a2', 'b3']);
});

test('Silent connections over the bound in all are closed whatever their address, no more at once than is said', () => {
  const { line, gone, come, pass } = waiting({ ofAddress: 3, inAll: 4 });
  come('a', 'a1', 'a2', 'a3', 'a4', 'a5');
  come(undefined, 'p1', 'p2', 'p3', 'p4');
  pass(2_000);
  line.trim(1);
  expect(gone).toEqual(['a1']);
  line.trim(3);
  expect(gone).toEqual(['a1', 'a2', 'a3', 'a4']);
  line.trim();
  expect(gone).toEqual(['a1', 'a2', 'a3', 'a4', 'a5']);
  line.trim();
  expect(line.list()).toEqual(['p1', 'p2', 'p3', 'p4']);
});
