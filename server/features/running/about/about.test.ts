import fs from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { api } from '@palabre/common/contract/index.ts';
import { expect, it, onTestFinished, vi } from 'vitest';
import { licencesFile, version } from '../../../platform/paths.ts';
import { startPalabre } from '../../../test/harness.ts';

it('Licences are those of the packages of the build, or none where nothing was built', async () => {
  const palabre = await startPalabre();
  const karim = await palabre.register();
  // Asked twice: the second answer comes from the cache.
  for (const _ of [1, 2]) {
    const { version: told, packages, texts } = await karim.ok(api.about.licences);
    expect(told).toBe(version);
    for (const { texts: places } of packages) for (const place of places) expect(texts[place]).toBeTypeOf('string');
  }
});

it('Licences that cannot be read once are read by the next request, with their texts, and then no more', async () => {
  // A module of its own, which has read nothing yet: other files may have asked for licences in this process.
  const unread = './about.ts?unread';
  const { about }: typeof import('./about.ts') = await import(/* @vite-ignore */ unread);
  const licences = about.licences as unknown as () => Promise<object>;
  const built = {
    packages: [{ name: 'fastify', version: '5.12.8', licence: 'MIT', texts: [0] }],
    texts: ['Permission is hereby granted'],
  };
  const read = vi.spyOn(fs, 'readFile').mockRejectedValueOnce(new Error('too many open files'));
  read.mockResolvedValueOnce(JSON.stringify(built));
  syncBuiltinESMExports();
  onTestFinished(() => {
    read.mockRestore();
    syncBuiltinESMExports();
  });
  await expect(licences()).rejects.toThrow('too many open files');
  // Asked twice: the second answer comes from the cache.
  for (const _ of [1, 2]) expect(await licences()).toEqual({ version, ...built });
  expect(read.mock.calls.filter(([path]) => path === licencesFile)).toHaveLength(2);
});
