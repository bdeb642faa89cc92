import { api } from '@palabre/common/contract/index.ts';
import type { FileToSend } from '../../server/test/client.ts';
import { landscape, tone } from '../../server/test/pictures.ts';
import { proveAddress } from './prove.ts';
import type { Account, People, Place } from './test.ts';

/** Workspace with something of everything, and the user who sees all of it. */
export interface Stage extends Place {
  owner: Account;
  /** Path of a channel with files of all kinds. */
  files: string;
  /** Path of the workspace's settings, without the section. */
  settings: string;
}

/** Stage with conversations and societies too. */
export interface TalkingStage extends Stage {
  /** Paths of a group conversation, and of a conversation of two. */
  talks: { group: string; pair: string };
  /** Path of a society other than the owner's. */
  society: string;
  /** Paths of a thread with replies, and of one in which nobody has replied. */
  threads: { full: string; empty: string };
}

const names: [string, string][] = [
  ['Karim', 'Benali'],
  ['Léonie', 'Dubreuil'],
  ['Marie-Antoinette Guillemette', 'de La Rochefoucauld-Montbazon de Saint-Exupéry'],
  ['Théo', 'Van den Berghe'],
  ['Souleymane', 'Aw'],
];
const long =
  'Compte rendu de la réunion de chantier : la charpente est posée, le bardage arrive mardi, et il reste à choisir ' +
  'la teinte des menuiseries avec la maîtrise d’ouvrage avant vendredi. https://exemple.fr/' +
  'documents/'.repeat(12);

/** Builds the workspace: long names, all three visibilities, roles, invitations, a banned user, some messages. */
export async function stage(people: People): Promise<TalkingStage> {
  const owner = await people.register('Camille', 'Moreau');
  const others = await Promise.all(names.map(([first, last]) => people.register(first, last)));
  const banned = await people.register('Inès', 'Ortega');
  const place = await people.workspace(owner, 'Atelier Tilleul', ...others, banned);
  const { client } = owner;
  const params = { id: place.workspace._id };
  const workspaceId = place.workspace._id;
  await client.ok(api.members.ban, { params, body: { userId: banned.user._id } });
  await client.ok(api.workspaces.update, {
    params,
    body: {
      description: 'Architecture et réhabilitation : chantiers, appels d’offres.',
      tags: ['architecture', 'bois'],
    },
  });
  const create = (title: string, visibility: 'public' | 'protected' | 'private') =>
    client.ok(api.channels.create, { body: { title, visibility, workspaceId } });
  const { channel: withFiles } = await create('chantier-lyon', 'public');
  await create('annonces', 'protected');
  await create('direction', 'private');
  await create('appel-d-offres-rehabilitation-de-la-halle-aux-grains-de-villefranche', 'private');
  const [karim, leonie] = others as [Account, Account];
  await client.ok(api.roles.create, {
    body: {
      name: 'Conduite',
      workspaceId,
      users: [karim.user._id],
      color: '#2a6390',
      canKick: true,
      addChannels: true,
    },
  });
  await client.ok(api.roles.create, {
    body: { name: 'Équipe de la maîtrise d’œuvre', workspaceId, users: [leonie.user._id], color: '#a0522d' },
  });
  await client.ok(api.invites.create, { params: { id: workspaceId }, body: { time: '24h' } });
  const channelId = place.welcome._id;
  const talk: [who: Account, content: string, answersTheOneBefore?: true][] = [
    [owner, 'Bonjour à tous !'],
    [karim, 'Bonjour Camille. **La charpente** est posée, *enfin*.'],
    [karim, 'Photos ce soir, ||surprise|| comprise.'],
    [leonie, long],
    [others[2] as Account, '- le plan\n- la coupe\n- la façade'],
    [karim, `\`\`\`\n${'const charpente = poser(poutres); '.repeat(8)}\n\`\`\``],
    [leonie, 'שלום לכולם, המסמך מוכן לבדיקה'],
    [karim, '> La réunion est à 10 h.\n\n||https://exemple.fr/surprise||'],
    [karim, '# Compte rendu\n\n| Lot | Montant |\n| --- | --: |\n| Bardage | 8 150 € |'],
    [leonie, '![L’arbre salue](/api/gif/media?demo=hello-1&width=320&height=240)'],
    [karim, '```ts\n// une par une\nfor (const poutre of [1, 2]) poser(poutre, "nord");\n```'],
    [leonie, '||https://youtu.be/dQw4w9WgXcQ||'],
    [leonie, `<@${owner.user._id}> on la regarde ensemble ?`, true],
    [leonie, '🎉🎉'],
    [owner, '```\nconst total = 42;\n```'],
  ];
  let before: string | undefined;
  for (const [who, content, answers] of talk) {
    const body = { channelId, content, ...(answers && { replyTo: before }) };
    before = (await who.client.ok(api.messages.send, { body })).message._id;
  }
  await sendFiles(withFiles._id, owner, karim, leonie);
  for (let n = 0; n < 3; n += 1) {
    await people.workspace(
      karim,
      ['Maison Rivière', 'Cabinet Kermarrec', 'Coopérative des Monts du Lyonnais'][n] ?? '',
    );
  }
  const threads = await stageThreads(owner, others, channelId, place.path);
  const talks = await stageTalks(owner, others);
  const society = await stageSocieties(owner, others);
  const files = `/workspace/${workspaceId}/channel/${withFiles._id}`;
  await people.haveRead(owner);
  return { ...place, owner, talks, society, threads, files, settings: `/settings/workspace/${workspaceId}` };
}

