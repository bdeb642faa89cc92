// @vitest-environment jsdom
import { limits } from '@palabre/common/contract/fields.ts';
import { goneName } from '@palabre/common/rules/people/names.ts';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { setLanguage } from '../../../platform/words/i18n.ts';
import { channels, helene, json, karim, leonie, person } from '../../../test/settings-world.tsx';
import { useSearch } from './search.store.ts';
import { chosen, found, foundFile, Over, options, page, sender, show, time } from './test/search-world.tsx';

afterEach(() => {
  cleanup();
  localStorage.clear();
  useSearch.getState().setOpen(null);
});

const hit = (text: string) => [{ text, hit: true }];
const never = () => new Promise<never>(() => undefined);
const group = (name: string) =>
  within(screen.getByRole('group', { name }))
    .getAllByRole('option')
    .map(one => one.textContent);
/** Writes a whole query at once: a slow machine would search for its first letters. */
const ask = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });

test('The results of a search are those of its words, messages and files apart; what is asked is given up once one types on', async () => {
  const { field } = show({
    'GET /search/messages': (_body, { searchParams }) => {
      const q = searchParams.get('q') ?? '';
      return q === 'suite' ? never() : page([found(q, hit(`${q} dit`))]);
    },
    'GET /search/files': (_body, { searchParams }) => {
      const q = searchParams.get('q') ?? '';
      return page(Array.from({ length: 5 }, (_, n) => foundFile(`${q}${n}`, `${q}-${n}.pdf`, 'm9')));
    },
  });
  const marked = (text: string) => screen.findByText(text, { selector: 'mark' });
  ask(field, 'devis');
  await marked('devis dit');
  await waitFor(() => expect(group('Fichiers')).toHaveLength(4));
  // A message and a file show when they were sent, in full on hover.
  const times = screen.getAllByRole('option').flatMap(one => [...one.querySelectorAll('time')]);
  expect(times).toHaveLength(4);
  for (const one of times) expect([one.dateTime, one.title]).toEqual([time, expect.stringMatching(/^12 mars 2026 à /)]);
  await userEvent.click(screen.getByRole('option', { name: 'Plus de fichiers' }));
  expect(group('Fichiers')).toHaveLength(5);
  ask(field, 'plan');
  await marked('plan dit');
  expect(group('Messages')).toHaveLength(1);
  // Files of other words are few again.
  await waitFor(() => expect(group('Fichiers').at(0)).toContain('plan-0.pdf'));
  expect(group('Fichiers')).toHaveLength(4);
  const isBusy = () => screen.getByRole('listbox', { name: 'Résultats' }).getAttribute('aria-busy');
  await waitFor(() => expect(isBusy()).toBe('false'));
  ask(field, 'suite');
  expect(isBusy()).toBe('true');
  const signal = () =>
    vi.mocked(fetch).mock.calls.find(([address]) => /search.messages.*q=suite/.test(String(address)))?.[1]?.signal;
  await waitFor(() => expect(signal()).toBeDefined());
  ask(field, 'devis');
  await marked('devis dit');
  expect(signal()?.aborted).toBe(true);
});

test('The search closes as it leads to a message or to somebody, and asks anew at its next opening', async () => {
  const { calls, field, where } = show(
    {
      'GET /search/messages': () => page([found('m1', hit('devis'))]),
      'GET /user': () => json(200, { users: [helene] }),
      'POST /conversation': () =>
        json(201, { message: '', conversation: { _id: 'neuve', users: [], lastMessage: null, createdAt: time } }),
    },
    [],
    { Component: Over },
  );
  ask(field, 'devis');
  await userEvent.click(await screen.findByRole('option', { name: /devis/ }));
  expect(where()).toBe('/workspace/atelier/channel/general?message=m1');
  expect(screen.queryByRole('dialog')).toBeNull();
  act(() => useSearch.getState().setOpen('search'));
  ask(screen.getByRole('combobox'), 'devis');
  const asked = () => calls.filter(call => call.asked === 'GET /search/messages');
  // Somebody may have written meanwhile.
  await waitFor(() => expect(asked()).toHaveLength(2));
  await userEvent.click(await screen.findByRole('option', { name: /Hélène/ }));
  expect(screen.queryByRole('dialog')).toBeNull();
  await waitFor(() => expect(where()).toBe('/conversation/neuve'));
});

