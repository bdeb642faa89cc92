import { randomUUID } from 'node:crypto';
import { api } from '@palabre/common/contract/index.ts';
import { localTimeOf } from '@palabre/common/rules/local-times.ts';
import { dayAfter } from '@palabre/common/rules/people/duty.ts';
import { usualZone } from '@palabre/common/rules/zones.ts';
import { eventWaitTimeoutMs } from '@palabre/common/test/timeouts.ts';
import { beforeAll, expect, test } from 'vitest';
import { type Palabre, type Person, startPalabre } from '../../../test/harness.ts';
import { hoursFrom } from '../../../test/people/duty.ts';
import { hostGuest } from '../../../test/people/guests.ts';
import { inviteByMail } from '../../../test/people/invited.ts';
import { inAnHour } from '../../../test/people/later.ts';
import { found } from '../../../test/people/societies.ts';
import { talk, write } from '../../../test/people/talk.ts';
import { gather } from '../../../test/people/team.ts';
import { post } from '../../../test/people/world.ts';
import { unzip } from '../../../test/unzip.ts';

const tomorrow = dayAfter(localTimeOf(Date.now(), usualZone).slice(0, 10), 1);

let palabre: Palabre;
let camille: Person;
let karim: Person;

beforeAll(async () => {
  palabre = await startPalabre();
  camille = await palabre.register({ firstName: 'Camille', lastName: 'Moreau' });
  karim = await palabre.register({ firstName: 'Karim', lastName: 'Benali <i>&' });
});

async function exportOf(person: Person, query = '', headers: Record<string, string> = {}) {
  const address = `${palabre.url}/api/user/me/export${query}`;
  // An export that never ends would keep its server from stopping: the timeout ends it.
  const signal = AbortSignal.timeout(eventWaitTimeoutMs);
  const reply = await fetch(address, { headers: { authorization: `Bearer ${person.token}`, ...headers }, signal });
  expect([reply.status, reply.headers.get('content-disposition')]).toEqual([200, 'attachment; filename="palabre.zip"']);
  const bytes = await reply.arrayBuffer().catch(error => expect.fail(`the export did not end: ${error}`));
  const files = unzip(Buffer.from(bytes));
  const text = (name: string) => files.get(name)?.toString() ?? expect.fail(name);
  return { files: [...files.keys()], text, json: (name: string): unknown => JSON.parse(text(`${name}.json`)) };
}

/** Returns the text of a page, without its elements. */
const words = (html: string) => html.replace(/<style>[\s\S]*<\/style>/, '').replace(/<[^>]*>/g, '');

test('An export has the person’s notifications, reports and settings, and nothing that others wrote', async () => {
  const team = await gather(camille, karim);
  const { channel } = await camille.ok(api.channels.create, { body: { title: 'chantier', workspaceId: team.id } });
  await post(camille, channel, `<@${karim.id}> le mot de Camille`);
  const pair = await talk(camille, karim);
  await write(camille, pair, 'encore un mot de Camille');
  await karim.ok(api.unread.setLevel, { body: { channelId: team.welcome._id, level: 'mentions', muted: true } });
  await karim.ok(api.unread.setLevel, { body: { channelId: channel._id, level: 'mentions' } });
  await karim.ok(api.reports.create, {
    body: {
      reportedUser: camille.id,
      reason: 'harcèlement',
      description: 'Trois appels <de nuit>',
      workspaceId: team.id,
    },
  });
  const settings = { notificationMail: true, doubleAuthentification: true };
  await karim.ok(api.accounts.update, { params: { id: karim.id }, body: settings });
  const { json, text } = await exportOf(karim);
  expect(json('notifications')).toMatchObject([
    { type: 'message', from: 'Camille', workspace: null, isRead: false },
    { type: 'mention', from: 'Camille', place: 'chantier', workspace: 'Chantier' },
  ]);
  expect(json('signalements')).toMatchObject([
    {
      person: 'Camille Moreau',
      reason: 'harcèlement',
      description: 'Trois appels <de nuit>',
      workspace: 'Chantier',
      status: 'new',
    },
  ]);
  expect(json('reglages')).toEqual({
    ...settings,
    places: [
      { place: 'général', workspace: 'Chantier', level: 'mentions', muted: true },
      { place: 'chantier', workspace: 'Chantier', level: 'mentions', muted: false },
    ],
  });
  const page = words(text('index.html'));
  for (const said of [
    'Notifications par e-mailoui\nDouble authentificationoui',
    'Chantier · général\u00a0: Les mentions seulement · en sourdine',
    'Camille Moreau · Harcèlement · Chantier · Nouveau',
    'Trois appels &lt;de nuit&gt;',
    'Un message vous mentionne. Chantier · chantier · Camille',
  ])
    expect(page).toContain(said);
  for (const name of ['index.html', 'notifications.json', 'signalements.json'])
    expect(text(name)).not.toContain('mot de');
});

