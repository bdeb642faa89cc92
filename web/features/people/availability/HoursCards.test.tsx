// @vitest-environment jsdom
import { limits } from '@palabre/common/contract/fields.ts';
import { api } from '@palabre/common/contract/index.ts';
import type { OwnAvailability } from '@palabre/common/contract/people/availability.ts';
import type { SelfUser } from '@palabre/common/contract/people/users.ts';
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { formatDate } from '../../../platform/words/format.ts';
import { inZone } from '../../../test/in-zone.ts';
import { readAgain } from '../../../test/read-again.ts';
import { camille, json, open, refused, serve } from '../../../test/settings-world.tsx';
import { alerts } from '../../../ui/alerts/alerts.ts';
import { addDays } from '../../../ui/fields/calendar.ts';
import { HoursCards } from './open/HoursCards.tsx';

afterEach(cleanup);

const karim = { _id: '0199f3c0-5a1e-704f-9899-6da763b7a969', firstName: 'Karim', lastName: 'Benali' };
const user = {
  ...camille,
  ...{ startHour: '08:30', endHour: '16:00', contacts: { manager: null, vacationReferee: karim } },
} as SelfUser;
const none: OwnAvailability = {
  ...{ _id: 'camille', hours: null, source: 'none', zone: 'Europe/Paris', absences: [], quietUntil: null },
  urgentLeft: 3,
};

function show(own = none, refusals: Parameters<typeof serve>[1] = {}, at = '/') {
  const answer = (body: unknown) => json(200, { own: { ...own, ...(body as object), source: 'own' } });
  const calls = serve(camille, {
    'GET /availability/own': () => json(200, { own }),
    'PUT /availability/hours': answer,
    'DELETE /availability/hours': () => json(200, { own: none }),
    'PUT /availability/absences': answer,
    'PUT /availability/quiet': () => json(200, { own }),
    ...refusals,
  });
  open([{ path: '*', element: <HoursCards user={user} /> }], at);
  return calls;
}
const sent = (calls: ReturnType<typeof show>, asked: string) => calls.find(call => call.asked === asked)?.body;
const card = async (name: string) => within(await screen.findByRole('region', { name }));
const choose = async (label: string, option: string) => {
  const list = (await card('Vos horaires')).getByRole('combobox', { name: label });
  await userEvent.click(list);
  await userEvent.click(await screen.findByRole('option', { name: option, hidden: false }));
};

test('Hours of one’s own are proposed from the profile, Monday to Friday, and kept as they are chosen', async () => {
  const calls = show();
  await choose('Quand peut-on vous déranger\u202f?', 'À mes horaires');
  const hours = await card('Vos horaires');
  expect(hours.getByRole<HTMLInputElement>('textbox', { name: 'Début, lundi' }).value).toBe('08:30');
  expect(hours.queryByRole('textbox', { name: 'Début, samedi' })).toBeNull();
  fireEvent.click(hours.getByRole('checkbox', { name: 'mercredi' }));
  fireEvent.change(hours.getByRole('textbox', { name: 'Fin, vendredi' }), { target: { value: '12h30' } });
  // A day off and on again regains its hours; a day that had none gets the hours of the week.
  for (const day of ['vendredi', 'vendredi', 'samedi']) fireEvent.click(hours.getByRole('checkbox', { name: day }));
  await choose('Jours fériés', 'Alsace-Moselle');
  await choose('Fuseau horaire', 'Indian/Reunion');
  fireEvent.click(hours.getByRole('button', { name: 'Appliquer les horaires' }));
  const day = { start: '08:30', end: '16:00' };
  await vi.waitFor(() =>
    expect(sent(calls, 'PUT /availability/hours')).toEqual({
      hours: {
        zone: 'Indian/Reunion',
        holidays: 'alsace-moselle',
        week: [day, day, null, day, { start: '08:30', end: '12:30' }, day, null],
      },
    }),
  );
  expect(await screen.findByText('Vos horaires sont enregistrés.')).toBeDefined();
  // Nothing is left to apply.
  await vi.waitFor(() =>
    expect(hours.getByRole<HTMLButtonElement>('button', { name: 'Appliquer les horaires' }).disabled).toBe(true),
  );
});

