import { limits } from '@palabre/common/contract/fields.ts';
import { api } from '@palabre/common/contract/index.ts';
import { beforeAll, expect, test } from 'vitest';
import type { LimitName } from '../../../platform/http/floods/limits.ts';
import type { Reply } from '../../../test/client.ts';
import { type Palabre, type Person, startPalabre } from '../../../test/harness.ts';
import { act, found } from '../../../test/people/societies.ts';
import { gather } from '../../../test/people/team.ts';

/**
 * Tests the hourly limits on creation: an account that spent them waits, and other accounts do not. All but the last two
 * are spent directly: two requests show that each counts once.
 */

let palabre: Palabre;
let karim: Person;
let camille: Person;

beforeAll(async () => {
  palabre = await startPalabre({ limits: true });
  [karim, camille] = [await palabre.register({ firstName: 'Karim' }), await palabre.register()];
});

const { inAnHour } = limits;
type Made = keyof typeof inAnHour;
const leaveTwo = (name: LimitName, { id }: Person, made: number) => palabre.services.limits.spend(name, id, made - 2);

test.each<[Made, LimitName, (person: Person, workspaceId: string) => Promise<Reply<unknown>>]>([
  ['workspace', 'makeWorkspace', person => person.call(api.workspaces.create, { body: { title: 'Chantier' } })],
  [
    ...(['channel', 'makeChannel'] as const),
    (person, workspaceId) => person.call(api.channels.create, { body: { title: 'salon', workspaceId } }),
  ],
  [
    ...(['role', 'makeRole'] as const),
    (person, workspaceId) => person.call(api.roles.create, { body: { name: 'Équipe', workspaceId } }),
  ],
  [
    ...(['conversation', 'makeConversation'] as const),
    person => person.call(api.conversations.create, { body: { users: [karim.id, camille.id] } }),
  ],
  ['invite', 'makeInvite', (person, id) => person.call(api.invites.create, { params: { id } })],
])('of each %s', async (what, name, make) => {
  const maker = await palabre.register();
  const [team, other] = [await gather(maker), await gather(karim)];
  await leaveTwo(name, maker, inAnHour[what] - (what === 'workspace' ? 1 : 0));
  for (const _ of [1, 2]) expect((await make(maker, team.id)).status).toBe(201);
  const refused = await make(maker, team.id);
  expect([refused.status, refused.body.code]).toEqual([429, 'too_many_requests']);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3_500);
  expect((await make(karim, other.id)).status).toBe(201);
});

test('of societies, and of requests to join one', async () => {
  const maker = await palabre.register();
  const society = await found(camille);
  await leaveTwo('makeSociety', maker, inAnHour.society);
  for (const _ of [1, 2]) {
    const { _id: id } = await found(maker);
    await maker.ok(api.societies.remove, { params: { id } });
  }
  const refused = await maker.call(api.societies.create, { body: { name: 'Une de plus' } });
  expect([refused.status, refused.body.code]).toEqual([429, 'too_many_requests']);
  await leaveTwo('joinSociety', maker, inAnHour.joinRequest);
  for (const _ of [1, 2]) {
    expect((await act(maker, society, 'join')).status).toBe(200);
    expect((await act(maker, society, 'removePendingUser')).status).toBe(200);
  }
  expect((await act(maker, society, 'join')).status).toBe(429);
});