test('A result of what was typed before is opened by a press, or by Enter where the arrows chose it; Enter alone waits', async () => {
  const { field, where } = show({
    'GET /search/messages': (_body, { searchParams }) =>
      searchParams.get('q') === 'ben' ? page([found('m1', hit('Ben un')), found('m2', hit('Ben deux'))]) : never(),
  });
  const home = where();
  ask(field, 'ben');
  await waitFor(() => expect(options()).toHaveLength(2));
  ask(field, 'benz');
  fireEvent.keyDown(field, { key: 'Enter' });
  expect(where()).toBe(home);
  const [first] = screen.getAllByRole('option') as [HTMLElement];
  // A finger, which points at nothing before.
  fireEvent.pointerDown(first);
  fireEvent.click(first);
  expect(where()).toBe(`${home}?message=m1`);
  fireEvent.keyDown(field, { key: 'ArrowDown' });
  await waitFor(() => expect(chosen()).toContain('Ben deux'));
  fireEvent.keyDown(field, { key: 'Enter' });
  expect(where()).toBe(`${home}?message=m2`);
  // The arrows had chosen a result of other words.
  ask(field, 'benze');
  fireEvent.keyDown(field, { key: 'Enter' });
  expect([options().length, where()]).toEqual([2, `${home}?message=m2`]);
});

test('The search chooses by arrows from the last to the first, and what the pointer is on, until other words are typed', async () => {
  const { calls, field } = show({ 'GET /search/messages': () => page([found('m1', hit('general'))]) });
  expect(field).toHaveProperty('maxLength', limits.search);
  expect(field).toHaveProperty('placeholder', 'Un salon, une personne, un fichier, un message…');
  ask(field, 'a');
  await waitFor(() => expect(options()).toHaveLength(3));
  const [first, second, third] = options();
  fireEvent.keyDown(field, { key: 'ArrowUp' });
  expect(chosen()).toBe(third);
  fireEvent.keyDown(field, { key: 'ArrowDown' });
  expect(chosen()).toBe(first);
  // Keys of a text editor are left to the field.
  for (const key of ['n', 'j']) fireEvent.keyDown(field, { key, ctrlKey: true });
  expect(chosen()).toBe(first);
  fireEvent.pointerMove(screen.getAllByRole('option')[1] as HTMLElement);
  expect(chosen()).toBe(second);
  ask(field, 'al');
  expect(chosen()).toMatch(/^generalAtelier/);
  await screen.findByText('general', { selector: 'mark' });
  expect(chosen()).toMatch(/^generalAtelier/);
  // One letter is found among the names that the page knows, and nothing is asked about it.
  const asked = calls
    .filter(call => /^GET .(search.*|user)$/.test(call.asked))
    .map(({ query }) => query.q ?? query.search);
  expect(asked).not.toContain('a');
});

test('The recent places of a search leave out the conversation that is open, and nothing is waited for where none was visited', async () => {
  const talk = {
    _id: 'deux',
    title: null,
    isGroup: false,
    users: [leonie, karim],
    creator: 'camille',
    createdAt: time,
  };
  const answers = {
    'GET /user/camille/conversations': () =>
      json(200, { conversations: [{ ...talk, lastMessage: null }], nextCursor: null }),
  };
  const visits = ['deux', 'annonces'].map(placeId => ({ placeId }));
  show(answers, visits, { at: '/conversation/deux' });
  await waitFor(() => expect(options()).toEqual(['annoncesAtelier Tilleul']));
  expect(group('Récents')).toHaveLength(1);
  // A channel has the sign of its visibility.
  expect(screen.getByRole('option').querySelector('[data-visibility]')?.getAttribute('data-visibility')).toBe(
    'protected',
  );
  cleanup();
  show({ 'GET /channel': never });
  expect(screen.getByText(/^Tapez le nom d’un salon/)).toBeDefined();
  expect(screen.queryByText('Chargement…')).toBeNull();
});