test('An export of a newcomer lists their session alone, whatever others have', async () => {
  const [full, other, newcomer] = [await palabre.register(), await palabre.register(), await palabre.register()];
  const team = await gather(full, other);
  const pair = await talk(full, other);
  const [first, last] = [hoursFrom(1, 2), hoursFrom(3, 4)];
  for (const hours of [first, last]) await full.ok(api.availability.setHours, { body: { hours } });
  await full.ok(api.availability.setAbsences, { body: { absences: [{ from: tomorrow, to: tomorrow }] } });
  await full.ok(api.availability.urgent, { body: { nonce: randomUUID(), reason: 'Le serveur est en panne.' } });
  await full.ok(api.linkedAccounts.link, { body: { email: other.user.email, password: other.password } });
  await full.ok(api.invites.create, { params: team.params, body: {} });
  await inviteByMail(palabre, full, team.id, 'invitee@exemple.fr');
  await full.ok(api.unread.setLevel, { body: { channelId: team.welcome._id, level: 'mentions', muted: true } });
  await full.ok(api.reports.create, {
    body: { reportedUser: other.id, reason: 'harcèlement', description: 'Trois appels', workspaceId: team.id },
  });
  const message = await write(full, pair, 'un mot');
  await full.ok(api.reactions.add, { params: { id: message._id }, body: { reaction: '👍' } });
  await write(other, pair, 'un autre');
  await full.ok(api.scheduled.create, {
    body: { conversationId: pair._id, content: 'plus tard', ...inAnHour(), nonce: randomUUID() },
  });
  /** Returns the names of the lists of an export that hold something. */
  const listsOf = async (person: Person) => {
    const { files, json } = await exportOf(person);
    const names = files.filter(name => name.endsWith('.json')).map(name => name.replace('.json', ''));
    const lists = names.flatMap((name): [string, unknown][] => {
      const value = json(name);
      return Array.isArray(value) ? [[name, value]] : Object.entries(value as object);
    });
    return lists.flatMap(([name, list]) => (Array.isArray(list) && list.length > 0 ? name : [])).sort();
  };
  expect(await listsOf(full)).toEqual([
    ...['absences', 'comptes-lies', 'conversations', 'invitations', 'invitations-par-e-mail', 'messages'],
    ...['messages-programmes', 'notifications', 'pastHours', 'places', 'reactions', 'sessions', 'signalements'],
    ...['urgentMessages', 'workspaces'],
  ]);
  expect(await listsOf(newcomer)).toEqual(['sessions']);
  const { json } = await exportOf(full);
  expect(json('profil')).toMatchObject({
    ...{ status: 'online', hours: last, quietUntil: null },
    absences: [{ from: tomorrow, to: tomorrow, text: '', deputy: null }],
    urgentMessages: [{ reason: 'Le serveur est en panne.' }],
  });
  expect(json('invitations')).toMatchObject([{ workspace: 'Chantier', inviteCode: expect.any(String), hours: 1 }]);
  expect(json('invitations-par-e-mail')).toMatchObject([
    { workspace: 'Chantier', email: 'invitee@exemple.fr', acceptedAt: null },
  ]);
  // A link names the other account, on both sides.
  for (const [one, linked] of [
    [full, other],
    [other, full],
  ] as const)
    expect((await exportOf(one)).json('comptes-lies')).toMatchObject([{ email: linked.user.email }]);
  // Former hours are kept as past hours.
  await palabre.services.database.pool.query(
    `UPDATE past_hours SET until = until - interval '3 days', day = day - 3 WHERE user_id = $1`,
    [full.id],
  );
  await full.ok(api.availability.followDefault);
  const { pastHours } = (await exportOf(full)).json('profil') as { pastHours: { week: unknown }[] };
  expect(pastHours.map(({ week }) => week)).toEqual([null, last.week]);
});