/** Creates a thread under the owner's first message, with a quote, a reply shown in the channel too, and a long one. */
async function stageThreads(
  owner: Account,
  others: Account[],
  channelId: string,
  path: string,
): Promise<TalkingStage['threads']> {
  const [karim, leonie, marie] = others as [Account, Account, Account];
  const { messages } = await owner.client.ok(api.messages.page, { query: { channelId } });
  const [root, second] = messages;
  if (!root || !second) throw new Error('The stage has no messages to reply to');
  const answer = async (who: Account, content: string, more: { replyTo?: string; alsoInPlace?: boolean } = {}) => {
    const body = { threadOf: root._id, content, ...more };
    return (await who.client.ok(api.messages.send, { body })).message._id;
  };
  const first = await answer(karim, 'Bonjour Camille !');
  await answer(leonie, 'Bonjour à vous deux.', { replyTo: first });
  await answer(marie, long);
  await answer(owner, 'À tout à l’heure.', { alsoInPlace: true });
  return { full: `${path}?thread=${root._id}`, empty: `${path}?thread=${second._id}` };
}

/**
 * Creates the owner's society, with members, join requests and a whitelist, and another society; returns the path of
 * the latter.
 */
async function stageSocieties(owner: Account, others: Account[]): Promise<string> {
  const [karim, leonie, marie, theo, souleymane] = others as [Account, Account, Account, Account, Account];
  const { society } = await owner.client.ok(api.societies.create, { body: { name: 'Atelier Tilleul' } });
  const params = { id: society._id };
  const emails = [leonie, marie].map(({ email }) => email);
  const more = Array.from({ length: 9 }, (_, n) => `collegue.${n + 1}@atelier-tilleul.fr`);
  await owner.client.ok(api.societies.update, {
    params,
    body: { action: 'addWhitelistBulk', emails: [...emails, ...more] },
  });
  await Promise.all([leonie, marie, theo, souleymane].map(proveAddress));
  for (const { client } of [leonie, marie, theo, souleymane])
    await client.ok(api.societies.update, { params, body: { action: 'join' } });
  const other = await karim.client.ok(api.societies.create, { body: { name: 'Cabinet Kermarrec' } });
  return `/society/${other.society._id}`;
}

/** Creates conversations of two and of several, one with a title; their last messages are the owner's or another's. */
async function stageTalks(owner: Account, others: Account[]): Promise<TalkingStage['talks']> {
  const [karim, leonie, marie, theo, souleymane] = others as [Account, Account, Account, Account, Account];
  const idsOf = (...people: Account[]) => people.map(({ user }) => user._id);
  const begin = async (...people: Account[]) => {
    const { conversation } = await owner.client.ok(api.conversations.create, { body: { users: idsOf(...people) } });
    return conversation._id;
  };
  const write = (who: Account, conversationId: string, content: string) =>
    who.client.ok(api.messages.send, { body: { conversationId, content } });
  await begin(souleymane);
  await write(marie, await begin(marie), long);
  await write(theo, await begin(theo, marie, leonie), 'On part à quelle heure ?');
  const group = await begin(karim, leonie, theo);
  await owner.client.ok(api.conversations.rename, { params: { id: group }, body: { title: 'Déjeuner de jeudi' } });
  await write(leonie, group, 'Je réserve pour quatre, à **12 h 15**.');
  await write(owner, group, `Parfait. <@${karim.user._id}>, tu passes prendre Théo ?`);
  await write(karim, group, 'Oui, en revenant du chantier.');
  const pair = await begin(karim);
  await write(karim, pair, 'Bonjour Camille, tu as cinq minutes ?');
  await write(owner, pair, 'Bien sûr. Je t’appelle à 11 h.');
  return { group: `/conversation/${group}`, pair: `/conversation/${pair}` };
}

/** Sends pictures alone and together, sound, a document, and files with difficult names. */
async function sendFiles(channelId: string, owner: Account, karim: Account, leonie: Account): Promise<void> {
  const send = (who: Account, content: string, ...files: FileToSend[]) =>
    who.client.ok(api.messages.send, { body: { channelId, content }, files });
  const text = Buffer.from('Devis');
  await send(
    leonie,
    'Le devis et les mesures, à relire avant jeudi.',
    { bytes: text, name: 'devis-charpente.pdf' },
    {
      bytes: Buffer.alloc(1_430_000, 'x'),
      name: 'releve-des-mesures-du-rez-de-chaussee-et-du-premier-etage-avec-les-combles-version-definitive.xlsx',
    },
  );
  await send(karim, '', { bytes: text, name: 'مخطط الطابق الأول.docx' });
  await send(owner, 'Le bruit du chantier ce matin', { bytes: tone(), name: 'chantier.wav' });
  await send(
    karim,
    '',
    { bytes: await landscape(1_200, 900, '#cfe3ee'), name: 'façade nord.jpg' },
    { bytes: await landscape(600, 1_100, '#f3d9b1'), name: 'cage d’escalier.jpg' },
    { bytes: await landscape(900, 900, '#d9e6dd'), name: 'cour.jpg' },
  );
  await send(leonie, 'Et la vue depuis les combles :', {
    bytes: await landscape(1_800, 1_100, '#9cc3d8'),
    name: 'vue des combles.jpg',
  });
}
