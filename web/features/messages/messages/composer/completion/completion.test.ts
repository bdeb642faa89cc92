import { describe, expect, it } from 'vitest';
import { charactersLeft, storedText, typedText } from '../../../text/open/mentions-typed.ts';
import { continueList } from '../field/lists.ts';
import { channelOptions, mentionOptions, stillMeant } from './options.ts';
import { triggerAt } from './trigger.ts';

describe('Completion triggers', () => {
  it.each([
    ['bonjour @cam', { sign: '@', query: 'cam', from: 8 }],
    ['@', { sign: '@', query: '', from: 0 }],
    ['(@Hélène Ng', { sign: '@', query: 'Hélène Ng', from: 1 }],
    ['merci d’@Hél', { sign: '@', query: 'Hél', from: 8 }],
    ["l'#accueil", { sign: '#', query: 'accueil', from: 2 }],
    ['voir #chan', { sign: '#', query: 'chan', from: 5 }],
    ['ok :pouc', { sign: ':', query: 'pouc', from: 3 }],
    ['mail@exemple', null],
    ['il est 10:30', null],
    [':)', null],
    [':D', null],
    ['https://x.fr', null],
    ['```\n@cam', null],
    ['```\n```\n@cam', { sign: '@', query: 'cam', from: 8 }],
    ['@cam et puis', null],
  ])('Completion triggers in %j: %j', (text, expected) => expect(triggerAt(text, text.length)).toEqual(expected));

  it('Completion triggers are those before the caret, whatever stands behind it', () => {
    expect(triggerAt('bonjour @cam, et @leo', 12)).toEqual({ sign: '@', query: 'cam', from: 8 });
    expect(triggerAt('@cam ```code```', 4)).toEqual({ sign: '@', query: 'cam', from: 0 });
    expect(triggerAt('@cam ```', 4)).toEqual({ sign: '@', query: 'cam', from: 0 });
  });
});

const person = (_id: string, firstName: string, lastName: string) => ({ _id, firstName, lastName, avatar: null });
const people = [person('1', 'Karim', 'Benali'), person('2', 'Hélène', 'Nguyen'), person('3', 'Jean', 'de Hélas')];
const mention = (query: string) =>
  mentionOptions(query, {
    people,
    roles: [{ _id: 'r', name: 'Hébergement' }],
    everyone: { name: 'tous', detail: '', aliases: ['everyone'] },
    roleDetail: '',
    guestDetail: 'Invité',
  }).map(({ typed, stored }) => [typed, stored]);

describe('Mention options', () => {
  it('Mention options ignore accents, start with matching first words, and put people before roles', () => {
    expect(mention('hel')).toEqual([
      ['@Hélène Nguyen', '<@2>'],
      ['@Jean de Hélas', '<@3>'],
    ]);
    expect(mention('he').at(-1)).toEqual(['@Hébergement', '<@&r>']);
  });

  it('Mention options are the best matches first, by all that is typed of a name', () => {
    const names = (query: string, ...known: [string, string][]) =>
      mentionOptions(query, {
        people: known.map(([first, last]) => person(first, first, last)),
        ...{ roles: [], everyone: null, roleDetail: '', guestDetail: '' },
      }).map(({ label }) => label);
    expect(names('kar', ['Jean', 'Karlov'], ['Karim', 'Roy'])).toEqual(['Karim Roy', 'Jean Karlov']);
    expect(names('karim b', ['Karim', 'Roy'], ['Karim', 'Benali'])).toEqual(['Karim Benali']);
  });

  it('Mention options include everyone, in French and in English', () => {
    expect(mention('to')).toEqual([['@tous', '<@everyone>']]);
    expect(mention('every')).toEqual([['@tous', '<@everyone>']]);
  });

  it('Mention options leave out everyone for a user who may not call everyone', () => {
    expect(mentionOptions('to', { people, roles: [], everyone: null, roleDetail: '', guestDetail: 'Invité' })).toEqual(
      [],
    );
  });

  it('Mention options keep, until the server answers, the earlier ones that still match', () => {
    const all = mentionOptions('', {
      people,
      roles: [{ _id: 'r', name: 'Hébergement' }],
      everyone: null,
      roleDetail: '',
      guestDetail: 'Invité',
    });
    expect(stillMeant(all, 'heb').map(({ label }) => label)).toEqual(['Hébergement']);
    expect(stillMeant(all, 'kari').map(({ label }) => label)).toEqual(['Karim Benali']);
    expect(stillMeant(all, 'zoé')).toEqual([]);
    // An emoji is meant by its name, which stands between colons.
    const emoji = { id: 't', typed: ':tilleul:', label: ':tilleul:', picture: { kind: 'emoji', emoji: '🌳' } } as const;
    expect([stillMeant([emoji], 'til'), stillMeant([emoji], 'sap')]).toEqual([[emoji], []]);
  });

  it('Mention options are eight at most', () => {
    const many = Array.from({ length: 30 }, (_, n) => person(String(n), `Anne ${n}`, ''));
    const everyone = { name: 'tous', detail: '', aliases: [] };
    expect(
      mentionOptions('an', { people: many, roles: [], everyone, roleDetail: '', guestDetail: 'Invité' }),
    ).toHaveLength(8);
  });

  it('Mention options leave room for everyone and for roles beside many people', () => {
    const many = Array.from({ length: 30 }, (_, n) => person(String(n), `Tom ${n}`, ''));
    const everyone = { name: 'tous', detail: 'Tout le monde', aliases: [] };
    const roles = ['Toiture', 'Topographie', 'Tournage'].map(name => ({ _id: name, name }));
    const signs = (some: typeof roles) =>
      mentionOptions('to', { people: many, roles: some, everyone, roleDetail: 'Rôle', guestDetail: '' }).map(
        ({ picture, detail }) => (picture.kind === 'person' ? 'person' : detail),
      );
    const people = (count: number) => Array.from({ length: count }, () => 'person');
    expect(signs([])).toEqual([...people(7), 'Tout le monde']);
    expect(signs(roles.slice(0, 1))).toEqual([...people(6), 'Tout le monde', 'Rôle']);
    expect(signs(roles)).toEqual([...people(6), 'Tout le monde', 'Rôle']);
  });

  it('Mention options after # are eight channels at most', () => {
    const channels = Array.from({ length: 12 }, (_, n) => ({ _id: String(n), title: `chantier-${n}` }));
    expect(channelOptions('ch', channels)).toHaveLength(8);
  });

  it('Mention options after # are channels', () => {
    const channels = [
      { _id: 'a', title: 'général' },
      { _id: 'b', title: 'chantier-général' },
    ];
    expect(channelOptions('gene', channels).map(({ typed, stored }) => [typed, stored])).toEqual([
      ['#général', '<#a>'],
      ['#chantier-général', '<#b>'],
    ]);
  });
});