test('A week without a day of work, or with an hour that is none, is not sent, and says so', async () => {
  const calls = show();
  await choose('Quand peut-on vous déranger\u202f?', 'À mes horaires');
  const hours = await card('Vos horaires');
  fireEvent.change(hours.getByRole('textbox', { name: 'Début, lundi' }), { target: { value: 'tôt' } });
  fireEvent.click(hours.getByRole('button', { name: 'Appliquer les horaires' }));
  expect((await hours.findByRole('alert')).textContent).toContain('Choisissez au moins un jour');
  expect(sent(calls, 'PUT /availability/hours')).toBeUndefined();
  // A newly typed time is not judged before it is applied.
  fireEvent.change(hours.getByRole('textbox', { name: 'Début, lundi' }), { target: { value: '08:00' } });
  expect(hours.queryByRole('alert')).toBeNull();
  for (const day of ['lundi', 'mardi', 'mercredi', 'jeudi', 'vendredi'])
    fireEvent.click(hours.getByRole('checkbox', { name: day }));
  const apply = hours.getByRole('button', { name: 'Appliquer les horaires' });
  await vi.waitFor(() => expect(apply.getAttribute('aria-busy')).toBeNull());
  fireEvent.click(apply);
  expect((await hours.findByRole('alert')).textContent).toContain('Choisissez au moins un jour');
  expect(sent(calls, 'PUT /availability/hours')).toBeUndefined();
});

test('Hours that begin as they end in the profile are not proposed, the usual ones are', async () => {
  serve(camille, { 'GET /availability/own': () => json(200, { own: none }) });
  const allDay = { ...user, startHour: '08:00', endHour: '08:00' };
  open([{ path: '*', element: <HoursCards user={allDay} /> }], '/');
  await choose('Quand peut-on vous déranger\u202f?', 'À mes horaires');
  const hours = await card('Vos horaires');
  const value = (name: string) => hours.getByRole<HTMLInputElement>('textbox', { name }).value;
  expect([value('Début, lundi'), value('Fin, lundi')]).toEqual(['09:00', '17:30']);
});

test('An absence is removed alone, beside another that stays', async () => {
  const absence = (from: string) => ({ from, to: from, deputy: null, text: '' });
  const calls = show({ ...none, absences: [absence('2031-03-03'), absence('2031-04-04')] });
  const absences = await card('Vos absences');
  fireEvent.click(absences.getByRole('button', { name: /^Retirer.*mars 2031/ }));
  expect(await screen.findByText('Cette absence est retirée.')).toBeDefined();
  expect(sent(calls, 'PUT /availability/absences')).toEqual({
    absences: [{ from: '2031-04-04', to: '2031-04-04', deputyId: null, text: '' }],
  });
  // A newer page waits for an absence that is being typed.
  const text = absences.getByRole('textbox', { name: 'Mot pour qui vous écrit' });
  expect(text.closest('[data-kept]')).not.toBeNull();
  expect(text).toHaveProperty('maxLength', limits.absenceText);
  fireEvent.change(text, { target: { value: 'Voyez Karim.' } });
  expect(text.closest('[data-kept]')).toBeNull();
});

test('Hours at which one may always be disturbed are sent as none, and shown so', async () => {
  const calls = show();
  await choose('Quand peut-on vous déranger\u202f?', 'À toute heure');
  expect((await card('Vos horaires')).queryByRole('checkbox')).toBeNull();
  fireEvent.click((await card('Vos horaires')).getByRole('button', { name: 'Appliquer les horaires' }));
  await vi.waitFor(() => expect(sent(calls, 'PUT /availability/hours')).toEqual({ hours: null }));
  cleanup();
  show({ ...none, source: 'own' });
  const list = (await card('Vos horaires')).getByRole('combobox', { name: /^Quand peut-on/ });
  expect(list.textContent).toContain('À toute heure');
});

test('Hours that could not be loaded are asked for again', async () => {
  let answer = () => json(500, { code: 'internal', message: 'Panne.' });
  show(none, { 'GET /availability/own': () => answer() });
  expect(await screen.findByText('Vos horaires n’ont pas pu être chargés.')).toBeDefined();
  answer = () => json(200, { own: none });
  fireEvent.click(screen.getByRole('button', { name: 'Réessayer' }));
  await card('Vos horaires');
});

