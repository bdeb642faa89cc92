import { api } from '@palabre/common/contract/index.ts';
import type { Message } from '@palabre/common/contract/messages/messages.ts';
import type { Channel } from '@palabre/common/contract/workspaces/channels.ts';
import type { Role } from '@palabre/common/contract/workspaces/roles.ts';
import type { Workspace } from '@palabre/common/contract/workspaces/workspaces.ts';
import type { Client } from '../client.ts';
import type { Palabre, Person } from '../harness.ts';

/** People of tests, of the demo (`npm run seed`) and of benches. */
export const people = {
  camille: { firstName: 'Camille', lastName: 'Moreau', jobTitle: 'Cheffe de projet', jobLocation: 'Lyon' },
  karim: { firstName: 'Karim', lastName: 'Benali', jobTitle: 'Conducteur de travaux', jobLocation: 'Lyon' },
  leonie: { firstName: 'Léonie', lastName: 'Dubreuil', jobTitle: 'Ingénieure structure', jobLocation: 'Grenoble' },
  souleymane: { firstName: 'Souleymane', lastName: 'Aw', jobTitle: 'Architecte', jobLocation: 'Lyon' },
  yann: { firstName: 'Yann', lastName: 'Riou', jobTitle: 'Économiste', jobLocation: 'Brest' },
  helene: { firstName: 'Hélène', lastName: 'Nguyen', jobTitle: 'Directrice', jobLocation: 'Paris' },
  mathilde: { firstName: 'Mathilde', lastName: 'Lefèvre', jobTitle: 'Cheffe de cuisine', jobLocation: 'Paris' },
  bastien: { firstName: 'Bastien', lastName: 'Kermarrec', jobTitle: 'Sommelier', jobLocation: 'Paris' },
  ines: { firstName: 'Inès', lastName: 'Ortega', jobTitle: 'Dessinatrice-projeteuse', jobLocation: 'Villeurbanne' },
  theo: { firstName: 'Théo', lastName: 'Van den Berghe', jobTitle: 'Alternant architecte', jobLocation: 'Lyon' },
} as const;
/** Name of one of these people. */
export type PersonName = keyof typeof people;

/** Returns the address with which a person logs in. */
export const emailOf = (name: PersonName): string => `${name}@atelier-tilleul.fr`;

/** Workspaces of tests and of the demo. */
export const places = {
  atelier: {
    title: 'Atelier Tilleul',
    description: 'Architecture et réhabilitation : chantiers, appels d’offres, vie de l’agence.',
    tags: ['architecture', 'chantier'],
    channels: {
      chantier: { title: 'chantier-lyon', visibility: 'public' },
      cafe: { title: 'café-du-matin', visibility: 'public' },
      annonces: { title: 'annonces', visibility: 'protected' },
      direction: { title: 'direction', visibility: 'private' },
      offres: { title: 'appel-offres-2027', visibility: 'private' },
      photos: { title: 'photos', visibility: 'public' },
    },
  },
  riviere: {
    title: 'Maison Rivière',
    description: 'Cuisine, salle et fournisseurs de nos quatre restaurants.',
    tags: ['restauration'],
    channels: {
      cuisine: { title: 'cuisine', visibility: 'public' },
      cave: { title: 'cave', visibility: 'public' },
    },
  },
} as const;

/** World of a test: its people, by their standing in the Atelier Tilleul. */
export interface World {
  /** Owner of the Atelier. */
  camille: Person;
  /** Plain members. */
  karim: Person;
  souleymane: Person;
  /** Member with the role « Conduite », which sees and writes in the private and protected channels. */
  leonie: Person;
  /** Owner of Maison Rivière, without any place shared with the Atelier. */
  helene: Person;
  /** Person in no workspace. */
  yann: Person;
  /** Former member, kicked: may come back. */
  ines: Person;
  /** Former member, banned. */
  theo: Person;
  atelier: Workspace;
  riviere: Workspace;
  general: Channel;
  chantier: Channel;
  annonces: Channel;
  direction: Channel;
  /** Welcome channel of Maison Rivière. */
  salle: Channel;
  conduite: Role;
  /** One message in each channel, by Camille (Hélène's in `salle`). */
  messages: { general: Message; chantier: Message; annonces: Message; direction: Message; salle: Message };
}

