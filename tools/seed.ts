import { defaultAutoDeleteDays } from '@palabre/common/contract/messages/retention.ts';
import type { Visibility } from '@palabre/common/contract/workspaces/channels.ts';
import { readEnv } from '../server/env.ts';
import { claimPair, insertConversation, setTitle } from '../server/features/conversations/open/conversations.store.ts';
import { insertMessages, type NewMessage } from '../server/features/messages/messages/posts.store.ts';
import { insertUser } from '../server/features/people/users/open/users.store.ts';
import { insertChannel } from '../server/features/workspaces/structure/open/channels.store.ts';
import { addMember } from '../server/features/workspaces/structure/open/members.store.ts';
import {
  insertRole,
  readRole,
  setChannels,
  setUsers,
} from '../server/features/workspaces/structure/open/roles.store.ts';
import { insertWorkspace, readWorkspace } from '../server/features/workspaces/structure/open/workspaces.store.ts';
import { createDatabase, type Db, newId } from '../server/platform/postgres/db.ts';
import { openDatabase } from '../server/platform/postgres/open-database.ts';
import { runCommand } from '../server/platform/processes/command.ts';
import { StartError } from '../server/platform/processes/start-error.ts';
import { hashPassword } from '../server/platform/sessions/passwords.ts';
import { emailOf, type PersonName, people, places } from '../server/test/people/world.ts';
import { atelierTalk, conversations, type DemoMessage, riviereTalk } from './demo.ts';
import { setJob } from './seed.store.ts';

const password = 'sous-le-tilleul';
const names = Object.keys(people) as PersonName[];
type People = Record<PersonName, string>;

/** Returns a local time, `day` working days ago. */
function timeOf({ day, time }: DemoMessage, now: Date): Date {
  const date = new Date(now);
  for (let left = day; left > 0; ) {
    date.setDate(date.getDate() - 1);
    if (date.getDay() !== 0 && date.getDay() !== 6) left -= 1;
  }
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  // Whole minutes: `timed` adds milliseconds, which keep the written order.
  date.setHours(hours, minutes, 0, 0);
  return date;
}

/** Dates the messages of a place; messages scheduled later than now move to the last minutes. */
function timed(talk: DemoMessage[], placeId: string, ids: People, now: Date): NewMessage[] {
  return talk.map((message, index) => {
    const time = timeOf(message, now).getTime() + index;
    return {
      id: newId(),
      placeId,
      senderId: ids[message.who],
      nonce: null,
      files: null,
      called: { targets: [], everyone: null },
      content: message.text,
      time: new Date(Math.min(time, now.getTime() - (talk.length - index) * 20_000)).toISOString(),
    };
  });
}

/** Creates the people; null when the first one exists. Concurrent commands wait for each other on the first row. */
async function createPeople(db: Db): Promise<People | null> {
  const passwordHash = await hashPassword(password);
  const ids = {} as People;
  for (const name of names) {
    const { firstName, lastName, ...job } = people[name];
    const id = newId();
    const account = { id, firstName, lastName, email: emailOf(name), passwordHash, avatar: null, admin: false };
    if (!(await insertUser(db, account))) {
      if (name === names[0]) return null;
      throw new StartError(
        `Quelqu’un utilise déjà ${account.email} : la démonstration ne peut pas être installée ici.`,
      );
    }
    await setJob(db, id, job);
    ids[name] = id;
  }
  return ids;
}

interface Made<K extends string> {
  id: string;
  channels: Record<K | 'general', string>;
}

async function createPlace<K extends string>(
  db: Db,
  place: {
    title: string;
    description: string;
    tags: readonly string[];
    channels: Record<K, { title: string; visibility: Visibility }>;
  },
  ownerId: string,
  members: readonly string[],
): Promise<Made<K>> {
  const { title, description, tags } = place;
  const settings = { title, description, tags: [...tags], societyId: null, restricted: false, logo: null };
  // The demo stays complete: nothing is deleted automatically.
  const kept = { announceMoves: true, autoDelete: false, autoDeleteDays: defaultAutoDeleteDays };
  const id = await insertWorkspace(db, ownerId, { ...settings, ...kept });
  for (const member of members) if (member !== ownerId) await addMember(db, id, member);
  const channels = { general: (await readWorkspace(db, id)).welcomeChannel } as Made<K>['channels'];
  for (const key of Object.keys(place.channels) as K[]) {
    channels[key] = await insertChannel(db, { workspaceId: id, ...place.channels[key] });
  }
  return { id, channels };
}