test('Hours that are shown stay when they could not be read again', async () => {
  let answer = () => json(200, { own: none });
  serve(camille, { 'GET /availability/own': () => answer() });
  const { client } = open([{ path: '*', element: <HoursCards user={user} /> }], '/');
  await card('Vos horaires');
  answer = () => refused(403, 'Non.');
  await readAgain(client, api.availability.own.path);
  expect(screen.getByRole('region', { name: 'Vos horaires' })).toBeDefined();
  expect(screen.queryByText('Vos horaires n’ont pas pu être chargés.')).toBeNull();
});

test('Hours of one’s own are shown, and given back to the default of the society, which the card names', async () => {
  const week = [...Array(6).fill({ start: '07:15', end: '17:00' }), null];
  const calls = show({ ...none, source: 'own', hours: { zone: 'America/New_York', holidays: 'guyane', week } });
  const own = await card('Vos horaires');
  // The user's own hours are shown as they are, whatever the profile and the device say.
  expect(own.getByRole<HTMLInputElement>('textbox', { name: 'Début, samedi' }).value).toBe('07:15');
  expect(own.getByRole('checkbox', { name: 'dimanche' }).closest('li')?.textContent).toBe('dimancheRepos');
  const list = (name: string) => own.getByRole('combobox', { name }).textContent;
  expect([list('Fuseau horaire'), list('Jours fériés')]).toEqual(['America/New York', 'Guyane']);
  // Nothing is judged before it is applied.
  const said = [own, await card('Vos absences'), await card('Ne pas déranger')].map(of => of.queryByRole('alert'));
  expect(said).toEqual([null, null, null]);
  await choose('Quand peut-on vous déranger\u202f?', 'Selon le réglage de ma société ou de cette installation');
  expect(own.queryByText(/defaultIs/)).toBeNull();
  fireEvent.click((await card('Vos horaires')).getByRole('button', { name: 'Appliquer les horaires' }));
  await vi.waitFor(() => expect(calls.map(({ asked }) => asked)).toContain('DELETE /availability/hours'));
  cleanup();
  show({ ...none, source: 'society', hours: { zone: 'Europe/Paris', holidays: 'metropole', week } });
  expect(await screen.findByText('Votre société a fixé des horaires.')).toBeDefined();
  // Nothing else than the menu of statuses leads to a field of this page.
  expect(document.activeElement).toBe(document.body);
  cleanup();
  show({ ...none, source: 'instance', hours: { zone: 'Europe/Paris', holidays: 'metropole', week } });
  expect(await screen.findByText('Des horaires valent ici pour tout le monde.')).toBeDefined();
});

test('An absence is announced with the profile’s deputy at first, beside those announced before, and one is removed', async () => {
  const before = { from: '2031-03-03', to: '2031-03-03', deputy: karim, text: 'Formation' };
  const calls = show({ ...none, absences: [before] });
  const absences = await card('Vos absences');
  expect(absences.getByText('Le 3 mars 2031')).toBeDefined();
  expect(absences.getByRole('listitem').textContent).toMatch(/Remplacement\s: Karim Benali · Formation/);
  const announce = absences.getByRole<HTMLButtonElement>('button', { name: 'Annoncer cette absence' });
  expect(announce.disabled).toBe(true);
  fireEvent.change(absences.getByRole('textbox', { name: 'Premier jour' }), { target: { value: '21/12/2031' } });
  fireEvent.change(absences.getByRole('textbox', { name: 'Dernier jour' }), { target: { value: '5/1/2032' } });
  fireEvent.change(absences.getByRole('textbox', { name: 'Mot pour qui vous écrit' }), {
    target: { value: 'Voyez Karim.' },
  });
  fireEvent.click(announce);
  const days = { from: '2031-03-03', to: '2031-03-03', deputyId: karim._id, text: 'Formation' };
  await vi.waitFor(() =>
    expect(sent(calls, 'PUT /availability/absences')).toEqual({
      absences: [days, { from: '2031-12-21', to: '2032-01-05', deputyId: karim._id, text: 'Voyez Karim.' }],
    }),
  );
  expect(await screen.findByText('Votre absence est annoncée.')).toBeDefined();
  await vi.waitFor(() =>
    expect(absences.getByRole<HTMLInputElement>('textbox', { name: 'Premier jour' }).value).toBe(''),
  );
  fireEvent.click(absences.getByRole('button', { name: /^Retirer.*mars 2031/ }));
  expect(await screen.findByText('Cette absence est retirée.')).toBeDefined();
  expect(calls.filter(({ asked }) => asked === 'PUT /availability/absences')[1]?.body).toEqual({ absences: [] });
});