test('The profile of an export has each field of an account, and its page says those that a person reads', async () => {
  const [person, manager] = [await palabre.register(), await palabre.register({ firstName: 'Hélène' })];
  await gather(person, manager);
  const fields = {
    jobTitle: 'Cheffe de projet',
    jobLocation: 'Rennes',
    startHour: '09:00',
    endHour: '17:30',
    linkedinProfile: 'https://www.linkedin.com/in/camille-riou',
    githubProfile: 'https://github.com/camille-riou',
    timeZone: 'Indian/Reunion',
    managerId: manager.id,
    vacationRefereeId: manager.id,
  };
  await person.ok(api.accounts.update, { params: { id: person.id }, body: fields });
  const society = await found(person, 'Atelier Tilleul');
  const absence = { from: tomorrow, to: tomorrow, text: 'En congé', deputyId: manager.id };
  await person.ok(api.availability.setAbsences, { body: { absences: [absence] } });
  const until = { localTime: `${tomorrow}T10:00`, zone: 'UTC' };
  await person.ok(api.availability.setQuiet, { body: { until } });
  const { pool } = palabre.services.database;
  await pool.query('UPDATE users SET admin = true, verification = true WHERE id = $1', [person.id]);
  const { json, text } = await exportOf(person, '?zone=UTC');
  const { createdAt, ...profile } = json('profil') as { createdAt: string };
  expect(profile).toEqual({
    ...fields,
    ...{ _id: person.id, firstName: 'Camille', lastName: 'Moreau', email: person.user.email, avatar: null },
    ...{ status: 'online', admin: true, doubleAuthentification: false, verification: true, notificationMail: false },
    ...{ manager: 'Hélène Moreau', vacationReferee: 'Hélène Moreau', society: society.name, societyId: society._id },
    ...{ hours: null, pastHours: [], urgentMessages: [], quietUntil: expect.stringContaining(tomorrow) },
    absences: [{ from: tomorrow, to: tomorrow, text: 'En congé', deputy: 'Hélène Moreau' }],
  });
  const made = new Intl.DateTimeFormat('fr-FR', { timeZone: 'UTC', dateStyle: 'long', timeStyle: 'short' });
  const page = words(text('index.html'));
  expect(page.slice(page.indexOf('Profil\n'), page.indexOf('Vos réglages')).trim().split('\n')).toEqual([
    ...['Profil', 'PrénomCamille', 'NomMoreau', `E-mail${person.user.email}`, 'StatutEn ligne'],
    ...['SociétéAtelier Tilleul', 'PosteCheffe de projet', 'Lieu de travailRennes', 'Début de journée09:00'],
    ...['Fin de journée17:30', 'ResponsableHélène Moreau', 'Personne référente en votre absenceHélène Moreau'],
    ...[`LinkedIn${fields.linkedinProfile}`, `GitHub${fields.githubProfile}`, 'Administrateuroui'],
    `Compte créé le${made.format(new Date(createdAt))}`,
  ]);
});