test('The search finds followed threads by their author and by their place', async () => {
  const thread = (threadId: string, channelId: string, firstName: string) => ({
    root: { ...found(threadId, []).message, content: 'Rien', sender: { ...sender, firstName } },
    thread: {
      ...{ threadId, parent: { channelId, conversationId: null }, workspaceId: 'atelier', replies: 1, lastAt: time },
      ...{ people: [], unread: 0, following: true, read: 0, seq: 1 },
    },
    ...{ title: channelId, last: [] },
  });
  const third = thread('t3', 'annonces', 'Léonie');
  const empty = { ...third, root: { ...third.root, content: '' } };
  const { field } = show({
    'GET /threads': () =>
      json(200, {
        threads: [thread('t1', 'general', 'Karim'), thread('t2', 'direction', 'Yann'), empty],
        nextCursor: null,
      }),
  });
  ask(field, 'yann');
  await waitFor(() => expect(group('Fils')).toEqual(['Rien#direction']));
  ask(field, 'general');
  await waitFor(() => expect(group('Fils')).toEqual(['Rien#general']));
  // A thread whose first message has lost its files is named all the same.
  ask(field, 'effacé');
  await waitFor(() => expect(group('Fils')).toEqual([expect.stringMatching(/effacé.*#annonces$/i)]));
});

test('The search shows six places and four people at most, and people of what was typed before where they still match', async () => {
  const many = Array.from({ length: 7 }, (_, n) => ({ ...channels[0], _id: `c${n}`, title: `bureau ${n}` }));
  const people = ['Bureau', 'Buret', 'Burel', 'Burin', 'Burot'].map(name => person(name, 'Ana', name));
  const { field } = show({
    'GET /channel': () => json(200, { channels: many }),
    'GET /user': (_body, { searchParams }) =>
      searchParams.get('search') === 'bur' ? json(200, { users: people }) : never(),
  });
  ask(field, 'bur');
  await waitFor(() => expect(group('Personnes')).toHaveLength(4));
  expect(group('Salons et conversations')).toHaveLength(6);
  ask(field, 'buro');
  expect(group('Personnes')).toEqual([expect.stringContaining('Burot')]);
});

test('The search says above its results which filter matches nothing, and neither that nor a failure of other words', async () => {
  let answer: (q: string | null) => Response | Promise<Response> = () =>
    json(200, {
      results: [found('m1', hit('devis'))],
      unmatched: [{ filter: 'from', value: 'karime' }],
      nextCursor: null,
    });
  const { field } = show({ 'GET /search/messages': (_body, { searchParams }) => answer(searchParams.get('q')) });
  const unmatched = () => screen.queryByText(/^Personne que vous voyez ne s’appelle .*karime/);
  ask(field, 'devis de:karime');
  await waitFor(() => expect(unmatched()?.closest('[role="status"]')).toBeTruthy());
  expect(options()).toHaveLength(1);
  answer = never;
  ask(field, 'devis de:karim');
  expect(unmatched()).toBeNull();
  // Earlier results stay while the next results are on their way.
  expect([options().length, screen.queryByText('Chargement…')]).toEqual([1, null]);
  answer = () => json(500, { code: 'internal', message: 'Non.' });
  ask(field, 'plan');
  expect(await screen.findByText('La recherche de messages n’a pas abouti.')).toBeDefined();
  expect(screen.getByRole('alert').textContent).toContain('La recherche de messages n’a pas abouti.');
  answer = never;
  ask(field, 'plans');
  expect(screen.queryByText('La recherche de messages n’a pas abouti.')).toBeNull();
});

test('The search names authors whose account is gone in the page’s language, of messages and of files', async () => {
  const gone = { ...sender, firstName: goneName, lastName: '' };
  const { field } = show({
    'GET /search/messages': () => page([found('m1', hit('devis'), { sender: gone })]),
    'GET /search/files': () => page([{ ...foundFile('f1', 'devis.pdf', 'm2'), sender: gone }]),
  });
  await act(() => setLanguage('en'));
  onTestFinished(() => setLanguage('fr'));
  ask(field, 'devis');
  await waitFor(() => expect(screen.getAllByText('Deleted user')).toHaveLength(2));
});

test('A channel that the search finds has the sign of whom it is open to', async () => {
  const { field } = show();
  ask(field, '#atelier');
  await waitFor(() => expect(options()).toHaveLength(3));
  const signs = screen.getAllByRole('option').map(one => one.querySelector<HTMLElement>('[data-visibility]'));
  expect(signs.map(one => one?.dataset.visibility)).toEqual(['public', 'protected', 'private']);
});

test('A search shows a picture that it found by its thumbnail, and another file by its kind', async () => {
  const pdf = foundFile('f1', 'plan.pdf', 'm1');
  const picture = foundFile('f2', 'plan.webp', 'm2');
  const drawn = { type: 'image/webp', width: 800, height: 600, thumbnail: '/api/file/f2/thumbnail/plan.webp' };
  const { field } = show({
    'GET /search/files': () => page([pdf, { ...picture, file: { ...picture.file, ...drawn } }]),
  });
  ask(field, 'plan');
  await waitFor(() => expect(screen.getAllByRole('option', { name: /^plan/ })).toHaveLength(2));
  const shown = screen
    .getAllByRole('option', { name: /^plan/ })
    .map(row => row.querySelector('img')?.getAttribute('src'));
  expect(shown).toEqual([undefined, drawn.thumbnail]);
});

test.each(['de:karim', 'dans:general', 'après:2026-03-01', 'avant:2026-03-20', 'a:fichier'])(
  'A search narrowed by « %s » finds messages and files, and nobody by name',
  async filter => {
    const { calls, field } = show({
      'GET /search/messages': () => page([found('m1', hit('devis'))]),
      'GET /search/files': () => page([foundFile('f1', 'devis.pdf', 'm2')]),
      'GET /user': () => json(200, { users: [helene] }),
    });
    ask(field, `devis ${filter}`);
    await waitFor(() => expect(group('Messages')).toHaveLength(1));
    await waitFor(() => expect(group('Fichiers')).toHaveLength(1));
    expect(calls.filter(({ asked, query }) => asked === 'GET /user' && query.search)).toEqual([]);
  },
);

const uuid = '018f0000-0000-7000-8000-0000000000c1';

/** Builds a followed thread of #general that begins so. */
const thread = (threadId: string, content: string, more: object = {}) => ({
  root: { ...found(threadId, []).message, content, ...more },
  thread: {
    ...{ threadId, parent: { channelId: 'general', conversationId: null }, workspaceId: 'atelier', replies: 1 },
    ...{ lastAt: time, people: [], unread: 0, following: true, read: 0, seq: 1 },
  },
  ...{ title: 'general', last: [] },
});

test('The search names whom threads and messages mention, people and channels, and finds a deleted one by no author', async () => {
  const { field } = show({
    'GET /channel': () => json(200, { channels: [...channels, { ...channels[0], _id: uuid, title: 'plans' }] }),
    'GET /user/named': () => json(200, { users: [{ ...helene, _id: uuid }] }),
    'GET /threads': () =>
      json(200, {
        threads: [thread('t1', `Merci <@${uuid}>`), thread('t2', '', { deleted: true })],
        nextCursor: null,
      }),
    'GET /search/messages': () => page([found('m1', [{ text: `Voir <#${uuid}>`, hit: false }])]),
  });
  await waitFor(() => expect(group('Fils')).toEqual(['Merci @Hélène Nguyen#general', 'Message supprimé#general']));
  ask(field, 'karim');
  expect(group('Fils')).toEqual(['Merci @Hélène Nguyen#general']);
  await waitFor(() => expect(group('Messages')).toEqual([expect.stringMatching(/Voir #plans$/)]));
});

test('The search shows what it finds in its own direction, as it does what is typed, and says which keys choose', async () => {
  const { field } = show({
    'GET /threads': () => json(200, { threads: [thread('t1', 'Le plan general')], nextCursor: null }),
    'GET /user': () => json(200, { users: [{ ...person('gena', 'Gena', 'Roy'), jobTitle: 'Métreuse' }] }),
    'GET /search/files': () => page([foundFile('f1', 'general.pdf', 'm2')]),
    'GET /search/messages': () => page([found('m1', hit('general'))]),
  });
  ask(field, 'gen');
  await waitFor(() => expect(options()).toHaveLength(5));
  const directed = screen
    .getAllByRole('option')
    .map(one => [...one.querySelectorAll('[dir=auto]')].map(({ textContent }) => textContent));
  expect(directed).toEqual([
    ['general', 'Atelier Tilleul'],
    ['Le plan general', '#general'],
    ['Gena Roy', 'Métreuse'],
    ['Karim Benali', '#annonces'],
    ['Karim Benali', '#general', 'general'],
  ]);
  expect(field.dir).toBe('auto');
  expect(screen.getByRole('dialog', { name: 'Rechercher' })).toBeDefined();
  expect(screen.getByRole('combobox', { name: 'Rechercher' })).toBe(field);
  const keys = screen.getByText(/^Filtrer/).nextElementSibling;
  expect([keys?.textContent, keys?.getAttribute('aria-hidden')]).toEqual(['↑↓ choisir Entrée ouvrir', 'true']);
});