test.each(['America/New_York', 'Pacific/Auckland'])(
  'The days of an absence are those of the calendar in %s',
  async zone => {
    inZone(zone);
    const calls = show({ ...none, absences: [{ from: '2031-03-03', to: '2031-03-05', deputy: null, text: '' }] });
    const absences = await card('Vos absences');
    expect(absences.getByText('Du 3 mars 2031 au 5 mars 2031')).toBeDefined();
    for (const name of ['Premier jour', 'Dernier jour'])
      fireEvent.change(absences.getByRole('textbox', { name }), { target: { value: '21/12/2031' } });
    fireEvent.click(absences.getByRole('button', { name: 'Annoncer cette absence' }));
    const day = { from: '2031-12-21', to: '2031-12-21' };
    await vi.waitFor(() =>
      expect(sent(calls, 'PUT /availability/absences')).toMatchObject({ absences: [{ to: '2031-03-05' }, day] }),
    );
  },
);

test('An absence without a first day, or whose last day comes first, is not sent, and says so', async () => {
  const calls = show();
  const absences = await card('Vos absences');
  fireEvent.change(absences.getByRole('textbox', { name: 'Dernier jour' }), { target: { value: '21/12/2031' } });
  const announce = absences.getByRole('button', { name: 'Annoncer cette absence' });
  fireEvent.click(announce);
  expect((await absences.findByRole('alert')).textContent).toContain('dans cet ordre');
  fireEvent.change(absences.getByRole('textbox', { name: 'Premier jour' }), { target: { value: '5/1/2032' } });
  expect(absences.queryByRole('alert')).toBeNull();
  await vi.waitFor(() => expect(announce.getAttribute('aria-busy')).toBeNull());
  fireEvent.click(announce);
  expect((await absences.findByRole('alert')).textContent).toContain('dans cet ordre');
  expect(sent(calls, 'PUT /availability/absences')).toBeUndefined();
  fireEvent.change(absences.getByRole('textbox', { name: 'Dernier jour' }), { target: { value: '5/1/2032' } });
  expect(absences.queryByRole('alert')).toBeNull();
  // One day alone is an absence; a name that is no account’s stands in for nobody.
  fireEvent.change(absences.getByLabelText('Qui vous remplace'), { target: { value: 'Paul' } });
  fireEvent.click(absences.getByRole('button', { name: 'Annoncer cette absence' }));
  const days = { from: '2032-01-05', to: '2032-01-05', deputyId: null, text: '' };
  await vi.waitFor(() => expect(sent(calls, 'PUT /availability/absences')).toEqual({ absences: [days] }));
  const first = absences.getByRole<HTMLInputElement>('textbox', { name: 'Premier jour' });
  await vi.waitFor(() => expect(first.value).toBe(''));
  // A person who is found stands in.
  fireEvent.change(absences.getByLabelText('Qui vous remplace'), { target: { value: 'Hélène' } });
  fireEvent.mouseDown(await absences.findByRole('option', { name: /Hélène Nguyen/ }));
  for (const name of ['Premier jour', 'Dernier jour'])
    fireEvent.change(absences.getByRole('textbox', { name }), { target: { value: '5/2/2032' } });
  fireEvent.click(absences.getByRole('button', { name: 'Annoncer cette absence' }));
  const next = { from: '2032-02-05', to: '2032-02-05', deputyId: 'helene', text: '' };
  await vi.waitFor(() => expect(calls.at(-1)?.body).toMatchObject({ absences: expect.arrayContaining([next]) }));
});

test('Hours and absences that are refused say why, once each, and stay as they were typed', async () => {
  show(
    { ...none, absences: [{ from: '2031-03-03', to: '2031-03-03', deputy: null, text: '' }] },
    {
      'PUT /availability/hours': () => refused(400, 'Ces horaires sont refusés.'),
      'PUT /availability/absences': () => refused(400, 'Cette absence est refusée.'),
    },
  );
  await choose('Quand peut-on vous déranger\u202f?', 'À mes horaires');
  fireEvent.click((await card('Vos horaires')).getByRole('button', { name: 'Appliquer les horaires' }));
  expect(await screen.findAllByText('Ces horaires sont refusés.')).toHaveLength(1);
  const absences = await card('Vos absences');
  fireEvent.change(absences.getByRole('textbox', { name: 'Premier jour' }), { target: { value: '21/12/2031' } });
  fireEvent.change(absences.getByRole('textbox', { name: 'Dernier jour' }), { target: { value: '5/1/2032' } });
  fireEvent.click(absences.getByRole('button', { name: 'Annoncer cette absence' }));
  expect(await screen.findAllByText('Cette absence est refusée.')).toHaveLength(1);
  expect(absences.getByRole<HTMLInputElement>('textbox', { name: 'Premier jour' }).value).toBe('21/12/2031');
  alerts.clear();
  fireEvent.click(absences.getByRole('button', { name: /^Retirer/ }));
  expect(await screen.findAllByText('Cette absence est refusée.')).toHaveLength(1);
  expect(absences.getByText('Le 3 mars 2031')).toBeDefined();
});

