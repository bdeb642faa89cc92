import { api } from '@palabre/common/contract/index.ts';
import { expect, it } from 'vitest';
import { version } from '../../../platform/paths.ts';
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