test('An export of a guest says where they are one, since when and until when', async () => {
  const { guest } = await hostGuest(palabre, camille, karim);
  const { json, text } = await exportOf(guest, '?zone=Europe/Paris');
  expect(json('acces-d-invite')).toMatchObject([{ title: 'Chantier' }]);
  const [{ endsAt, joinedAt }] = json('acces-d-invite') as [{ endsAt: string; joinedAt: string }];
  // The end was chosen before the guest came.
  expect(Math.ceil((Date.parse(endsAt) - Date.parse(joinedAt)) / 86_400_000)).toBe(30);
  const time = new Intl.DateTimeFormat('fr-FR', { dateStyle: 'long', timeZone: 'Europe/Paris' });
  expect(words(text('index.html'))).toContain(`Chantier · jusqu’au ${time.format(new Date(endsAt))}`);
  expect(words((await exportOf(camille)).text('index.html'))).not.toContain('invité');
});

test('The reports of an export are whole, however many were made', async () => {
  const person = await palabre.register();
  await palabre.services.database.pool.query(
    `INSERT INTO reports (id, reported_by, reported_user, reason, description, day)
     SELECT gen_random_uuid(), $1, $2, 'spam', 'numéro ' || n, current_date - n FROM generate_series(1, 1001) AS n`,
    [person.id, camille.id],
  );
  const reports = (await exportOf(person)).json('signalements') as { description: string }[];
  expect([reports.length, new Set(reports.map(({ description }) => description)).size]).toEqual([1001, 1001]);
});

test('The inbox of an export is whole and in order, however many pages are read', async () => {
  const person = await palabre.register();
  await palabre.services.database.pool.query(
    `INSERT INTO notifications (id, user_id, type, content, link, created_at)
     SELECT gen_random_uuid(), $1, 'workspace', 'numéro ' || n, '/', now() - interval '1 hour' - (n / 3) * interval '1 second'
     FROM generate_series(-3, 1200) AS n`,
    [person.id],
  );
  await write(camille, await talk(camille, person), 'entre deux');
  await palabre.services.database.pool.query(
    `UPDATE notifications SET created_at = now() WHERE user_id = $1 AND content < 'numéro 0'`,
    [person.id],
  );
  const kept = (await exportOf(person)).json('notifications') as { content: string; time: string }[];
  expect([kept.length, new Set(kept.map(one => one.content)).size]).toEqual([1205, 1205]);
  expect(kept.map(one => one.time)).toEqual(
    kept
      .map(one => one.time)
      .sort()
      .reverse(),
  );
});

test('The messages of an export are whole, and its reactions, however many messages have some', async () => {
  const person = await palabre.register();
  const { welcome } = await gather(person);
  await palabre.services.database.pool.query(
    `INSERT INTO messages (id, place_id, position, seq, sender_id, content, created_at, reactions)
     SELECT gen_random_uuid(), $1, n, n, $2::uuid, 'numéro ' || n, now(),
       jsonb_build_array(jsonb_build_object('reaction', '👍', 'usersId', jsonb_build_array($2::uuid)))
     FROM generate_series(1, 1001) AS n`,
    [welcome._id, person.id],
  );
  const { json, text } = await exportOf(person);
  const reacted = json('reactions') as { message: string }[];
  expect([reacted.length, new Set(reacted.map(({ message }) => message)).size]).toEqual([1001, 1001]);
  const messages = json('messages') as { _id: string }[];
  expect([messages.length, new Set(messages.map(({ _id }) => _id)).size]).toEqual([1001, 1001]);
  expect(text('messages.html').match(/<article>/g)).toHaveLength(1001);
});

