import { expect, it } from 'vitest';
import { startPalabre } from '../test/harness.ts';

it('Metrics are for this machine and holders of the token, and do not exist for anyone behind a proxy', async () => {
  const token = 'un jeton de plus de seize caractères'.replaceAll(/[^a-z]/g, '');
  const palabre = await startPalabre({ env: { METRICS_TOKEN: token } });
  const statusOf = async (headers: Record<string, string>) =>
    (await fetch(`${palabre.url}/metrics`, { headers })).status;
  const elsewhere = { 'x-forwarded-for': '203.0.113.9' };
  expect(await statusOf({})).toBe(200);
  expect(await statusOf(elsewhere)).toBe(404);
  // Whichever header their proxy adds.
  for (const header of ['x-real-ip', 'forwarded', 'via'])
    expect([header, await statusOf({ [header]: '203.0.113.9' })]).toEqual([header, 404]);
  expect(await statusOf({ ...elsewhere, authorization: `Bearer ${token}x` })).toBe(404);
  expect(await statusOf({ ...elsewhere, authorization: `Bearer x${token.slice(1)}` })).toBe(404);
  expect(await statusOf({ ...elsewhere, authorization: `Bearer ${token}` })).toBe(200);
  expect(await statusOf({ ...elsewhere, authorization: `bearer ${token}` })).toBe(200);
  expect(await statusOf({ ...elsewhere, authorization: 'Bearer ' })).toBe(404);
});

it('Metrics do not exist for anyone behind a proxy where there is no token, whatever they send', async () => {
  const { url } = await startPalabre();
  for (const authorization of ['Bearer', 'Bearer ', 'Bearer undefined', 'undefined']) {
    const { status } = await fetch(`${url}/metrics`, { headers: { authorization, 'x-forwarded-for': '203.0.113.9' } });
    expect([authorization, status]).toEqual([authorization, 404]);
  }
});
