import { api } from '@palabre/common/contract/index.ts';
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { type Palabre, type Person, startPalabre } from '../../test/harness.ts';
import { countLockWaits, holdLock } from '../../test/locks.ts';
import { inviteByMail } from '../../test/people/invited.ts';
import { found } from '../../test/people/societies.ts';
import { gather, type Team } from '../../test/people/team.ts';
import { Connection } from '../postgres/prepared.ts';

/** Tests which requests wait for the changes before them, and which wait for none. */

let palabre: Palabre;
let camille: Person;
let karim: Person;
let stranger: Person;
let team: Team;
beforeAll(async () => {
  palabre = await startPalabre();
  [camille, karim, stranger] = [await palabre.register(), await palabre.register(), await palabre.register()];
  team = await gather(camille, karim);
});

type Asked = Promise<{ status: number }>;
interface Line {
  /** Thing that the change locks. */
  id: string;
  change: (by: Person) => Asked;
}
const ofTeam = (change: Line['change']): Line => ({ id: team.id, change });

const lines: [string, () => Promise<Line>][] = [
  ['workspace', async () => ofTeam(by => by.call(api.channels.order, { params: team.params, body: { channels: [] } }))],
  [
    'channel',
    async () => {
      const { _id: id } = await team.channel('nord');
      return ofTeam(by => by.call(api.channels.update, { params: { id }, body: { title: 'sud' } }));
    },
  ],
  [
    'role',
    async () => {
      const { _id: id } = await team.role();
      return ofTeam(by => by.call(api.roles.update, { params: { id }, body: { name: 'Conduite' } }));
    },
  ],
  [
    'invitation',
    async () => {
      const { invite } = await camille.ok(api.invites.create, { params: team.params });
      return ofTeam(by => by.call(api.invites.remove, { params: { id: invite._id } }));
    },
  ],
  [
    'invitation by mail',
    async () => {
      const { id } = await inviteByMail(palabre, camille, team.id, 'zoe@exemple.fr');
      return ofTeam(by => by.call(api.emailInvites.withdraw, { params: { id } }));
    },
  ],
  [
    'conversation',
    async () => {
      const other = await palabre.register();
      const { conversation } = await camille.ok(api.conversations.create, { body: { users: [karim.id, other.id] } });
      const { _id: id } = conversation;
      return { id, change: by => by.call(api.conversations.rename, { params: { id }, body: { title: 'À trois' } }) };
    },
  ],
];

/** Asks for a change; says whether it is answered. */
function asking(asked: Asked): { status: Asked; isAnswered: () => boolean } {
  let isAnswered = false;
  void asked.then(() => {
    isAnswered = true;
  });
  return { status: asked, isAnswered: () => isAnswered };
}

describe('a change', () => {
  it.each(lines)(
    'of a %s waits for those before it, of whoever may make some, and nobody else waits',
    async (_of, prepare) => {
      const { id, change } = await prepare();
      const { locked } = palabre.services;
      const waiting = vi.spyOn(locked, 'run');
      const { end } = locked.take([id]);
      onTestFinished(() => {
        end();
        waiting.mockRestore();
      });
      // A wait would tell that something happens there.
      const refused = asking(change(stranger));
      await vi.waitFor(() => expect(refused.isAnswered(), 'the stranger is answered').toBe(true));
      expect([403, 404]).toContain((await refused.status).status);
      expect(waiting).not.toHaveBeenCalled();
      const made = asking(change(camille));
      await vi.waitFor(() => expect(waiting.mock.calls.map(([things]) => things)).toEqual([[id]]));
      // Other requests are answered meanwhile.
      await camille.ok(api.users.me);
      expect(made.isAnswered()).toBe(false);
      end();
      expect((await made.status).status).toBeLessThan(300);
    },
  );

  it('that anybody may ask for waits, whoever asks: to join a society, or a workspace that is not restricted', async () => {
    const society = await found(camille);
    const { workspace: closed } = await camille.ok(api.workspaces.create, {
      body: { title: 'Siège', restricted: true },
    });
    const { locked } = palabre.services;
    const waiting = vi.spyOn(locked, 'run');
    const { end } = locked.take([society._id, team.id, closed._id]);
    onTestFinished(() => {
      end();
      waiting.mockRestore();
    });
    const refused = asking(stranger.call(api.workspaces.join, { params: { id: closed._id } }));
    await vi.waitFor(() => expect(refused.isAnswered(), 'who may not join is answered').toBe(true));
    const asked = [
      asking(stranger.call(api.societies.update, { params: { id: society._id }, body: { action: 'join' } })),
      asking(stranger.call(api.workspaces.join, { params: team.params })),
    ];
    await vi.waitFor(() => expect(waiting).toHaveBeenCalledTimes(2));
    expect(new Set(waiting.mock.calls.map(([things]) => [...things][0]))).toEqual(new Set([society._id, team.id]));
    await stranger.ok(api.users.me);
    expect(asked.map(({ isAnswered }) => isAnswered())).toEqual([false, false]);
    end();
    for (const { status } of asked) expect((await status).status).toBe(200);
  });
});

