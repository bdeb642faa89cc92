import { api } from '@palabre/common/contract/index.ts';
import type { Account, People, Place } from './test.ts';

/** A workspace with something of everything, and the person who sees all of it. */
export interface Stage extends Place {
  owner: Account;
  /** The same workspace's settings, up to the section. */
  settings: string;
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

/** Builds the workspace: long names, all three visibilities, roles, invitations, someone banned, some messages. */
export async function stage(people: People): Promise<Stage> {
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
  await create('chantier-lyon', 'public');
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
  const talk: [Account, string][] = [
    [owner, 'Bonjour à tous !'],
    [karim, 'Bonjour Camille. **La charpente** est posée, *enfin*.'],
    [karim, 'Photos ce soir, ||surprise|| comprise.'],
    [leonie, long],
    [others[2] as Account, '- le plan\n- la coupe\n- la façade'],
    [karim, `\`\`\`\n${'const charpente = poser(poutres); '.repeat(8)}\n\`\`\``],
    [leonie, 'שלום לכולם, המסמך מוכן לבדיקה'],
    [karim, '> La réunion est à 10 h.\n\n||https://exemple.fr/surprise||'],
    [leonie, '🎉🎉'],
    [owner, '```\nconst total = 42;\n```'],
  ];
  for (const [who, content] of talk) await who.client.ok(api.messages.send, { body: { channelId, content } });
  for (let n = 0; n < 3; n += 1) {
    await people.workspace(
      karim,
      ['Maison Rivière', 'Cabinet Kermarrec', 'Coopérative des Monts du Lyonnais'][n] ?? '',
    );
  }
  return { ...place, owner, settings: `/settings/workspace/${workspaceId}` };
}
