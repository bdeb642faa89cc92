import { api } from '@palabre/common/contract/index.ts';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { newId } from '../../../platform/postgres/db.ts';
import { type Palabre, type Person, startPalabre } from '../../../test/harness.ts';
import { codeSentTo, mailsTo } from '../../../test/outbox.ts';
import { Browser } from '../../../test/people/browser.ts';
import { pair } from '../../../test/people/codes.ts';

let palabre: Palabre;
let addresses = 0;
beforeAll(async () => {
  palabre = await startPalabre({ limits: true });
});

/** Returns a browser never seen before, at an address of its own. */
function stranger(): Browser {
  addresses += 1;
  return new Browser(palabre, `198.51.100.${addresses}`);
}

interface Account {
  p_id: string;
  p_email: string;
}
const nobody = (): Account => ({ p_id: newId(), p_email: `${newId()}@exemple.fr` });

/** Asks for a code as if an hour had passed since the last one. */
async function ask(account: Account, key: string, token?: string): Promise<number> {
  for (const limit of ['codeMinute', 'codeHour'] as const) await palabre.services.limits.clear(limit, key);
  return (await stranger().call(api.otp.sent, { body: account }, token)).status;
}
const guess = (p_id: string, token?: string) =>
  stranger().call(
    api.otp.check,
    { body: { p_id, p_otp: '000000', p_option: token === undefined ? 'email' : '2FA' } },
    token,
  );
const subjectsOf = async ({ user }: Person) =>
  (await mailsTo(palabre.dataDir, user.email)).map(({ subject }) => subject ?? '');
const told = {
  codes: 'Beaucoup de codes demandés pour votre compte',
  tries: 'Beaucoup de codes faux pour votre compte',
};
const aDay = Array.from({ length: 10 }, (_, n) => n);

it('Codes of one account are five in an hour, a minute apart', async () => {
  const person = await palabre.register();
  const send = async () => {
    await palabre.services.limits.clear('codeMinute', person.id);
    return (await person.call(api.otp.sent, { body: pair(person) })).status;
  };
  const sent: number[] = [];
  for (let n = 0; n < 6; n += 1) sent.push(await send());
  expect(sent).toEqual([200, 200, 200, 200, 200, 429]);
});

describe('codes of one account in a day', () => {
  it('are ten for a person in the account, and the tenth is told by mail', async () => {
    const person = await palabre.register();
    for (const _ of aDay) expect(await ask(pair(person), person.id, person.token ?? '')).toBe(200);
    expect(await ask(pair(person), person.id, person.token ?? '')).toBe(429);
    await codeSentTo(palabre, person.user.email, 10);
    await vi.waitFor(async () => expect(await subjectsOf(person)).toContain(told.codes));
    expect(await subjectsOf(person)).toHaveLength(11);
  });

  it('are ten for all strangers together, however the id is spelled, and get as many answers for an unknown account', async () => {
    const person = await palabre.register();
    const spelled = [pair(person), { ...pair(person), p_id: person.id.toUpperCase() }];
    const [one, other] = spelled as [Account, Account];
    const key = `${person.id} ${person.user.email}`;
    for (const n of aDay) expect(await ask(n % 2 ? one : other, key)).toBe(200);
    await codeSentTo(palabre, person.user.email, 10);
    for (const account of spelled) expect(await ask(account, key)).toBe(200);
    const gone = nobody();
    for (let n = 0; n < 12; n += 1) expect(await ask(gone, `${gone.p_id} ${gone.p_email}`)).toBe(200);
    await vi.waitFor(async () => expect(await subjectsOf(person)).toContain(told.codes));
    expect(await subjectsOf(person)).toHaveLength(11);
    // The owner has their own codes all the same.
    expect(await ask(pair(person), person.id, person.token ?? '')).toBe(200);
  });
});

describe('wrong codes of one account in a day', () => {
  it('are thirty, however the id is spelled and from any address, and one mail tells of both limits', async () => {
    const person = await palabre.register();
    const statuses: number[] = [];
    for (let n = 0; n < 31; n += 1) {
      statuses.push((await guess(n % 2 ? person.id : person.id.toUpperCase())).status);
    }
    expect(statuses).toEqual([...Array(30).fill(400), 429]);
    await vi.waitFor(async () => expect(await subjectsOf(person)).toEqual([told.tries]));
    for (const _ of aDay) await ask(pair(person), person.id, person.token ?? '');
    await codeSentTo(palabre, person.user.email, 10);
    expect((await subjectsOf(person)).filter(subject => Object.values(told).includes(subject))).toEqual([told.tries]);
  });

  it('are thirty for an unknown account too', async () => {
    const { p_id } = nobody();
    for (let n = 0; n < 30; n += 1) expect((await guess(p_id)).status).toBe(400);
    expect((await guess(p_id)).status).toBe(429);
  });

  it('of strangers leave those of the account’s person, and a right code is not counted', async () => {
    const person = await palabre.register();
    for (let n = 0; n < 30; n += 1) await guess(person.id);
    expect((await guess(person.id)).status).toBe(429);
    expect((await guess(person.id, person.token ?? '')).status).toBe(400);
    await ask(pair(person), person.id, person.token ?? '');
    const p_otp = await codeSentTo(palabre, person.user.email);
    const spent = vi.spyOn(palabre.services.limits, 'refund');
    const reply = await person.call(api.otp.check, { body: { p_id: person.id, p_otp, p_option: 'email' } });
    expect(reply.status).toBe(200);
    expect(spent.mock.calls).toContainEqual(['codeTries', person.id]);
  });
});