async function createRoles(db: Db, { id, channels }: Made<keyof typeof places.atelier.channels>, ids: People) {
  const { direction, offres, annonces } = channels;
  const plain = { addChannels: false, canKick: false, creator: false };
  const roles = [
    { name: 'Direction', color: '#8b3a62', users: [ids.helene], visible: [direction, offres], addChannels: true },
    { name: 'Études', color: '#237247', users: [ids.souleymane, ids.leonie], visible: [offres] },
    { name: 'Économie', color: '#94600b', users: [ids.yann], visible: [offres] },
    { name: 'Chantier', color: '#2a6390', users: [ids.karim], visible: [], canKick: true },
  ];
  for (const [index, { users, visible, ...fields }] of roles.entries()) {
    const roleId = await insertRole(db, id, index + 2, { ...plain, ...fields });
    await setUsers(db, await readRole(db, roleId), users);
    const writable = fields.name === 'Direction' ? [...visible, annonces] : visible;
    await setChannels(db, roleId, { visible, writable });
  }
}

/** Creates the conversations, and returns their messages. */
async function createConversations(db: Db, ids: People, now: Date): Promise<NewMessage[]> {
  const said: NewMessage[] = [];
  for (const { title, people, talk } of conversations) {
    const id = newId();
    const [creatorId, other, ...more] = people.map(name => ids[name]) as [string, string, ...string[]];
    if (more.length === 0) await claimPair(db, [creatorId, other], id);
    await insertConversation(db, { id, creatorId, users: [creatorId, other, ...more] });
    if (title) await setTitle(db, id, title);
    said.push(...timed(talk, id, ids, now));
  }
  return said;
}

/** Creates the demo company, whole or not at all, then its messages. Returns false when it already exists. */
async function seed(database: ReturnType<typeof createDatabase>): Promise<boolean> {
  const talks = await database.kysely.transaction().execute(async db => {
    const ids = await createPeople(db);
    if (!ids) return null;
    const agency = names.filter(name => name !== 'mathilde' && name !== 'bastien').map(name => ids[name]);
    const atelier = await createPlace(db, places.atelier, ids.camille, agency);
    const riviere = await createPlace(db, places.riviere, ids.helene, [ids.mathilde, ids.bastien, ids.camille]);
    await createRoles(db, atelier, ids);
    const now = new Date();
    const said = (channels: Record<string, string>, talk: Record<string, DemoMessage[]>) =>
      Object.entries(talk).flatMap(([key, messages]) => timed(messages, channels[key] ?? '', ids, now));
    return [
      ...said(atelier.channels, atelierTalk),
      ...said(riviere.channels, riviereTalk),
      ...(await createConversations(db, ids, now)),
    ];
  });
  if (talks) await insertMessages(database.pool, talks);
  return talks !== null;
}

async function main(): Promise<void> {
  const opened = await openDatabase(readEnv(process.env));
  const database = createDatabase(opened.url, { max: 2 });
  try {
    const made = await seed(database);
    const logins = names.map(name => {
      const { firstName, lastName, jobTitle } = people[name];
      return `  ${emailOf(name).padEnd(34)}${`${firstName} ${lastName}`.padEnd(24)}${jobTitle}`;
    });
    process.stdout.write(
      `${made ? 'L’Atelier Tilleul et Maison Rivière sont installés.' : 'La démonstration est déjà là.'}\n` +
        `Mot de passe de tous : ${password}\n${logins.join('\n')}\n`,
    );
  } finally {
    await database.close();
    await opened.close();
  }
}

await runCommand(main);
