import { api } from '@palabre/common/contract/index.ts';
import type { Status } from '@palabre/common/contract/people/users.ts';
import { io, type Socket } from 'socket.io-client';
import { landscape } from '../../server/test/pictures.ts';
import type { Account, People, Place } from './test.ts';

/** Workspace in the middle of a morning's work: people there and away, unread messages, mentions, reactions, pins. */
export interface Scene extends Place {
  owner: Account;
  /** Path of the channel that is looked at. */
  channel: string;
  /** Threads under messages of the channel: one with replies, and one that nobody has written in. */
  threads: { full: string; empty: string };
  /** Picture to send, heavy enough to be seen leaving. */
  picture: Buffer;
  /** Marks as unread again the messages that the owner has read since. */
  rewind: () => Promise<void>;
  /** Says that a colleague writes in the channel. */
  write: () => void;
  /** Makes the colleagues leave. */
  close: () => void;
}

const others: [first: string, last: string, job: string, status: Status | null][] = [
  ['Karim', 'Benali', 'Conducteur de travaux', 'away'],
  ['Léonie', 'Dubreuil', 'Ingénieure structure', 'online'],
  ['Souleymane', 'Aw', 'Architecte', 'busy'],
  ['Yann', 'Riou', 'Économiste', null],
  ['Hélène', 'Nguyen', 'Direction', null],
];
type Socket_ = Pick<Socket, 'emit' | 'disconnect'>;

async function isThere(url: string, { client, user }: Account, status: Status): Promise<Socket_> {
  const socket = io(url, { auth: { token: client.token }, transports: ['websocket'], forceNew: true });
  await new Promise<void>((done, failed) => socket.once('connect', done).once('connect_error', failed));
  socket.emit('userId', user._id);
  await socket.emitWithAck('setStatus', status);
  socket.emit('activity', { idle: 0 });
  return socket;
}

