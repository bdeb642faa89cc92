import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { api, clientMessages } from './index.ts';
import { parseTags } from './workspaces/workspaces.ts';

/** Returns a field as its schema parses it, or `refused`. */
function read(schema: z.ZodType, field: string, value: unknown, rest: object = {}): unknown {
  const { success, data } = schema.safeParse({ ...rest, [field]: value });
  return success ? (data as Record<string, unknown>)[field] : 'refused';
}
const all = (schema: z.ZodType, field: string, values: readonly unknown[], rest: object = {}) =>
  values.map(value => read(schema, field, value, rest));

const id = '0199f3c0-5a1e-7d20-9c3b-2f8e6a1d4b07';
const refused = (count: number) => Array(count).fill('refused');

describe('what a client sends', () => {
  it('the reason of a report is taken with either apostrophe, in any case, and with an accent of its own', () => {
    const { body } = api.reports.create;
    const said = ['spam', ' Autre ', 'Usurpation d’identité', "usurpation d'identité", 'harce\u0300lement'];
    expect(all(body, 'reason', said, { reportedUser: id })).toEqual([
      ...['spam', 'autre', "usurpation d'identité", "usurpation d'identité", 'harcèlement'],
    ]);
    expect(all(body, 'reason', ['', 'ennui', 7], { reportedUser: id })).toEqual(refused(3));
  });

  it('an invite lasts from an hour to a week, an hour unless it says so, for ten people unless it says so', () => {
    const { body } = api.invites.create;
    expect(all(body, 'time', [undefined, '1h', '168h'])).toEqual(['1h', '1h', '168h']);
    expect(all(body, 'time', ['0h', '169h', '24', '1d', '24h ', '1000h'])).toEqual(refused(6));
    expect(all(body, 'uses', [undefined, 1, 100])).toEqual([10, 1, 100]);
    expect(all(body, 'uses', [0, 101, 2.5, '3'])).toEqual(refused(4));
    expect(read(body, 'users', Array(100).fill(id))).toHaveLength(100);
    expect(read(body, 'users', Array(101).fill(id))).toBe('refused');
  });

  it('the name of an emoji is written in small letters without accents, two to thirty of them', () => {
    const { body } = api.emoji.create;
    expect(all(body, 'name', [' Tilleul ', '+1', 'c-est_bon', 'x'.repeat(30)])).toEqual([
      ...['tilleul', '+1', 'c-est_bon', 'x'.repeat(30)],
    ]);
    expect(all(body, 'name', ['x', 'x'.repeat(31), 'été', 'a b', ':tilleul:'])).toEqual(refused(5));
  });

  it('the domains that may register are small letters with a dot, a hundred at most', () => {
    const { body } = api.registration.choose;
    const of = (domains: unknown) => read(body, 'domains', domains, { who: 'domains' });
    expect(of([' Exemple.FR', 'mail.exemple.fr', 'été.fr'])).toEqual(['exemple.fr', 'mail.exemple.fr', 'été.fr']);
    for (const wrong of ['exemple', '@exemple.fr', 'exemple..fr', '.fr', 'exemple.fr/', 'a b.fr'])
      expect(of([wrong]), wrong).toBe('refused');
    expect([of(Array(100).fill('a.fr')), of(Array(101).fill('a.fr'))]).toEqual([expect.any(Array), 'refused']);
    expect(of(undefined)).toEqual([]);
  });

  it('the month of a report of disconnection is one of a year', () => {
    const { query } = api.disconnection.reports;
    expect(all(query, 'month', ['2026-01', '2026-12', undefined])).toEqual(['2026-01', '2026-12', undefined]);
    expect(all(query, 'month', ['2026-00', '2026-13', '2026-1', '26-01', '2026-01-01'])).toEqual(refused(5));
  });

  it('a link of the place leads to a page over https, or writes a mail', () => {
    const links = (url: string) => read(api.settings.change.body, 'links', [{ label: 'Charte', url }], { version: 1 });
    for (const url of ['https://exemple.fr/charte', 'mailto:aide@exemple.fr'])
      expect(links(url), url).toEqual([{ label: 'Charte', url }]);
    for (const url of ['http://exemple.fr', 'javascript:alert(1)', 'exemple.fr', 'data:text/html,x', ''])
      expect(links(url), url).toBe('refused');
  });

  it('settings are taken within their bounds, or taken back by null', () => {
    const { body } = api.settings.change;
    const set = (name: string, values: readonly unknown[]) => all(body, name, values, { version: 1 });
    const mebi = 1024 * 1024;
    expect(set('fileBytes', [mebi, 50 * mebi, null])).toEqual([mebi, 50 * mebi, null]);
    expect(set('fileBytes', [mebi - 1, 50 * mebi + 1, 0, 1.5 * mebi + 0.5])).toEqual(refused(4));
    expect(set('autoDeleteDays', [0, 3_650, null])).toEqual([0, 3_650, null]);
    expect(set('autoDeleteDays', [-1, 3_651, 7.5])).toEqual(refused(3));
    expect(set('language', ['fr', 'en', 'de'])).toEqual(['fr', 'en', 'refused']);
    // A logo is sent to its own path: here it is deleted alone.
    expect(set('logo', [null, '/api/logo'])).toEqual([null, 'refused']);
  });

  it('messages of a workspace that are deleted by themselves stay from a day to ten years, also as a form says it', () => {
    const { body } = api.workspaces.create;
    const days = (values: readonly unknown[]) => all(body, 'autoDeleteDays', values, { title: 'Atelier' });
    expect(days([1, '7', 3_650, null])).toEqual([1, 7, 3_650, null]);
    expect(days([0, 3_651, '7.5', 'x'])).toEqual(refused(4));
    expect(all(body, 'autoDelete', ['false', 'true', false], { title: 'Atelier' })).toEqual([false, true, false]);
  });

  it('tags come as a list, as words between commas or as JSON, each once, cut to size, twenty at most', () => {
    expect(parseTags(`["bois", 'pierre' , "bois",, [terre]]`)).toEqual(['bois', 'pierre', 'terre']);
    expect(parseTags(['a, b', ' c '])).toEqual(['a', 'b', 'c']);
    expect(parseTags('x'.repeat(60))).toEqual(['x'.repeat(40)]);
    expect(parseTags(Array.from({ length: 30 }, (_, n) => `t${n}`))).toHaveLength(20);
    expect(parseTags("l'atelier")).toEqual(["l'atelier"]);
  });

  it('a new channel of an unknown visibility is public; an existing one keeps its own', () => {
    const rest = { title: 'recettes', workspaceId: id };
    const made = all(api.channels.create.body, 'visibility', ['private', 'protected', 'secret', 7, null], rest);
    expect(made).toEqual(['private', 'protected', 'public', 'public', 'public']);
    expect(all(api.channels.update.body, 'visibility', ['private', null, 'secret'])).toEqual([
      ...['private', null, 'refused'],
    ]);
  });

  it('a reaction is one emoji, with the selector that some keyboards omit, or the name of one', () => {
    for (const part of [api.reactions.add.body, api.reactions.remove.query]) {
      expect(all(part, 'reaction', ['❤', '❤️', ':tilleul:'])).toEqual(['❤️', '❤️', ':tilleul:']);
      expect(all(part, 'reaction', ['', 'ok', '👍👍', `:${'x'.repeat(31)}:`])).toEqual(refused(4));
    }
  });

  it('the size of a page is asked for as text, from one to a hundred, fifty unless it is said', () => {
    const pages = [
      api.messages.page.query,
      api.administration.users.query,
      api.audit.list.query,
      api.guests.list.query,
    ];
    for (const query of pages) {
      expect(all(query, 'limit', [undefined, '1', '100'])).toEqual([50, 1, 100]);
      expect(all(query, 'limit', ['0', '101', 'x', '1.5'])).toEqual(refused(4));
    }
    expect(all(api.gifs.search.query, 'limit', [undefined, '50', '51'], { q: 'danse' })).toEqual([32, 50, 'refused']);
  });

  it('a message may be empty beside its files, notifies whom it answers, and its nonce is in small letters', () => {
    const { body } = api.messages.send;
    expect(body.parse({})).toEqual({ content: '', replyNotifies: true });
    const when = { localTime: '2026-11-27T09:00', zone: 'Europe/Paris' };
    const nonce = '3F1C8A52-6D0B-4B7E-9A64-0C5D2E7F8B13';
    expect(all(body, 'nonce', [nonce, null, 'x'])).toEqual([nonce.toLowerCase(), null, 'refused']);
    expect(all(body, 'replyNotifies', ['false', false, 'non'])).toEqual([false, false, 'refused']);
    // A scheduled message takes the same fields, but its nonce is required.
    const later = api.scheduled.create.body;
    expect(later.parse({ ...when, nonce })).toEqual({
      ...when,
      ...{ content: '', replyNotifies: true, nonce: nonce.toLowerCase() },
    });
    expect(all(later, 'replyNotifies', ['false', false, 'non'], { ...when, nonce })).toEqual([false, false, 'refused']);
    for (const { body } of [api.scheduled.create, api.scheduled.remind])
      expect(all(body, 'nonce', [nonce, null, 'x'], when)).toEqual([nonce.toLowerCase(), ...refused(2)]);
    const long = 'x'.repeat(10_000);
    expect(all(body, 'content', [`  ${long.slice(2)}`.slice(0, 10_000), `${long}x`])).toEqual([
      ...[expect.stringMatching(/^ {2}x/), 'refused'],
    ]);
  });

  it('ids are asked for together by commas, as many as are answered', () => {
    for (const [query, most] of [
      [api.messages.linked.query, 50],
      [api.threads.states.query, 100],
      [api.users.named.query, 100],
      [api.availability.list.query, 100],
    ] as const) {
      const asked = (count: number) => Array(count).fill(id).join();
      expect(all(query, 'ids', [undefined, asked(most)])).toEqual(['', asked(most)]);
      expect(all(query, 'ids', [asked(most + 1), `${id};${id}`, '<b>'])).toEqual(refused(3));
    }
  });

  it('hours are a week with some work, whose days do not end as they begin, and absences end after they begin', () => {
    const day = { start: '09:00', end: '17:30' };
    const hours = (...week: unknown[]) =>
      read(api.availability.setHours.body, 'hours', { zone: 'Europe/Paris', holidays: 'metropole', week }) !==
      'refused';
    const off = Array(6).fill(null);
    expect([hours(day, ...off), hours({ start: '22:00', end: '06:00' }, ...off)]).toEqual([true, true]);
    expect([hours(null, ...off), hours({ start: '9:00', end: '17:30' }, ...off)]).toEqual([false, false]);
    expect([hours({ start: '09:00', end: '09:00' }, ...off), hours(day), hours(day, day, ...off)]).toEqual([
      ...[false, false, false],
    ]);
    expect(read(api.availability.setHours.body, 'hours', null)).toBeNull();
    const absent = (from: string, to: string, more = {}) =>
      read(api.availability.setAbsences.body, 'absences', [{ from, to, ...more }]) !== 'refused';
    expect([absent('2026-12-21', '2026-12-21'), absent('2026-12-21', '2027-01-02')]).toEqual([true, true]);
    expect([absent('2026-12-21', '2026-12-20'), absent('2026-02-29', '2026-03-01'), absent('2026-12-21', '')]).toEqual([
      ...[false, false, false],
    ]);
    const told = ['Pour les devis,\nvoyez Karim.', 'x'.repeat(500), 'x'.repeat(501)];
    expect(told.map(text => absent('2026-12-21', '2026-12-22', { text }))).toEqual([true, true, false]);
  });

  it('an urgent message says why in ten to two hundred signs', () => {
    const why = (reason: string) => read(api.availability.urgent.body, 'reason', reason, { nonce: id });
    expect([why('   court   '), why('x'.repeat(9)), why('x'.repeat(201))]).toEqual(refused(3));
    expect([why('x'.repeat(10)), why('x'.repeat(200))]).toEqual(['x'.repeat(10), 'x'.repeat(200)]);
  });

  it('a profile’s hours and links are of their form, and emptied by an empty text', () => {
    const { body } = api.accounts.update;
    expect(all(body, 'startHour', ['09:00', '', null, '9h'])).toEqual(['09:00', '', null, 'refused']);
    expect(all(body, 'linkedinProfile', ['', 'linkedin.com/in/camille', 'https://exemple.fr'])).toEqual([
      ...['', 'linkedin.com/in/camille', 'refused'],
    ]);
    expect(all(body, 'githubProfile', ['', 'github.com/camille', 'gitlab.com/camille'])).toEqual([
      ...['', 'github.com/camille', 'refused'],
    ]);
  });

  it('a token that is none is asked about all the same, and how long one has been idle is believed if it is a time', () => {
    const { body } = api.users.verifyToken;
    expect([undefined, 'x', { token: 7 }, { token: 'a.b.c' }].map(said => body.parse(said))).toEqual([
      ...[{ token: null }, { token: null }, { token: null }, { token: 'a.b.c' }],
    ]);
    const { payload } = clientMessages.activity;
    expect([undefined, { idle: 0 }, { idle: -1 }, { idle: 'x' }, 'x'].map(said => payload.parse(said))).toEqual([
      ...[undefined, { idle: 0 }, undefined, undefined, undefined],
    ]);
  });

  it('a code is the text that was typed, or a number, whose zeros in front were lost', () => {
    const rest = { p_id: id, p_option: 'email' };
    expect(all(api.otp.check.body, 'p_otp', ['004821', ' 4821 ', 4821, 482_913, 0], rest)).toEqual([
      ...['004821', '4821', '004821', '482913', '000000'],
    ]);
    expect(all(api.otp.check.body, 'p_otp', ['x'.repeat(21), null, undefined], rest)).toEqual(refused(3));
  });

  it('a subscription to pushes has a key and a secret of their length', () => {
    const { body } = api.push.subscribe;
    const [endpoint, p256dh, auth] = ['https://push.exemple.fr/x', 'B'.repeat(87), 'A'.repeat(22)];
    expect(body.parse({ endpoint, p256dh, auth })).toMatchObject({ detail: 'all' });
    const isTaken = (more: object) => body.safeParse({ endpoint, p256dh, auth, ...more }).success;
    expect([{ p256dh: 'B'.repeat(86) }, { auth: 'A'.repeat(23) }, { auth: `${'A'.repeat(21)}+` }].map(isTaken)).toEqual(
      [...[false, false, false]],
    );
  });
});
