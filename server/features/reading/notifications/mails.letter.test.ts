import { expect, test } from 'vitest';
import { waitingLetter } from './mails.letter.ts';
import type { Told } from './open/mails.store.ts';
import type { Waiting } from './open/waiting.store.ts';

const id = '018f0000-0000-7000-8000-00000000beef';
const message = (fields: Partial<Waiting> = {}): Waiting => ({
  ...{
    id,
    kind: 'message',
    placeId: id,
    homeId: id,
    workspaceId: null,
    title: null,
    workspaceTitle: null,
    isGroup: true,
  },
  ...{ content: 'Bonjour', files: 0, senderFirstName: 'Camille', senderLastName: 'Riou' },
  time: '2026-11-22 10:00:00+00',
  ...fields,
});
const letter = (messages: Waiting[], language: Told['language'] = 'fr', names = new Map<string, string>()) =>
  waitingLetter({ email: 'a@exemple.fr', firstName: 'Karim', language, since: '', messages }, names, '/mails-off/x');

test('A mail of more than ten messages shows the ten latest in the order of writing, and says so', () => {
  const { subject, paragraphs, extracts } = letter(
    Array.from({ length: 11 }, (_, n) => message({ content: `Le ${11 - n}` })),
  );
  expect(extracts?.map(({ text }) => text)).toEqual(Array.from({ length: 10 }, (_, n) => `Le ${n + 2}`));
  expect(paragraphs).toContain('Voici les 10 messages les plus récents.');
  expect(subject).toBe('Camille Riou vous a écrit');
  expect(letter([message(), message()]).paragraphs.join()).not.toContain('les plus récents');
});

test('A mail in English counts and places its messages in English', () => {
  const { subject, paragraphs } = letter(
    Array.from({ length: 11 }, (_, n) => message({ senderFirstName: n > 5 ? 'Camille' : 'Yann' })),
    'en',
  );
  expect(subject).toBe('11 messages are waiting for you on Palabre');
  expect(paragraphs).toContain('Here are the 10 latest messages.');
  const kinds = ['answer', 'mention', 'message'] as const;
  expect(kinds.map(kind => letter([message({ kind })], 'en').subject)).toEqual([
    'Camille Riou replied to you',
    'Camille Riou mentioned you',
    'Camille Riou wrote to you',
  ]);
  const shown = [message({ files: 1 }), message({ files: 2, workspaceId: id, title: 'plans', workspaceTitle: 'Quai' })];
  expect(letter(shown, 'en').extracts).toMatchObject([
    { text: 'Bonjour (2 files attached)', where: '#plans · Quai' },
    { text: 'Bonjour (1 file attached)', where: 'Group conversation' },
  ]);
  expect(letter([message({ files: 1 })]).extracts?.[0]?.text).toBe('Bonjour (1 fichier joint)');
});

test.each([
  [1, 'fr', 'Ce message vous concerne et n’a pas encore été lu.'],
  [2, 'fr', 'Ce qui suit vous concerne et n’a pas encore été lu.'],
  [1, 'en', 'This message concerns you and has not been read yet.'],
] as const)('A mail of %i messages, in %s, begins by « %s »', (count, language, lead) => {
  expect(
    letter(
      Array.from({ length: count }, () => message()),
      language,
    ).paragraphs.slice(1),
  ).toEqual([lead]);
});

test('A mail names whom a message mentions, in its language, and shows no half of a mention where a long text is cut', () => {
  const textOf = (fields: Partial<Waiting>, ...rest: [('fr' | 'en')?, Map<string, string>?]) =>
    letter([message(fields)], ...rest).extracts?.[0]?.text;
  const names = new Map([[id, 'Léonie Dupré']]);
  const content = `<@${id.toUpperCase()}> <@everyone> <#${id}>`;
  expect(textOf({ content }, 'fr', names)).toBe('@Léonie Dupré @tous #salon');
  expect(textOf({ content }, 'en')).toBe('@someone @everyone #channel');
  expect(textOf({ content: 'Un **mot**\n\npuis ||un\nsecret|| et ||un autre||' })).toBe('Un mot puis ▒▒▒▒ et ▒▒▒▒');
  expect(textOf({ content: 'mot '.repeat(500), files: 1 })).toMatch(/^(?:mot )+mot… \(1 fichier joint\)$/);
  expect(textOf({ content: 'Le code ||4912' })).toBe('Le code ▒▒▒▒');
  expect(textOf({ content: '', files: 2 })).toBe('(2 fichiers joints)');
  // Only its first two thousand characters are read, most of them a quote, which is left out.
  const long = `> ${'x'.repeat(1_970)}\nBonjour <@${id}>`;
  expect(textOf({ content: long }, 'fr', names)).toBe('Bonjour');
});

test('A mail says where a message stands: the title of a group, or what kind of conversation it is', () => {
  const places = [
    { title: 'Équipe' },
    {},
    { isGroup: false },
    { workspaceId: id, title: 'plans', workspaceTitle: 'Quai' },
  ];
  const shown = letter(places.toReversed().map(message)).extracts ?? [];
  expect(shown.map(({ where }) => where)).toEqual([
    'Équipe',
    'Conversation de groupe',
    'Message direct',
    '#plans · Quai',
  ]);
});

test.each([
  [
    'fr',
    ['anna Riou vous a écrit', 'Anna Riou vous a écrit'],
    ['Bonjour Karim,', 'Ouvrir le message', 'Ouvrir Palabre', 'Ne plus recevoir ces e-mails'],
    /^Vous recevez ceci parce que .* une fois par heure au plus, et seulement ce qui n’a pas été lu\.$/,
  ],
  [
    'en',
    ['anna Riou wrote to you', 'Anna Riou wrote to you'],
    ['Hello Karim,', 'Open the message', 'Open Palabre', 'Stop these e-mails'],
    /^You receive this because .* once an hour at most, and only what was not read\.$/,
  ],
] as const)(
  'A mail, in %s, begins with a capital, leads to its message and to the page, and says why it comes and how to stop it',
  (language, [subject, title], [hello, open, action, off], why) => {
    const told = letter([message({ senderFirstName: 'anna' })], language);
    expect(told).toMatchObject({
      ...{ language, subject, title, action: { label: action, path: '/' }, off: { label: off, path: '/mails-off/x' } },
      extracts: [{ who: 'anna Riou', link: { label: open, path: `/conversation/${id}?message=${id}` } }],
    });
    expect(told.paragraphs[0]).toBe(hello);
    expect(told.closing).toEqual([expect.stringMatching(why)]);
  },
);
