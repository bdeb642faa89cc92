// @vitest-environment jsdom
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { useConnection } from '../../../platform/server/connection.ts';
import { setLanguage } from '../../../platform/words/i18n.ts';
import { withoutDirection } from '../../../test/own-direction.ts';
import { camille, channels, helene, json, karim, open, serve } from '../../../test/settings-world.tsx';
import { useAlerts } from '../../../ui/alerts/alerts.ts';
import { SearchDialog } from './SearchDialog.tsx';
import { holdForSearch, useSearch } from './search.store.ts';
import { chosen, file, found, foundFile, options, page, show, time } from './test/search-world.tsx';

test('The search receives the text typed before it has loaded', async () => {
  serve(camille);
  const press = (key: string) => {
    const event = new KeyboardEvent('keydown', { key, cancelable: true });
    holdForSearch(event);
    return event.defaultPrevented;
  };
  expect(press('a')).toBe(false);
  useSearch.getState().setOpen('search');
  expect(['d', 'e', 'x', 'Backspace', 'v', 'Enter'].map(press)).toEqual(Array(6).fill(true));
  open([{ path: '*', element: <SearchDialog /> }], '/');
  await waitFor(() => expect((screen.getByRole('combobox') as HTMLInputElement).value).toBe('dev'));
  expect(press('i')).toBe(false);
  // Closed, it takes the keys again at its next opening.
  await userEvent.keyboard('{Escape}');
  expect(useSearch.getState().open).toBeNull();
  cleanup();
  useSearch.getState().setOpen('search');
  expect(press('i')).toBe(true);
  useSearch.getState().setOpen(null);
});

/** Lists the results that begin with an empty sign: no icon, no face. */
const unsigned = () =>
  [...document.querySelectorAll('[role="option"] > :first-child:empty')].map(sign => sign.parentElement?.textContent);

afterEach(async () => {
  cleanup();
  localStorage.clear();
  useConnection.setState({ state: 'idle' });
  await setLanguage('fr');
});

test('The search lists recent places first, except the current one; names match without case and accents, and Enter opens the place', async () => {
  const visits = ['general', 'direction', 'annonces'].map(placeId => ({ placeId, workspaceId: 'atelier' }));
  const named = channels.map(one => ({ ...one, title: `Équipe ${one._id}` }));
  const { field, where } = show({ 'GET /channel': () => json(200, { channels: named }) }, visits);
  expect(document.activeElement).toBe(field);
  const titles = ['direction', 'annonces'].map(id => `Équipe ${id}Atelier Tilleul`);
  await waitFor(() => expect(options()).toEqual(titles));
  expect(chosen()).toBe(titles[0]);
  await userEvent.keyboard('{ArrowDown}');
  expect(chosen()).toBe(titles[1]);
  await userEvent.type(field, '#EQUIPE gen');
  expect(options()).toEqual(['Équipe generalAtelier Tilleul']);
  await userEvent.keyboard('{Enter}');
  expect(where()).toBe('/workspace/atelier/channel/general');
});

test('The search finds cached places before the full list has loaded', async () => {
  const { field, client } = show({ 'GET /channel': () => new Promise(() => undefined) });
  client.setQueryData(['/workspace/:id/channels', { params: { id: 'atelier' } }], { channels });
  await userEvent.type(field, 'direc');
  await waitFor(() => expect(options()).toEqual(['directionAtelier Tilleul']));
  cleanup();
  // So it does, and says nothing of it, where that list cannot be read.
  const failing = show({ 'GET /channel': () => json(403, { code: 'forbidden', message: 'Non.' }) });
  failing.client.setQueryData(['/workspace/:id/channels', { params: { id: 'atelier' } }], { channels });
  await userEvent.type(failing.field, 'direc');
  await waitFor(() => expect(options()).toEqual(['directionAtelier Tilleul']));
  await waitFor(() => expect(failing.client.getQueryState(['/channel'])?.status).toBe('error'));
  expect(useAlerts.getState().alerts).toEqual([]);
});