test('The pages of an export have names, the person’s own time zone and formatted text, and no id', async () => {
  const person = await palabre.register({ firstName: 'Anaïs', lastName: 'Petit', email: 'anais@exemple.fr' });
  const team = await gather(person, karim);
  const stranger = await gather(camille);
  await found(person, 'Atelier <Tilleul>');
  const { message } = await person.ok(api.messages.send, {
    body: {
      channelId: team.welcome._id,
      content: `Bonjour <@${karim.id}>, **la date** est *ferme* dans <#${team.welcome._id}>, pas <#${stranger.welcome._id}>\nVoir [le **plan**](https://exemple.fr/a_b_c?x=1&y=2) et \`**brut**\` <b>`,
    },
  });
  const at = '2026-01-15T23:30:00.000Z';
  await palabre.services.database.pool.query('UPDATE messages SET created_at = $2 WHERE id = $1', [message._id, at]);
  const { text } = await exportOf(person, '?zone=Europe/Paris');
  const page = text('messages.html');
  expect(page).toContain(
    'Bonjour <b>@Karim Benali &lt;i&gt;&amp;</b>, <strong>la date</strong> est <em>ferme</em> dans <b>#général</b>, pas <b>#un salon</b>',
  );
  expect(page).toContain(
    '<a href="https://exemple.fr/a_b_c?x=1&amp;y=2">le plan</a> et <code>**brut**</code> &lt;b&gt;',
  );
  expect(words(page)).toContain('Chantier · général · 16 janvier 2026 à 00:30');
  expect(words(page)).toContain('fuseau Europe/Paris');
  const first = words(text('index.html'));
  for (const said of ['Prénom', 'Anaïs', 'Compte créé le', 'Société', 'Atelier &lt;Tilleul&gt;', 'StatutEn ligne'])
    expect(first).toContain(said);
  expect(first).toMatch(/Vos sessions\n.*127\.0\.0\.1/);
  expect(first).not.toContain('Administrateur');
  for (const one of [first, page]) expect(one).not.toMatch(/_id|firstName|[0-9a-f]{8}-[0-9a-f]{4}-|\dT\d|Z\b.*UTC/);
});

test('The pages of an export format messages as the page does: marks, titles, quotes and code', async () => {
  const person = await palabre.register();
  const { welcome } = await gather(person);
  const lines = [
    '~~barré~~ __souligné__ ***tout*** ||caché|| _penché_ a_b_c',
    '## Titre',
    '> cité <ici>',
    '```ts\nlet **a**: <b>;\n```',
  ];
  await post(person, welcome, lines.join('\n'));
  const page = (await exportOf(person)).text('messages.html');
  for (const said of [
    '<s>barré</s> <u>souligné</u> <strong>tout</strong> <span>caché</span> <em>penché</em> a_b_c',
    '<strong>Titre</strong>',
    '<q>cité &lt;ici&gt;</q>',
    '<code>let **a**: &lt;b&gt;;\n</code>',
  ])
    expect(page).toContain(said);
});

test('The pages of an export link bare addresses, name GIFs and everyone, and say what was edited, erased and never left', async () => {
  const person = await palabre.register();
  const team = await gather(person);
  await post(
    person,
    team.welcome,
    '<@everyone> https://exemple.fr/?a=1&b=2 ![un chat](https://exemple.fr/c.gif) ![](d)',
  );
  const { _id } = await post(person, team.welcome, 'Avant');
  await person.ok(api.messages.edit, { params: { id: _id }, body: { content: 'Après' } });
  const erased = await post(person, team.welcome, 'Trop tard');
  const at = '2026-01-15T23:30:00.000Z';
  await palabre.services.database.pool.query(`UPDATE messages SET content = '', created_at = $2 WHERE id = $1`, [
    erased._id,
    at,
  ]);
  const inFrench = words((await exportOf(person)).text('messages.html'));
  for (const said of ['(modifié)', 'Après', 'Message effacé', 'GIF – un chat GIF']) expect(inFrench).toContain(said);
  const { text } = await exportOf(person, '?zone=Europe/Paris', { 'accept-language': 'en' });
  expect(text('messages.html')).toContain(
    '<b>@everyone</b> <a href="https://exemple.fr/?a=1&amp;b=2">https://exemple.fr/?a=1&amp;b=2</a>',
  );
  const zoned = 'Times are those of the time zone Europe/Paris.';
  for (const said of ['(edited)', '16 January 2026 at 00:30', 'Message erased', zoned])
    expect(words(text('messages.html'))).toContain(said);
});