/** Builds the scene that the mock draws. */
export async function scene(people: People): Promise<Scene> {
  const owner = await people.register('Camille', 'Moreau');
  const accounts = await Promise.all(others.map(([first, last]) => people.register(first, last)));
  const [karim, leonie, souleymane, yann, helene] = accounts as [Account, Account, Account, Account, Account];
  const jobs = [...others.map(([, , job]) => job), 'Cheffe de projet'];
  await Promise.all(
    [...accounts, owner].map(({ client, user }, index) =>
      client.ok(api.accounts.update, { params: { id: user._id }, body: { jobTitle: jobs[index] } }),
    ),
  );
  const river = await people.workspace(helene, 'Maison Rivière', owner, leonie);
  await people.workspace(yann, 'École du Code', owner);
  const place = await people.workspace(owner, 'Atelier Tilleul', ...accounts);
  const workspaceId = place.workspace._id;
  const create = async (title: string, visibility: 'public' | 'protected' | 'private' = 'public') =>
    (await owner.client.ok(api.channels.create, { body: { title, visibility, workspaceId } })).channel._id;
  const site = await create('chantier-lyon');
  const coffee = await create('café-du-matin');
  const news = await create('annonces', 'protected');
  await create('direction', 'private');
  await create('appel-offres-2027', 'private');
  await create('photos');
  for (const [name, color, who] of [
    ['Structure', '#2a6390', leonie],
    ['Architectes', '#237247', souleymane],
    ['Direction', '#5e5490', helene],
  ] as const) {
    const writableChannels = name === 'Direction' ? [news] : [];
    const body = { name, color, workspaceId, users: [who.user._id], writableChannels };
    await owner.client.ok(api.roles.create, { body });
  }
  const send = async (who: Account, channelId: string, content: string, ...files: { bytes: Buffer; name: string }[]) =>
    (await who.client.ok(api.messages.send, { body: { channelId, content }, files })).message;
  const react = (who: Account, id: string, reaction: string) =>
    who.client.ok(api.reactions.add, { params: { id }, body: { reaction } });
  const passed = await send(
    karim,
    site,
    'Le bureau de contrôle est passé : **avis favorable** sur la charpente, il reste la note sur les appuis du R+2.',
  );
  for (const who of [owner, leonie, souleymane, yann, helene]) await react(who, passed._id, '🎉');
  for (const who of [leonie, yann]) await react(who, passed._id, '👏');
  await send(karim, site, 'Je la mets ici dès qu’elle arrive.');
  const note = await send(
    leonie,
    site,
    'Bonjour ! La note est là. Page 4, la flèche admissible passe de `L/300` à `L/400`.',
    { bytes: Buffer.alloc(1_430_000, 'x'), name: 'Note-appuis-R+2.pdf' },
  );
  for (const id of [passed._id, note._id]) await owner.client.ok(api.pins.pin, { params: { id } });
  const me = `<@${owner.user._id}>`;
  await send(
    souleymane,
    site,
    `${me} on garde la réunion de 10 h 30 ? Le client a déjà vu ||la surprise du hall||, attention.`,
  );
  const monday = await send(souleymane, site, 'Sinon je peux lundi matin.');
  const answer = (who: Account, threadOf: string, content: string) =>
    who.client.ok(api.messages.send, { body: { threadOf, content } });
  await answer(owner, note._id, 'Merci Léonie. On reprend donc le plancher du R+2 en `L/400` ?');
  await answer(leonie, note._id, 'Oui, et la poutre de rive avec : 240 × 480 au lieu de 200 × 440.');
  await answer(karim, note._id, 'Le charpentier peut encore changer la section jusqu’à **vendredi midi**.');
  await answer(souleymane, note._id, 'Je vérifie la hauteur sous plafond et je reviens ici.');
  await answer(yann, note._id, `${me} compter 1 800 € de plus, hors pose.`);
  await answer(helene, passed._id, `Bravo à tous. ${me} tu préviens le client ?`);
  await send(yann, coffee, 'Il reste des croissants.');
  const told = await send(owner, news, 'Ce salon annonce ce qui engage tout l’atelier.');
  for (const content of ['la visite du lycée passe au 4 décembre.', 'à lire avant vendredi.']) {
    await send(helene, news, `${me} ${content}`);
  }
  const { conversation } = await karim.client.ok(api.conversations.create, { body: { users: [owner.user._id] } });
  for (const content of ['Tu as cinq minutes ?', 'C’est pour le bardage.', 'Je passe à 11 h.']) {
    await karim.client.ok(api.messages.send, { body: { conversationId: conversation._id, content } });
  }
  await helene.client.ok(api.messages.send, {
    body: { channelId: river.welcome._id, content: `${me} les menus de janvier sont à relire.` },
  });

  const there: Socket_[] = [];
  for (const [index, [, , , status]] of others.entries()) {
    const account = accounts[index];
    if (account && status) there.push(await isThere(people.url, account, status));
  }
  const beats = setInterval(() => {
    for (const socket of there) socket.emit('activity', { idle: 0 });
  }, 10_000);
  return {
    ...place,
    owner,
    channel: `/workspace/${workspaceId}/channel/${site}`,
    threads: { full: note._id, empty: monday._id },
    picture: await landscape(2_400, 1_800, '#cfe3ee'),
    rewind: async () => {
      for (const [channelId, position] of [
        [site, note.position],
        [coffee, 0],
        [news, told.position],
        [river.welcome._id, 0],
      ] as const) {
        await owner.client.ok(api.unread.mark, { body: { channelId, position, back: true } });
      }
      for (const [threadId, position] of [
        [note._id, 2],
        [passed._id, 0],
      ] as const) {
        await owner.client.ok(api.unread.mark, { body: { threadId, position, back: true } });
      }
    },
    write: () => there[1]?.emit('typing', { channelId: site }),
    close: () => {
      clearInterval(beats);
      for (const socket of there) socket.disconnect();
    },
  };
}
