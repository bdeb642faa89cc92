import { bootWeight } from '@palabre/common/contract/boot.ts';
import { api } from '@palabre/common/contract/index.ts';
import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { type Palabre, type Person, startPalabre } from '../../test/harness.ts';
import { found } from '../../test/people/societies.ts';
import { talk } from '../../test/people/talk.ts';
import { gather, type Team } from '../../test/people/team.ts';
import { post } from '../../test/people/world.ts';

let palabre: Palabre;
let camille: Person;
let karim: Person;
let outsider: Person;
let team: Team;

beforeAll(async () => {
  palabre = await startPalabre();
  [camille, karim, outsider] = [await palabre.register(), await palabre.register(), await palabre.register()];
  team = await gather(camille, karim);
});

/** Answers of the parts' own endpoints, to compare with the answer of /boot. */
async function apart(person: Person, of: Team) {
  const mine = { params: { id: person.id } };
  const inside = { params: of.params };
  return {
    me: await person.ok(api.users.me),
    workspaces: await person.ok(api.workspaces.mine, mine),
    channels: await person.ok(api.channels.ofWorkspace, inside),
    conversations: await person.ok(api.conversations.list, mine),
    society: await person.ok(api.societies.mine, mine),
    notifications: await person.ok(api.notifications.list),
    unread: await person.ok(api.unread.list),
    workspace: await person.ok(api.workspaces.one, inside),
    roles: await person.ok(api.roles.list, inside),
    myRoles: await person.ok(api.roles.mine, inside),
  };
}

it('GET /boot answers each part as the endpoint of that part does', async () => {
  await found(camille);
  const hidden = await team.channel('conduite', 'private');
  await team.role({ name: 'Conduite', users: [karim.id], visibleChannels: [hidden._id] });
  await team.channel('direction', 'private');
  await post(camille, hidden, `<@${karim.id}> à toi`);
  const { _id: conversationId } = await talk(karim, camille);
  await camille.ok(api.messages.send, { body: { conversationId, content: 'Bonjour' } });
  for (const person of [camille, karim]) {
    const query = { workspaceId: team.id };
    const expected = await apart(person, team);
    expect(await person.ok(api.boot.one, { query })).toEqual(expected);
    expect(await person.ok(api.boot.one, { query: { ...query, unread: 'false' } })).toEqual({
      ...expected,
      unread: null,
    });
    expect(expected.unread.unread.length + expected.roles.roles.length).toBeGreaterThan(1);
  }
  const { channels } = await karim.ok(api.boot.one, { query: { workspaceId: team.id } });
  expect(channels.channels.map(({ title }) => title)).toEqual(['général', 'conduite']);
});

it('GET /boot refuses nothing to a person outside the workspace, and answers null for each of its parts', async () => {
  const answer = await outsider.ok(api.boot.one, { query: { workspaceId: team.id } });
  expect(answer).toMatchObject({ workspace: null, roles: null, myRoles: null, channels: { channels: [] } });
  expect(JSON.stringify(answer)).not.toContain(team.id);
  const nowhere = await outsider.ok(api.boot.one, { query: { workspaceId: outsider.id } });
  expect(nowhere).toEqual(answer);
});

it("GET /boot without a workspace lists the channels of all of the person's workspaces; of many only whole workspaces, the page's own first", async () => {
  const owner = await palabre.register();
  const [first, second, third] = [await gather(owner), await gather(owner), await gather(owner)];
  const workspacesOf = async (query: { workspaceId?: string }) => {
    const { channels } = (await owner.ok(api.boot.one, { query })).channels;
    return [...new Set(channels.map(({ workspaceId }) => workspaceId))];
  };
  expect(await workspacesOf({})).toEqual([first.id, second.id, third.id]);
  expect(await workspacesOf({ workspaceId: second.id })).toEqual([second.id, first.id, third.id]);
  const open = (count: number) =>
    sql`
      WITH made AS (
        INSERT INTO places (id, kind, room) SELECT gen_random_uuid(), 'channel', ${`w:${second.id}`}
        FROM generate_series(1, ${count}::int) RETURNING id
      )
      INSERT INTO channels (id, workspace_id, title, visibility, position)
      SELECT id, ${second.id}::uuid, 'salon', 'public', 1 FROM made`.execute(palabre.services.database.kysely);
  // Two of them have just as many as one answer holds.
  await open(bootWeight - 2);
  expect(await workspacesOf({})).toEqual([first.id, second.id]);
  await open(2);
  expect(await workspacesOf({})).toEqual([first.id]);
  expect(await workspacesOf({ workspaceId: second.id })).toEqual([second.id]);
  expect(await workspacesOf({ workspaceId: third.id })).toEqual([third.id, first.id]);
});
