import { api } from '@palabre/common/contract/index.ts';
import { expect, it } from 'vitest';
import { type Person, startPalabre } from '../../../test/harness.ts';
import { codeSentTo } from '../../../test/outbox.ts';
import { wrong } from '../../../test/people/codes.ts';

const palabre = await startPalabre({ limits: true });

const fresh = () => `${crypto.randomUUID()}@exemple.fr`;
const ask = (person: Person, email: string) => person.call(api.addresses.change, { body: { email } });
const give = (person: Person, code: string) => person.call(api.addresses.confirm, { body: { otp: code } });

it('Codes of one account, to whatever address, come once a minute', async () => {
  const karim = await palabre.register();
  expect((await ask(karim, fresh())).status).toBe(200);
  expect((await ask(karim, fresh())).body.code).toBe('too_many_requests');
  const boss = await palabre.register();
  await palabre.makeAdministrator(boss);
  expect(
    (await boss.call(api.addresses.changeOf, { params: { id: karim.id }, body: { email: fresh() } })).body.code,
  ).toBe('too_many_requests');
});

it('Codes of a change of address count in the hour and the day of an account, and for the address they go to', async () => {
  const karim = await palabre.register();
  const { limits } = palabre.services;
  const key = `address ${karim.id}`;
  const email = fresh();
  const counted = [
    ['codeMinute', key],
    ['codeHour', key],
    ['codeDay', key],
    ['codeDay', `to ${email}`],
  ] as const;
  const clear = () => Promise.all(counted.map(([name, key]) => limits.clear(name, key)));
  for (const [name, key] of counted) {
    await expect(limits.spend(name, key, 1_000)).rejects.toMatchObject({ status: 429 });
    expect([name, (await ask(karim, email)).status]).toEqual([name, 429]);
    await clear();
  }
  expect((await ask(karim, email)).status).toBe(200);
  const code = await codeSentTo(palabre, email);
  // A wrong code counts for the day, and a right one does not.
  const left = await limits.spend('codeTries', key);
  expect((await give(karim, wrong(code))).status).toBe(400);
  expect((await give(karim, code)).status).toBe(200);
  expect(await limits.spend('codeTries', key)).toBe(left - 2);
  await expect(limits.spend('codeTries', key, 1_000)).rejects.toMatchObject({ status: 429 });
  await clear();
  const next = fresh();
  await ask(karim, next);
  expect((await give(karim, await codeSentTo(palabre, next))).status).toBe(429);
});