test('« Ne pas déranger » lasts until the morning of a day, and is ended', async () => {
  const quietUntil = new Date(Date.now() + 3_600_000).toISOString();
  const calls = show({ ...none, quietUntil }, {}, '/#quiet');
  const quiet = await card('Ne pas déranger');
  expect(quiet.getByText(/^Rien ne vous dérange jusqu’à.*\d:\d\d$/)).toBeDefined();
  fireEvent.click(quiet.getByRole('button', { name: 'Ne plus rester au calme' }));
  await vi.waitFor(() => expect(sent(calls, 'PUT /availability/quiet')).toEqual({ until: null }));
  // The menu of statuses leads here, to this field.
  const day = quiet.getByRole<HTMLInputElement>('textbox', { name: 'Jusqu’au matin du' });
  await vi.waitFor(() => expect(document.activeElement).toBe(day));
  const begin = quiet.getByRole<HTMLButtonElement>('button', { name: 'Rester au calme' });
  expect(begin.disabled).toBe(true);
  fireEvent.change(day, { target: { value: new Date().toLocaleDateString('fr-FR') } });
  fireEvent.click(begin);
  expect(await quiet.findByText('Choisissez un jour à venir.')).toBeDefined();
  const inAWeek = new Date(Date.now() + 7 * 86_400_000);
  const typed = inAWeek.toLocaleDateString('fr-FR');
  fireEvent.change(day, { target: { value: typed } });
  expect(quiet.queryByText('Choisissez un jour à venir.')).toBeNull();
  fireEvent.click(begin);
  expect(await screen.findByText(/^Rien ne vous dérangera jusqu’à/)).toBeDefined();
  await vi.waitFor(() =>
    expect(calls.filter(({ asked }) => asked === 'PUT /availability/quiet')[1]?.body).toEqual({
      until: { localTime: expect.stringMatching(/T08:30$/), zone: expect.any(String) },
    }),
  );
  await vi.waitFor(() => expect(day.value).toBe(''));
});

test('« Ne pas déranger » that is refused says why and keeps the day that was typed; it lasts until nine where no day begins', async () => {
  let answer = () => refused(429, 'Trop de changements.');
  const calls = serve(camille, {
    'GET /availability/own': () => json(200, { own: none }),
    'PUT /availability/quiet': () => answer(),
  });
  open([{ path: '*', element: <HoursCards user={{ ...user, startHour: null }} /> }], '/');
  const quiet = await card('Ne pas déranger');
  expect(quiet.queryByRole('button', { name: 'Ne plus rester au calme' })).toBeNull();
  const day = quiet.getByRole<HTMLInputElement>('textbox', { name: 'Jusqu’au matin du' });
  const typed = new Date(Date.now() + 7 * 86_400_000).toLocaleDateString('fr-FR');
  fireEvent.change(day, { target: { value: typed } });
  fireEvent.click(quiet.getByRole('button', { name: 'Rester au calme' }));
  expect(await screen.findAllByText('Trop de changements.')).toHaveLength(1);
  await quiet.findByRole('button', { name: 'Rester au calme', busy: false });
  expect(day.value).toBe(typed);
  answer = () => json(200, { own: none });
  fireEvent.click(quiet.getByRole('button', { name: 'Rester au calme' }));
  await vi.waitFor(() => expect(day.value).toBe(''));
  expect(calls.at(-1)?.body).toEqual({
    until: { localTime: expect.stringMatching(/T09:00$/), zone: expect.any(String) },
  });
});