test('An export names the roles of the person’s own workspaces, and no other role', async () => {
  const person = await palabre.register();
  const [team, stranger] = [await gather(karim, person), await gather(camille)];
  const [mine, theirs] = [
    await team.role({ name: 'Charpente', users: [person.id] }),
    await stranger.role({ name: 'Direction' }),
  ];
  await team.role({ name: 'Couverture' });
  const other = await gather(karim, person);
  await other.role({ name: 'Levage', users: [person.id] });
  await post(person, team.welcome, `Pour <@&${mine._id}>, pas pour <@&${theirs._id}>`);
  const { json, text } = await exportOf(person);
  expect(json('workspaces')).toMatchObject([{ roles: ['Charpente'] }, { roles: ['Levage'] }]);
  expect(/Pour .*/.exec(words(text('messages.html')))?.[0]).toBe('Pour @Charpente, pas pour @quelqu’un');
});

test('The first page of an export says what its person owns, and what they scheduled that never left', async () => {
  const person = await palabre.register();
  const team = await gather(person);
  const other = await gather(camille, person);
  await camille.ok(api.workspaces.update, { params: other.params, body: { title: 'Annexe' } });
  const body = { channelId: team.welcome._id, content: 'Trop tard', nonce: randomUUID(), ...inAnHour() };
  await person.ok(api.scheduled.create, { body });
  await palabre.services.database.pool.query(`UPDATE scheduled_messages SET state = 'failed' WHERE author_id = $1`, [
    person.id,
  ]);
  const page = words((await exportOf(person)).text('index.html'));
  for (const said of ['Chantier · Propriétaire · Créateur', 'Chantier · général · n’est pas parti'])
    expect(page).toContain(said);
  expect(page).not.toContain('Annexe · Propriétaire');
});

test('An export made by a job is in the time zone and the language of its request, the last of them', async () => {
  const person = await palabre.register();
  const team = await gather(person);
  const message = await post(person, team.welcome, 'À midi');
  const at = '2026-07-01T10:00:00.000Z';
  await palabre.services.database.pool.query('UPDATE messages SET created_at = $2 WHERE id = $1', [message._id, at]);
  await person.ok(api.personalData.prepare, { query: { zone: 'Europe/Paris' } });
  const prepared = async () => (await person.ok(api.personalData.prepared)).export;
  await expect.poll(async () => (await prepared())?.state).toBe('ready');
  const headers = { 'accept-language': 'en' };
  await person.raw('POST', '/api/user/me/export?zone=Indian/Reunion', { headers });
  await expect.poll(async () => (await prepared())?.state).toBe('ready');
  const reply = await fetch(palabre.url + (await prepared())?.url, { headers: { cookie: `token=${person.token}` } });
  const files = unzip(Buffer.from(await reply.arrayBuffer()));
  expect(words(files.get('messages.html')?.toString() ?? '')).toContain('1 July 2026 at 14:00');
});

test('An export in an invalid time zone is refused', async () => {
  const reply = await karim.raw('GET', '/api/user/me/export?zone=Lune/Copernic');
  expect(reply.status).toBe(400);
});

test('The support address is told to anybody, when there is one', async () => {
  expect(await palabre.nobody.ok(api.personalData.contact)).toEqual({ supportEmail: null });
  const other = await startPalabre({ env: { SUPPORT_EMAIL: 'aide@exemple.fr' } });
  expect(await other.nobody.ok(api.personalData.contact)).toEqual({ supportEmail: 'aide@exemple.fr' });
});