/** Registers some of the named people; each has one address in a database. */
export async function registerNamed<N extends PersonName>(palabre: Palabre, ...names: N[]): Promise<Record<N, Person>> {
  const registered = names.map(async (name): Promise<[N, Person]> => {
    const { firstName, lastName } = people[name];
    return [name, await palabre.register({ firstName, lastName, email: emailOf(name) })];
  });
  return Object.fromEntries(await Promise.all(registered)) as Record<N, Person>;
}

/** Creates a workspace; returns it with its welcome channel. */
export async function createWorkspace(
  owner: Client,
  body: { title: string; description?: string; tags?: readonly string[]; restricted?: boolean },
): Promise<{ workspace: Workspace; welcome: Channel }> {
  const tags = [...(body.tags ?? [])];
  const { workspace } = await owner.ok(api.workspaces.create, { body: { ...body, tags } });
  const { channel } = await owner.ok(api.channels.one, { params: { id: workspace.welcomeChannel } });
  return { workspace, welcome: channel };
}

/** Posts a message in a channel. */
export async function post(person: Client, channel: { _id: string }, content: string): Promise<Message> {
  const { message } = await person.ok(api.messages.send, { body: { channelId: channel._id, content } });
  return message;
}

/** Builds the world through the API, as its people would. */
export async function createWorld(palabre: Palabre): Promise<World> {
  const names = ['camille', 'karim', 'souleymane', 'leonie', 'helene', 'yann', 'ines', 'theo'] as const;
  const { camille, karim, souleymane, leonie, helene, yann, ines, theo } = await registerNamed(palabre, ...names);

  const { title, description, tags, channels } = places.atelier;
  const { workspace, welcome: general } = await createWorkspace(camille, { title, description, tags });
  const params = { id: workspace._id };
  for (const member of [karim, souleymane, leonie, ines, theo]) await member.ok(api.workspaces.join, { params });

  const create = async (body: { title: string; visibility: Channel['visibility'] }) =>
    (await camille.ok(api.channels.create, { body: { ...body, workspaceId: workspace._id } })).channel;
  const chantier = await create(channels.chantier);
  const annonces = await create(channels.annonces);
  const direction = await create(channels.direction);

  const { role: conduite } = await camille.ok(api.roles.create, {
    body: {
      name: 'Conduite',
      color: '#2a6390',
      workspaceId: workspace._id,
      users: [leonie.id],
      visibleChannels: [direction._id],
      writableChannels: [direction._id, annonces._id],
    },
  });
  await camille.ok(api.members.kick, { params, body: { userId: ines.id } });
  await camille.ok(api.members.ban, { params, body: { userId: theo.id } });

  const { workspace: riviere, welcome: salle } = await createWorkspace(helene, {
    title: places.riviere.title,
    description: places.riviere.description,
    tags: places.riviere.tags,
  });

  const messages = {
    general: await post(camille, general, 'Bienvenue à l’Atelier !'),
    chantier: await post(camille, chantier, 'La charpente est posée.'),
    annonces: await post(camille, annonces, 'L’agence ferme du 24 au 1er.'),
    direction: await post(camille, direction, 'Le budget de l’an prochain reste entre nous.'),
    salle: await post(helene, salle, 'Service complet ce soir.'),
  };
  const { workspace: atelier } = await camille.ok(api.workspaces.one, { params });
  return {
    camille,
    karim,
    souleymane,
    leonie,
    helene,
    yann,
    ines,
    theo,
    atelier,
    riviere,
    general,
    chantier,
    annonces,
    direction,
    salle,
    conduite,
    messages,
  };
}