test('The search finds people, files by name and messages, marks the matches, shows mentions as names and hides spoilers', async () => {
  const extract = [
    { text: 'Le **', hit: false },
    { text: 'devis', hit: true },
    { text: '** est prêt, <@018f0000-0000-7000-8000-00000000beef>, ||secret||', hit: false },
  ];
  const onlyNamed = found('m2', [{ text: 'Voici.', hit: false }], { fileAttachments: [file('f1', 'devis.pdf')] });
  const { field, where, calls } = show({
    'GET /user': () => json(200, { users: [{ ...helene, avatar: '/api/helene', jobTitle: 'Métreuse' }, camille] }),
    'GET /user/named': () => json(200, { users: [{ ...helene, _id: '018f0000-0000-7000-8000-00000000beef' }] }),
    'GET /search/files': (_body, { searchParams }) =>
      searchParams.has('cursor')
        ? page([foundFile('f5', 'devis-5.pdf', 'm2')])
        : page(
            ['f1', 'f2', 'f3', 'f4'].map((id, n) => foundFile(id, `devis-${n + 1}.pdf`, 'm2')),
            'suite',
          ),
    'GET /search/messages': (_body, { searchParams }) =>
      searchParams.has('cursor')
        ? page([found('m3', [{ text: 'Devis', hit: true }])])
        : page([found('m1', extract, { fileAttachments: [file('f9', 'plan.pdf')] }), onlyNamed], 'suite'),
  });
  // Pasted: a slow machine would search for its first letters.
  await userEvent.click(field);
  await userEvent.paste('devis');
  await waitFor(() => expect(options().join('|')).toMatch(/Le devis est prêt, @Hélène Nguyen, █/));
  expect(document.querySelector('mark')?.textContent).toBe('devis');
  expect(unsigned()).toEqual([]);
  const text = (name: string) =>
    within(screen.getByRole('group', { name }))
      .getAllByRole('option')
      .map(one => one.textContent);
  // Each kind has a request of its own.
  for (const name of ['Personnes', 'Fichiers', 'Messages']) await screen.findByRole('group', { name });
  expect(text('Personnes')).toEqual([expect.stringMatching(/Hélène NguyenMétreuse$/)]);
  expect(document.querySelector('[role="option"] img')?.getAttribute('src')).toBe('/api/helene');
  expect(withoutDirection('Hélène Nguyen', 'Métreuse', 'Karim Benali')).toEqual([]);
  expect(text('Fichiers')).toEqual([
    ...[1, 2, 3].map(n => expect.stringContaining(`devis-${n}.pdf`)),
    'Plus de fichiers',
  ]);
  // A message found by its file alone is listed among the files.
  expect(text('Messages')).toEqual([expect.stringMatching(/^Karim Benali#general.*plan\.pdf$/), 'Plus de messages']);
  expect(calls.filter(({ asked }) => asked.startsWith('GET /search')).every(({ query }) => query.q === 'devis')).toBe(
    true,
  );
  await userEvent.click(screen.getByRole('option', { name: 'Plus de fichiers' }));
  expect(text('Fichiers')).toHaveLength(5);
  await userEvent.click(screen.getByRole('option', { name: 'Plus de fichiers' }));
  await waitFor(() => expect(text('Fichiers').at(-1)).toContain('devis-5.pdf'));
  await userEvent.click(screen.getByRole('option', { name: 'Plus de messages' }));
  await waitFor(() => expect(text('Messages')).toHaveLength(2));
  await userEvent.click(screen.getByRole('option', { name: /devis-4/ }));
  expect(where()).toBe('/workspace/atelier/channel/annonces?message=m2');
});

test('The search opens a reply beside its place, and a message or a file of a conversation there', async () => {
  const parent = { channelId: 'general', conversationId: null };
  const reply = found('r1', [{ text: 'devis', hit: true }], { channelId: null, threadId: 't1', parent });
  const inTalk = found('m2', [{ text: 'devis', hit: true }], { channelId: null, conversationId: 'midi' });
  const plan = { ...foundFile('f1', 'devis.pdf', 'm3'), channelId: null, conversationId: 'midi', workspaceId: null };
  const { field, where } = show({
    'GET /search/files': () => page([plan]),
    'GET /search/messages': () => page([reply, { ...inTalk, workspaceId: null }]),
  });
  await userEvent.click(field);
  await userEvent.paste('devis');
  await userEvent.click(await screen.findByText('#general › fil'));
  expect(where()).toBe('/workspace/atelier/channel/general?message=r1&thread=t1');
  for (const [n, id] of ['m3', 'm2'].entries()) {
    await userEvent.click(screen.getAllByText('une conversation')[n] as HTMLElement);
    expect(where()).toBe(`/conversation/midi?message=${id}`);
  }
});

test('The search opens no stale result: Enter waits for the current query’s results', async () => {
  const { field, where, calls } = show({
    'GET /user': (_body, { searchParams }) =>
      searchParams.get('search') === 'ben' ? json(200, { users: [karim] }) : new Promise<never>(() => undefined),
    'GET /search/messages': (_body, { searchParams }) =>
      searchParams.get('q') === 'ben'
        ? page([found('m1', [{ text: 'Ben voyons', hit: true }])])
        : new Promise<never>(() => undefined),
  });
  await userEvent.type(field, 'ben');
  await waitFor(() => expect(options()).toHaveLength(2));
  expect(chosen()).toContain('Karim Benali');
  await userEvent.type(field, 'alti');
  expect(screen.queryByRole('group', { name: 'Personnes' })).toBeNull();
  await userEvent.keyboard('{Enter}');
  expect(where()).toBe('/workspace/atelier/channel/general');
  expect(calls.filter(({ asked }) => asked.startsWith('POST'))).toEqual([]);
  // A previous result that still matches may be chosen at once.
  await userEvent.clear(field);
  await userEvent.type(field, 'ben');
  await waitFor(() => expect(chosen()).toContain('Karim Benali'));
  await userEvent.type(field, 'ali');
  expect(chosen()).toContain('Karim Benali');
});

test('The search inserts filters by a press; a query of filters alone lists no person and no file', async () => {
  const { field, calls } = show({
    'GET /search/messages': () => page([found('m1', [{ text: 'Bonjour', hit: false }])]),
  });
  const offered = within(screen.getByText(/^Filtrer/)).getAllByRole('button');
  expect(offered.map(({ textContent }) => textContent)).toEqual(['de:', 'dans:', 'après:', 'avant:', 'a:fichier']);
  await userEvent.click(screen.getByRole('button', { name: 'de:' }));
  expect(document.activeElement).toBe(field);
  // A pause in the typing must not send « de: » by itself.
  await screen.findByRole('option', { name: /Bonjour/ });
  await userEvent.keyboard('karim');
  await waitFor(() => expect(calls.map(({ query }) => query.q)).toContain('de:karim'));
  expect((field as HTMLInputElement).value).toBe('de:karim');
  await userEvent.click(screen.getByRole('button', { name: 'a:fichier' }));
  expect((field as HTMLInputElement).value).toBe('de:karim a:fichier');
  expect(
    calls.some(
      ({ asked, query }) =>
        (asked === 'GET /search/files' && query.q !== 'de:karim a:fichier') || (asked === 'GET /user' && query.search),
    ),
  ).toBe(false);
  // Files are requested by the filter that wants some, though no word is.
  await waitFor(() =>
    expect(calls.some(({ asked, query }) => asked === 'GET /search/files' && query.q === 'de:karim a:fichier')).toBe(
      true,
    ),
  );
});

test.each([
  ['Pacific/Auckland', 'Pacific/Auckland'],
  ['Etc/Unknown', undefined],
])('Days begin by the clocks of the device, in a zone that the server knows: %s', async (has, named) => {
  const { resolvedOptions } = Intl.DateTimeFormat.prototype;
  const spy = vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockImplementation(function (
    this: Intl.DateTimeFormat,
  ) {
    return { ...resolvedOptions.call(this), timeZone: has };
  });
  const { calls, field } = show();
  await userEvent.type(field, 'devis');
  const asked = () => calls.find(call => call.asked === 'GET /search/messages');
  await waitFor(() => expect(asked()).toBeDefined());
  spy.mockRestore();
  expect(asked()?.query.zone).toBe(named);
});

test('The search says when it finds nothing, fails or is disconnected, and what to do', async () => {
  let fails = true;
  const answer = () => (fails ? json(500, { code: 'internal', message: 'Non.' }) : page([]));
  const { calls, field } = show({ 'GET /search/messages': answer });
  await userEvent.click(field);
  await userEvent.paste('zzyzx');
  expect(await screen.findByText('La recherche de messages n’a pas abouti.')).toBeTruthy();
  // A refusal would be the same again.
  expect(calls.filter(({ asked }) => asked === 'GET /search/messages')).toHaveLength(1);
  // It is said here, and not by an alert too.
  expect(useAlerts.getState().alerts).toEqual([]);
  fails = false;
  await userEvent.click(screen.getByRole('button', { name: 'Réessayer' }));
  expect((await screen.findByText(/^Rien ne correspond à « zzyzx »/)).closest('[role="status"]')).not.toBeNull();
  expect(screen.getByText(/^Essayez un seul mot/)).toBeTruthy();
  act(() => useConnection.setState({ state: 'offline' }));
  expect(await screen.findByText(/^Les messages se cherchent avec une connexion/)).toBeTruthy();
  expect(screen.queryByText(/^Rien ne correspond/)).toBeNull();
  // With places to open, the foot says it.
  await userEvent.clear(field);
  await userEvent.type(field, 'general');
  await waitFor(() => expect(options()).toHaveLength(1));
  expect(screen.getByText(/^Les messages se cherchent avec une connexion/).closest('footer')).not.toBeNull();
  expect(screen.queryByRole('button', { name: 'de:' })).toBeNull();
});

test('The search opens the conversation with a person found, and lists neither oneself nor whom a conversation is found with', async () => {
  const talk = {
    _id: 'duo',
    title: null,
    isGroup: false,
    users: [camille, karim],
    creator: 'camille',
    lastMessage: null,
  };
  const group = { ...talk, _id: 'groupe', title: 'Groupe ben', isGroup: true, users: [camille, karim, helene] };
  const conversations = [talk, group].map(one => ({ ...one, createdAt: time }));
  const state = { channelId: null, workspaceId: null, seq: 9, read: 2, first: { _id: 'm3', position: 3 }, mentions: 0 };
  const { calls, field, where } = show({
    'GET /user/camille/conversations': () => json(200, { conversations, nextCursor: null }),
    'GET /unread': () =>
      json(200, {
        unread: [{ ...state, conversationId: 'duo', messages: 3, level: 'all', muted: false }],
        threads: [],
      }),
    'GET /user': () => json(200, { users: [camille, karim, { ...helene, lastName: 'Ben' }] }),
    'POST /conversation': () => json(201, { message: '', conversation: { ...conversations[0], _id: 'neuve' } }),
  });
  await userEvent.type(field, '@ben');
  const people = await screen.findByRole('group', { name: 'Personnes' });
  expect(
    within(people)
      .getAllByRole('option')
      .map(one => one.textContent),
  ).toEqual([expect.stringContaining('Hélène')]);
  await waitFor(() => expect(calls.findLast(({ asked }) => asked === 'GET /user')?.query.search).toBe('ben'));
  // A found place shows its unread messages; a group has no single person's avatar.
  const [duo, groupe] = within(screen.getByRole('group', { name: 'Salons et conversations' })).getAllByRole('option');
  expect(duo?.textContent).toContain('3 messages non lus');
  expect([duo, groupe].map(one => [one?.dataset.unread, one?.textContent?.startsWith('KB')])).toEqual([
    ['true', true],
    [undefined, false],
  ]);
  await userEvent.click(within(people).getByRole('option'));
  await waitFor(() => expect(where()).toBe('/conversation/neuve'));
  expect(calls.find(({ asked }) => asked === 'POST /conversation')?.body).toEqual({ users: ['helene'] });
});

test('The search of « # », or of more than a list may be searched for, lists nobody, and a new query chooses its own first result', async () => {
  const titled = (title: string) => ({ ...channels[0], _id: title, title });
  const { calls, field } = show({
    'GET /channel': () => json(200, { channels: [titled('dev'), titled('dev-web'), titled('devis')] }),
    'GET /user': () => json(200, { users: [helene] }),
  });
  await userEvent.type(field, '#dev');
  await waitFor(() => expect(options()).toHaveLength(3));
  await userEvent.keyboard('{ArrowDown}{ArrowDown}');
  expect(chosen()).toContain('devis');
  await userEvent.type(field, '-');
  expect(chosen()).toContain('dev-web');
  await userEvent.keyboard('{Backspace}');
  expect(chosen()).toMatch(/^devAtelier/);
  await waitFor(() => expect(calls.some(({ asked }) => asked === 'GET /search/messages')).toBe(true));
  expect(screen.queryByRole('group', { name: 'Personnes' })).toBeNull();
  await userEvent.paste('a'.repeat(101));
  await waitFor(() => expect(calls.some(({ query }) => (query.q?.length ?? 0) > 100)).toBe(true));
  expect(calls.some(({ query }) => (query.search?.length ?? 0) > 100)).toBe(false);
});

test('The search lists eight recent places at most, and says that they are being read', async () => {
  const many = Array.from({ length: 10 }, (_, n) => ({ ...channels[0], _id: `c${n}`, title: `c${n}` }));
  const visits = many.map(({ _id }) => ({ placeId: _id, workspaceId: 'atelier' }));
  let answer = (_channels: Response) => {};
  const held = new Promise<Response>(resolve => {
    answer = resolve;
  });
  show({ 'GET /channel': () => held }, visits);
  expect(await screen.findByText('Chargement…')).toBeDefined();
  answer(json(200, { channels: many }));
  await waitFor(() => expect(options()).toHaveLength(8));
  expect(screen.queryByText('Chargement…')).toBeNull();
});

test('The search finds followed threads by what they say, three at most, marks those that are unread, and opens one', async () => {
  const root = (id: string, content: string, more: object = {}) => ({
    root: { ...found(id, []).message, content, ...more },
    thread: {
      ...{ threadId: id, parent: { channelId: 'general', conversationId: null }, workspaceId: 'atelier', replies: 1 },
      ...{ lastAt: time, people: [], unread: 0, following: true, read: 0, seq: 1 },
    },
    ...{ title: 'general', last: [] },
  });
  const state = { channelId: null, conversationId: null, workspaceId: 'atelier', seq: 9, read: 2, first: null };
  const { field, where } = show({
    'GET /threads': () =>
      json(200, {
        threads: [
          root('t1', 'Le devis du toit'),
          root('t2', '', { deleted: true }),
          root('t3', '', { fileAttachments: [file('f1', 'devis.pdf')] }),
          root('t4', 'Rien'),
          root('t5', 'Un devis encore'),
          root('t6', 'Devis de trop'),
        ],
        nextCursor: null,
      }),
    'GET /unread': () =>
      json(200, {
        unread: [],
        threads: [
          {
            ...state,
            ...{ threadId: 't3', parent: { channelId: 'general', conversationId: null }, messages: 2, mentions: 0 },
            ...{ level: 'all', muted: false },
          },
        ],
      }),
  });
  const threads = async () => within(await screen.findByRole('group', { name: 'Fils' })).getAllByRole('option');
  await waitFor(async () => expect((await threads()).length).toBe(3));
  expect((await threads())[1]?.textContent).toBe('Message supprimé#general');
  await userEvent.type(field, 'devis');
  await waitFor(async () =>
    expect((await threads()).map(one => [one.textContent, one.dataset.unread])).toEqual([
      [expect.stringMatching(/^Le devis du toit#general$/), undefined],
      [expect.stringMatching(/^devis\.pdf#general2/), 'true'],
      [expect.stringMatching(/^Un devis encore/), undefined],
    ]),
  );
  expect(unsigned()).toEqual([]);
  await userEvent.keyboard('{Enter}');
  expect(where()).toBe('/workspace/atelier/channel/general?thread=t1');
});

test('The search explains a filter that matches nobody, no place or no day, in the interface’s language', async () => {
  const { field } = show({
    'GET /search/messages': () =>
      json(200, {
        results: [],
        unmatched: [
          { filter: 'from', value: 'karime' },
          { filter: 'in', value: 'ailleurs' },
          { filter: 'before', value: 'bientôt' },
        ],
        nextCursor: null,
      }),
  });
  await userEvent.type(field, 'de:karime dans:ailleurs avant:bientôt');
  expect(await screen.findByText(/^Personne que vous voyez .*karime/)).toBeDefined();
  expect(screen.getByText(/^Aucun salon ni conversation .*ailleurs/)).toBeDefined();
  expect(screen.getByText(/bientôt.*n’est pas une date/)).toBeDefined();
  expect(screen.queryByText(/Essayez un seul mot/)).toBeNull();
  await act(() => setLanguage('en'));
  expect(screen.getByText('Nobody you can see is called “karime”.')).toBeDefined();
});