test('What is typed while hours, an absence or a rest are being saved stays, to be saved next', async () => {
  let meanwhile = () => {};
  const answer = () => {
    meanwhile();
    return json(200, { own: none });
  };
  show(none, {
    'PUT /availability/hours': answer,
    'PUT /availability/absences': answer,
    'PUT /availability/quiet': answer,
  });
  await choose('Quand peut-on vous déranger\u202f?', 'À mes horaires');
  const [hours, absences, quiet] = [
    await card('Vos horaires'),
    await card('Vos absences'),
    await card('Ne pas déranger'),
  ];
  const field = (of: typeof hours, name: string) => of.getByRole<HTMLInputElement>('textbox', { name });
  const type = (into: HTMLElement, value: string) => fireEvent.change(into, { target: { value } });
  for (const name of ['Premier jour', 'Dernier jour']) type(field(absences, name), '21/12/2031');
  type(field(quiet, 'Jusqu’au matin du'), '21/12/2031');
  for (const [of, name, act, then] of [
    [hours, 'Fin, lundi', 'Appliquer les horaires', '18:15'],
    [absences, 'Mot pour qui vous écrit', 'Annoncer cette absence', 'Voyez Karim.'],
    [quiet, 'Jusqu’au matin du', 'Rester au calme', '22/12/2031'],
  ] as const) {
    const asked = vi.fn(() => type(field(of, name), then));
    meanwhile = asked;
    fireEvent.click(of.getByRole('button', { name: act }));
    await vi.waitFor(() => expect(asked).toHaveBeenCalled());
    await of.findByRole('button', { name: act, busy: false });
    expect(field(of, name).value).toBe(then);
    expect(of.getByRole<HTMLButtonElement>('button', { name: act }).disabled).toBe(false);
  }
});

test('« Ne pas déranger » that could not be ended says why, and goes on', async () => {
  const quietUntil = new Date(Date.now() + 3_600_000).toISOString();
  show({ ...none, quietUntil }, { 'PUT /availability/quiet': () => refused(403, 'Pas maintenant.') });
  const quiet = await card('Ne pas déranger');
  fireEvent.click(quiet.getByRole('button', { name: 'Ne plus rester au calme' }));
  expect(await screen.findByText('Pas maintenant.')).toBeDefined();
  expect(quiet.getByText(/^Rien ne vous dérange jusqu’à/)).toBeDefined();
});

test('The calendars of a rest and of an absence end at the last day that the server takes', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(2027, 2, 12, 12) });
  onTestFinished(() => void vi.useRealTimers());
  show();
  for (const [of, label, daysAhead] of [
    ['Ne pas déranger', 'Jusqu’au matin du', limits.quietDaysAhead - 1],
    ['Vos absences', 'Premier jour', limits.absenceDaysAhead],
    ['Vos absences', 'Dernier jour', limits.absenceDaysAhead],
  ] as const) {
    const fields = await card(of);
    fireEvent.change(fields.getByRole('textbox', { name: label }), { target: { value: '1/1/2040' } });
    fireEvent.click(fields.getByRole('button', { name: `Calendrier\u00a0: ${label}` }));
    const days = await screen.findByRole('grid');
    const last = days.querySelector('button[tabindex="0"]')?.getAttribute('aria-label');
    expect([label, last]).toEqual([label, formatDate(addDays(new Date(), daysAhead))]);
    fireEvent.keyDown(days, { key: 'Escape' });
    await vi.waitFor(() => expect(screen.queryByRole('grid')).toBeNull());
  }
});

test('A day off gets the hours of one’s own week, whatever the profile says, and hours given up are not judged', async () => {
  const week = [...Array(5).fill({ start: '07:15', end: '12:00' }), null, null];
  const calls = show({ ...none, source: 'own', hours: { zone: 'Europe/Paris', holidays: 'metropole', week } });
  const hours = await card('Vos horaires');
  const start = (day: string) => hours.getByRole<HTMLInputElement>('textbox', { name: `Début, ${day}` });
  fireEvent.click(hours.getByRole('checkbox', { name: 'samedi' }));
  expect(start('samedi').value).toBe('07:15');
  fireEvent.change(start('lundi'), { target: { value: 'tôt' } });
  await choose('Quand peut-on vous déranger\u202f?', 'À toute heure');
  fireEvent.click(hours.getByRole('button', { name: 'Appliquer les horaires' }));
  await vi.waitFor(() => expect(sent(calls, 'PUT /availability/hours')).toEqual({ hours: null }));
});