describe('Mentions in a text', () => {
  const named = { '@Jean': '<@1>', '@Jean Petit': '<@2>', '#général': '<#3>' };

  it('Mentions in a text are stored by id, longest name first, and only as whole names', () => {
    expect(storedText('@Jean, @Jean Petit et @Jeanne dans #général.', named)).toBe('<@1>, <@2> et @Jeanne dans <#3>.');
    expect(storedText('`@Jean` et ```\n@Jean\n``` et @Jean', named)).toBe('`@Jean` et ```\n@Jean\n``` et <@1>');
    expect(storedText('personne', named)).toBe('personne');
  });

  it('Mentions in a text are names as typed, not patterns', () => {
    const typed = { '@J.an (a|b)* [c]': '<@1>' };
    expect(storedText('@J.an (a|b)* [c] et @Jean a', typed)).toBe('<@1> et @Jean a');
  });

  it('Mentions in a text count at their stored length', () => {
    expect(charactersLeft('@Jean', { '@Jean': `<@${'x'.repeat(36)}>` })).toBe(10_000 - 39);
  });

  it('Mentions in a text are restored as typed; a second person of the same name stays as stored', () => {
    const names: Record<string, string> = { '<@1>': '@Jean', '<@2>': '@Jean', '<@3>': '@Ana' };
    const { text, named } = typedText('<@1> <@2> <@3> <@4> <@1>', /<@\d>/g, stored => names[stored] ?? null);
    expect(text).toBe('@Jean <@2> @Ana <@4> @Jean');
    expect(storedText(text, named)).toBe('<@1> <@2> <@3> <@4> <@1>');
  });
});

describe('Markdown lists', () => {
  const after = (text: string) => {
    const made = continueList({ text, start: text.length, end: text.length });
    return made && text.slice(0, made.from) + made.text + text.slice(made.to);
  };

  it.each([
    ['- a', '- a\n- '],
    ['* a', '* a\n* '],
    ['a\n  - b', 'a\n  - b\n  - '],
    ['9. a', '9. a\n10. '],
    ['1) a', '1) a\n2) '],
    ['> - a', '> - a\n> - '],
    ['- a\n- ', '- a\n'],
    ['a', null],
    ['-a', null],
    ['3,5', null],
  ])('Markdown lists continue after %j: %j', (text, expected) => expect(after(text)).toBe(expected));

  it('Markdown lists go on where a line break parts an item from its mark', () => {
    expect(continueList({ text: '- mot', start: 2, end: 2 })).toEqual({ from: 2, to: 2, text: '\n- ', select: [5, 5] });
    // Items above and below are others.
    expect(continueList({ text: '- un\n- deux', start: 4, end: 4 })).toMatchObject({ from: 4, to: 4, text: '\n- ' });
    expect(continueList({ text: '- \n- deux', start: 2, end: 2 })).toEqual({
      from: 0,
      to: 2,
      text: '',
      select: [0, 0],
    });
    // A selection gives way to the line break.
    expect(continueList({ text: '- un deux', start: 4, end: 9 })).toMatchObject({ from: 4, to: 9, text: '\n- ' });
  });
});