it('A change of a channel that becomes private as it waits is refused to who does not see it any more', async () => {
  const manager = await palabre.register();
  await manager.ok(api.workspaces.join, { params: team.params });
  await team.role({ name: 'Salons', users: [manager.id], addChannels: true });
  const channel = await team.channel('annonces');
  const held = await holdLock(palabre, 'SELECT FROM workspaces WHERE id = $1 FOR UPDATE', [team.id]);
  const change = manager.call(api.channels.update, { params: { id: channel._id }, body: { title: 'Autre nom' } });
  await vi.waitFor(async () => expect(await countLockWaits(palabre)).toBe(1));
  await held.query(`UPDATE channels SET visibility = 'private' WHERE id = $1`, [channel._id]);
  await held.query('COMMIT');
  expect((await change).status).toBe(404);
  const { channel: after } = await camille.ok(api.channels.one, { params: { id: channel._id } });
  expect(after.title).toBe('annonces');
});

it('A change of a role, or of an invitation, that is deleted as it waits finds nothing, and of a workspace that is deleted so neither', async () => {
  const other = await gather(camille, karim);
  const role = await other.role();
  const { id: inviteId } = await inviteByMail(palabre, camille, other.id, 'lea@exemple.fr');
  const waiting = async (count: number) => vi.waitFor(async () => expect(await countLockWaits(palabre)).toBe(count));
  const held = await holdLock(palabre, 'SELECT FROM workspaces WHERE id = $1 FOR UPDATE', [other.id]);
  // The second waits in the line of its workspace, before it takes a connection.
  const renamed = camille.call(api.roles.update, { params: { id: role._id }, body: { name: 'Conduite' } });
  await waiting(1);
  const withdrawn = camille.call(api.emailInvites.withdraw, { params: { id: inviteId } });
  await held.query('DELETE FROM roles WHERE id = $1', [role._id]);
  await held.query('UPDATE email_invites SET accepted_at = now() WHERE id = $1', [inviteId]);
  await held.query('COMMIT');
  for (const asked of [renamed, withdrawn]) expect((await asked).body).toMatchObject({ code: 'not_found' });
  const again = await holdLock(palabre, 'SELECT FROM workspaces WHERE id = $1 FOR UPDATE', [other.id]);
  const ordered = camille.call(api.channels.order, { params: other.params, body: { channels: [] } });
  await waiting(1);
  await again.query('DELETE FROM workspaces WHERE id = $1', [other.id]);
  await again.query('COMMIT');
  expect((await ordered).body).toMatchObject({ code: 'not_found' });
});

/** Runs `act` just before the next statement that contains a text. */
function justBefore(text: string, act: () => Promise<unknown>): () => boolean {
  const query = Connection.prototype.query as (...asked: unknown[]) => unknown;
  let done = false;
  const asking = vi.spyOn(Connection.prototype, 'query').mockImplementation(function (this: Connection, ...asked) {
    const [said] = asked as [unknown];
    if (typeof said !== 'string' || !said.includes(text)) return query.apply(this, asked) as never;
    done = true;
    asking.mockRestore();
    return act().then(() => query.apply(this, asked)) as never;
  });
  onTestFinished(() => asking.mockRestore());
  return () => done;
}

it('A person who comes into a workspace or a conversation as they ask for a change of it may not make it yet', async () => {
  const other = await palabre.register();
  const { pool } = palabre.services.database;
  const params = team.params;
  const joined = justBefore('prepared: workspace-access', () =>
    pool.query('INSERT INTO workspace_members (workspace_id, user_id, owner) VALUES ($1, $2, true)', [
      team.id,
      other.id,
    ]),
  );
  expect((await other.call(api.channels.order, { params, body: { channels: [] } })).status).toBe(403);
  expect(joined()).toBe(true);
  expect((await other.call(api.channels.order, { params, body: { channels: [] } })).status).toBe(200);
  const { conversation } = await camille.ok(api.conversations.create, { body: { users: [karim.id, stranger.id] } });
  const { _id: id } = conversation;
  const added = justBefore('from "conversations"', () =>
    pool.query('INSERT INTO conversation_users (conversation_id, user_id) VALUES ($1, $2)', [id, other.id]),
  );
  const rename = () => other.call(api.conversations.rename, { params: { id }, body: { title: 'À quatre' } });
  expect((await rename()).status).toBe(404);
  expect(added()).toBe(true);
  expect((await rename()).status).toBe(200);
});

it('A change of a society waits for one of another process, and is judged by what that one left', async () => {
  const owner = await palabre.register();
  const society = await found(owner, `Société ${owner.id.slice(-8)}`);
  const held = await holdLock(palabre, 'SELECT FROM societies WHERE id = $1 FOR UPDATE', [society._id]);
  const renamed = owner.call(api.societies.update, { params: { id: society._id }, body: { name: 'Autre nom' } });
  await vi.waitFor(async () => expect(await countLockWaits(palabre)).toBe(1));
  await held.query(`UPDATE society_people SET standing = 'member' WHERE user_id = $1`, [owner.id]);
  await held.query('COMMIT');
  expect((await renamed).status).toBe(403);
});
