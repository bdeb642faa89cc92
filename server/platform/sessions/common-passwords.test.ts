import fs from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { expect, it, onTestFinished, vi } from 'vitest';
import { commonPasswordsFile } from '../paths.ts';

const { readFile } = fs;

it('The list of common passwords is read once, and again after it could not be', async () => {
  const read = vi.spyOn(fs, 'readFile');
  syncBuiltinESMExports();
  onTestFinished(() => {
    read.mockRestore();
    syncBuiltinESMExports();
  });
  // A module of its own: the list that other tests have read is kept.
  const fresh = './common-passwords.ts?fresh';
  const { isCommon } = (await import(/* @vite-ignore */ fresh)) as { isCommon(password: string): Promise<boolean> };
  read.mockRejectedValueOnce(new Error('away'));
  await expect(isCommon('sunshine')).rejects.toThrow('away');
  expect([await isCommon('sunshine'), await isCommon('SunShine'), await isCommon('un tout autre mot')]).toEqual([
    ...[true, true, false],
  ]);
  expect(read.mock.calls.filter(([path]) => path === commonPasswordsFile)).toHaveLength(2);
  // Neither a part of a line, nor two lines, are a password of the list.
  const [first = '', second = '', ...others] = (await readFile(commonPasswordsFile, 'latin1')).trim().split('\n');
  expect([await isCommon(first), await isCommon(`${first}\n${second}`), await isCommon(others.at(-1) ?? '')]).toEqual([
    ...[true, false, true],
  ]);
  expect(await isCommon('sunshin')).toBe(others.includes('sunshin'));
});
