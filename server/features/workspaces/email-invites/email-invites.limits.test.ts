import { api } from '@palabre/common/contract/index.ts';
import { expect, test } from 'vitest';
import { newId } from '../../../platform/postgres/db.ts';
import { type Person, startPalabre } from '../../../test/harness.ts';
import { inviteByMail } from '../../../test/people/invited.ts';
import { gather } from '../../../test/people/team.ts';

const fresh = () => `${newId()}@exemple.fr`;
const invite = (by: Person, id: string, ...emails: string[]) =>
  by.call(api.emailInvites.create, { params: { id }, body: { emails } });
const accept = (by: Person, token: string) => by.call(api.emailInvites.accept, { params: { token } });

test('Invitations by mail: an address gets five a day from all workspaces, and a person sends two hundred', async () => {
  const limited = await startPalabre({ limits: true });
  const owner = await limited.register();
  await limited.prove(owner);
  const [one, other] = [await gather(owner), await gather(owner)];
  const email = fresh();
  const outcomes: (string | undefined)[] = [];
  for (let i = 0; i < 6; i++) {
    outcomes.push((await invite(owner, i % 2 ? one.id : other.id, email)).body.outcomes[0]?.outcome);
  }
  expect(outcomes).toEqual([...Array(5).fill('sent'), 'refused']);
  for (let i = 0; i < 3; i++)
    expect((await invite(owner, one.id, ...Array.from({ length: 50 }, fresh))).status).toBe(201);
  const refused = await invite(owner, one.id, ...Array.from({ length: 50 }, fresh));
  expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true]);
});

test('An invitation that is sent again counts for its address, its sender and its workspace', async () => {
  const limited = await startPalabre({ limits: true });
  const owner = await limited.register();
  await limited.prove(owner);
  const [team, email] = [await gather(owner), fresh()];
  const { id } = await inviteByMail(limited, owner, team.id, email);
  const send = async () => (await owner.call(api.emailInvites.send, { params: { id } })).status;
  expect(await send()).toBe(200);
  const counted = [
    ['inviteMailsToAddress', email],
    ['inviteMails', owner.id],
    ['inviteMailsOfWorkspace', team.id],
  ] as const;
  for (const [name, key] of counted) {
    await expect(limited.services.limits.spend(name, key, 1_000_000)).rejects.toMatchObject({ status: 429 });
    expect([name, await send()]).toEqual([name, 429]);
    await limited.services.limits.clear(name, key);
  }
  expect(await send()).toBe(200);
  // Each mail of several counts.
  const left = () => limited.services.limits.spend('inviteMailsOfWorkspace', team.id);
  const before = await left();
  expect((await invite(owner, team.id, fresh(), fresh())).status).toBe(201);
  expect(await left()).toBe(before - 3);
});

test('A right link of an invitation is not counted among those that are guessed, however often it is followed', async () => {
  const limited = await startPalabre({ limits: true });
  const [owner, guest] = [await limited.register(), await limited.register()];
  const { token } = await inviteByMail(limited, owner, (await gather(owner)).id, guest.user.email);
  for (let i = 0; i < 25; i++) expect((await accept(guest, token)).status).toBe(200);
  const read = () => limited.nobody.call(api.emailInvites.read, { params: { token } });
  for (let i = 0; i < 25; i++) expect((await read()).status).toBe(200);
  // A wrong token counts.
  await limited.services.limits.spend('inviteCode', '127.0.0.1', 19);
  const wrong = () => limited.nobody.call(api.emailInvites.read, { params: { token: 'k'.repeat(43) } });
  expect([(await wrong()).status, (await wrong()).status, (await read()).status]).toEqual([404, 429, 429]);
});
