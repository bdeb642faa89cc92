import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { contractFile } from './contract.ts';

it('the bundle leaves the schemas and sentences of every file of the contract out, whichever wing it is in', () => {
  const folder = join(import.meta.dirname, '../../common/contract');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    path => path.endsWith('.ts') && !path.endsWith('.test.ts'),
  );
  expect(files).toEqual(expect.arrayContaining(['define.ts', join('people', 'linked-accounts.ts')]));
  expect(files.filter(path => !contractFile.test(join(folder, path)))).toEqual([]);
});
