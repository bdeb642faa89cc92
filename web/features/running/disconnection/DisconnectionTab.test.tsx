// @vitest-environment jsdom
import { limits } from '@palabre/common/contract/fields.ts';
import { api } from '@palabre/common/contract/index.ts';
import { QueryClient } from '@tanstack/react-query';
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { keyOf } from '../../../platform/server/query.ts';
import { inZone } from '../../../test/in-zone.ts';
import { camille, json, open, refused, serve } from '../../../test/settings-world.tsx';
import { disconnectionLive } from './disconnection.live.ts';
import { CharterCard } from './open/CharterCard.tsx';
import { DisconnectionTab } from './open/DisconnectionTab.tsx';

afterEach(cleanup);

const week = Array(7).fill({ start: '09:00', end: '17:00' });
const hours = { zone: 'Europe/Paris', holidays: 'metropole', week };
const charter = { text: 'Personne ne répond le soir.\nNi le dimanche.', updatedAt: '2026-11-20T09:00:00.000Z' };
const tilleul = { _id: 'tilleul', name: 'Atelier Tilleul', logo: null, membership: 'none', membersCount: 24 };
const report = { people: 24, messages: 3_120, messagesOff: 78, urgent: 2 };

function show(known: { charter: typeof charter | null } = { charter: null }, others: Parameters<typeof serve>[1] = {}) {
  const calls = serve(camille, {
    'GET /disconnection': () => json(200, known),
    'PUT /disconnection': body => json(200, { charter: { ...charter, ...(body as object) } }),
    'GET /disconnection/defaults': (_body, url) =>
      json(200, { hours: url.searchParams.get('societyId') === 'tilleul' ? hours : null }),
    'PUT /disconnection/defaults': body => json(200, body),
    'GET /disconnection/reports': (_body, url) =>
      json(200, {
        ...{ month: url.searchParams.get('month') ?? '2026-10', months: ['2026-10', '2026-09'], nextCursor: null },
        reports: [
          { society: null, ...report },
          { society: { _id: 'tilleul', name: 'Atelier Tilleul' }, ...report },
        ],
      }),
    'GET /society': () => json(200, { societies: [tilleul], nextCursor: null }),
    ...others,
  });
  open([{ path: '*', Component: DisconnectionTab }], '/');
  return calls;
}
const card = async (name: string) => within(await screen.findByRole('region', { name }));

test('Default hours are set for everyone, and those of a society are shown, changed and taken back', async () => {
  const calls = show();
  const defaults = await card('Horaires par défaut');
  const isOn = await defaults.findByRole('switch', { name: 'Fixer des horaires par défaut' });
  expect(defaults.queryByRole('alert')).toBeNull();
  fireEvent.click(isOn);
  fireEvent.click(defaults.getByRole('checkbox', { name: 'vendredi' }));
  fireEvent.click(defaults.getByRole('button', { name: 'Appliquer les horaires par défaut' }));
  const sent = () => calls.filter(({ asked }) => asked === 'PUT /disconnection/defaults').map(({ body }) => body);
  const day = { start: '09:00', end: '17:30' };
  await vi.waitFor(() =>
    expect(sent()).toMatchObject([{ societyId: null, hours: { week: [day, day, day, day, null, null, null] } }]),
  );
  // Applied hours stay as chosen, without a refetch.
  expect(await screen.findByText('Les horaires par défaut sont enregistrés.')).toBeDefined();
  const apply = () => defaults.getByRole<HTMLButtonElement>('button', { name: 'Appliquer les horaires par défaut' });
  await vi.waitFor(() => expect(apply().disabled).toBe(true));
  expect(defaults.getByRole('checkbox', { name: 'vendredi' }).getAttribute('aria-checked')).toBe('false');
  expect(defaults.getByRole('checkbox', { name: 'jeudi' }).getAttribute('aria-checked')).toBe('true');
  await userEvent.click(defaults.getByRole('combobox', { name: 'Société' }));
  await userEvent.click(await screen.findByRole('option', { name: 'Atelier Tilleul' }));
  expect(await defaults.findByRole('textbox', { name: 'Début, samedi' })).toBeDefined();
  fireEvent.click(defaults.getByRole('switch', { name: 'Fixer des horaires par défaut' }));
  fireEvent.click(defaults.getByRole('button', { name: 'Appliquer les horaires par défaut' }));
  await vi.waitFor(() => expect(sent()[1]).toEqual({ societyId: 'tilleul', hours: null }));
  await vi.waitFor(() => expect(apply().disabled).toBe(true));
  const isFixed = defaults.getByRole('switch', { name: 'Fixer des horaires par défaut' }).getAttribute('aria-checked');
  expect(isFixed).toBe('false');
});

test('The charter is written for everyone, who read it in their profile', async () => {
  const calls = show();
  const form = await card('Charte de déconnexion');
  fireEvent.change(form.getByRole('textbox', { name: 'Texte de la charte' }), { target: { value: charter.text } });
  fireEvent.click(form.getByRole('button', { name: 'Enregistrer la charte' }));
  await vi.waitFor(() =>
    expect(calls.find(({ asked }) => asked === 'PUT /disconnection')?.body).toEqual({ text: charter.text }),
  );
  expect(await screen.findByText('La charte est enregistrée.')).toBeDefined();
  expect(form.getByRole<HTMLTextAreaElement>('textbox', { name: 'Texte de la charte' }).value).toBe(charter.text);
  cleanup();
  serve(camille, { 'GET /disconnection': () => json(200, { charter: null }) });
  const { client } = open([{ path: '*', Component: CharterCard }], '/');
  await vi.waitFor(() => expect(client.isFetching()).toBe(0));
  expect(screen.queryByRole('region', { name: 'Charte de déconnexion' })).toBeNull();
  cleanup();
  serve(camille, { 'GET /disconnection': () => json(200, { charter }) });
  open([{ path: '*', Component: CharterCard }], '/');
  expect((await card('Charte de déconnexion')).getByText(/Ni le dimanche/)).toBeDefined();
  expect(screen.getByText('Mise à jour le 20 novembre 2026.')).toBeDefined();
});

test('The report shows the numbers of a month by society, and those of another month, west of Greenwich too', async () => {
  inZone('America/New_York');
  const calls = show();
  const reports = await card('Rapport du mois');
  expect(await reports.findByText('Atelier Tilleul')).toBeDefined();
  expect(reports.getByRole('list', { name: 'Rapport par société' })).toBeDefined();
  expect(reports.getByText('Sans société')).toBeDefined();
  // A line of numbers is read whole, on a phone too.
  expect(reports.getByText('Sans société').closest('[data-wraps]')).not.toBeNull();
  expect(
    reports.getAllByText(/^24 personnes · 3\s% des messages écrits hors horaires \(78 sur 3\s120\) · urgents\s: 2$/),
  ).toHaveLength(2);
  await userEvent.click(reports.getByRole('combobox', { name: 'Mois' }));
  await userEvent.click(await screen.findByRole('option', { name: 'septembre 2026', hidden: false }));
  await vi.waitFor(() => expect(calls.at(-1)?.query).toEqual({ month: '2026-09' }));
});

test('The charter that is written is there to be changed, and taken back by an empty text', async () => {
  const calls = show({ charter });
  const form = await card('Charte de déconnexion');
  const text = form.getByRole<HTMLTextAreaElement>('textbox', { name: 'Texte de la charte' });
  expect([text.value, text.maxLength]).toEqual([charter.text, limits.charter]);
  fireEvent.change(text, { target: { value: '' } });
  expect(text.value).toBe('');
  fireEvent.click(form.getByRole('button', { name: 'Enregistrer la charte' }));
  await vi.waitFor(() => expect(calls.find(({ asked }) => asked === 'PUT /disconnection')?.body).toEqual({ text: '' }));
});

test('Default hours that are none are not sent, and what was edited is dropped for another society', async () => {
  const calls = show();
  const defaults = await card('Horaires par défaut');
  fireEvent.click(await defaults.findByRole('switch', { name: 'Fixer des horaires par défaut' }));
  fireEvent.change(defaults.getByRole('textbox', { name: 'Fin, lundi' }), { target: { value: 'tard' } });
  fireEvent.click(defaults.getByRole('button', { name: 'Appliquer les horaires par défaut' }));
  expect(await defaults.findByRole('alert')).toBeDefined();
  expect(calls.filter(({ asked }) => asked.startsWith('PUT'))).toEqual([]);
  await userEvent.click(defaults.getByRole('combobox', { name: 'Société' }));
  await userEvent.click(await screen.findByRole('option', { name: 'Atelier Tilleul' }));
  await vi.waitFor(() =>
    expect(defaults.getByRole<HTMLInputElement>('textbox', { name: 'Fin, lundi' }).value).toBe('17:00'),
  );
  expect(defaults.queryByRole('alert')).toBeNull();
});

test('Default hours that are applied are those of whom they were chosen for, whatever is chosen before the answer', async () => {
  let answer = () => {};
  const held = new Promise<void>(done => {
    answer = done;
  });
  show(undefined, {
    'PUT /disconnection/defaults': async body => {
      await held;
      return json(200, body);
    },
  });
  const defaults = await card('Horaires par défaut');
  const isOn = () => defaults.getByRole('switch', { name: 'Fixer des horaires par défaut' }).ariaChecked;
  fireEvent.click(await defaults.findByRole('switch', { name: 'Fixer des horaires par défaut' }));
  fireEvent.change(defaults.getByRole('textbox', { name: 'Fin, lundi' }), { target: { value: '12:00' } });
  fireEvent.click(defaults.getByRole('button', { name: 'Appliquer les horaires par défaut' }));
  await userEvent.click(defaults.getByRole('combobox', { name: 'Société' }));
  await userEvent.click(await screen.findByRole('option', { name: 'Atelier Tilleul' }));
  const end = () => defaults.getByRole<HTMLInputElement>('textbox', { name: 'Fin, lundi' }).value;
  await vi.waitFor(() => expect([isOn(), end()]).toEqual(['true', '17:00']));
  answer();
  expect(await screen.findByText('Les horaires par défaut sont enregistrés.')).toBeDefined();
  expect(end()).toBe('17:00');
});

test('What was edited of a society’s default hours stays as that society is chosen again, and goes with it', async () => {
  show();
  const defaults = await card('Horaires par défaut');
  const choose = async () => {
    await userEvent.click(defaults.getByRole('combobox', { name: 'Société' }));
    await userEvent.click(await screen.findByRole('option', { name: 'Atelier Tilleul' }));
  };
  await choose();
  const end = () => defaults.getByRole<HTMLInputElement>('textbox', { name: 'Fin, lundi' });
  await vi.waitFor(() => expect(end().value).toBe('17:00'));
  fireEvent.change(end(), { target: { value: '16:15' } });
  await choose();
  expect(end().value).toBe('16:15');
  // Those of everyone are another matter.
  fireEvent.click(defaults.getByRole('button', { name: 'Effacer' }));
  const isOn = () => defaults.getByRole('switch', { name: 'Fixer des horaires par défaut' }).ariaChecked;
  await vi.waitFor(() =>
    expect([isOn(), defaults.queryByRole('textbox', { name: 'Fin, lundi' })]).toEqual(['false', null]),
  );
  await choose();
  await vi.waitFor(() => expect(end().value).toBe('17:00'));
});

test('The society whose default hours are set is searched by the server', async () => {
  const calls = show();
  const defaults = await card('Horaires par défaut');
  const field = defaults.getByRole('combobox', { name: 'Société' });
  await userEvent.click(field);
  fireEvent.change(field, { target: { value: 'til' } });
  await vi.waitFor(() => expect(calls.findLast(({ asked }) => asked === 'GET /society')?.query.search).toBe('til'));
});

test('Default hours that could not be read say so', async () => {
  show(undefined, { 'GET /disconnection/defaults': () => refused(403, 'Non.') });
  const defaults = await card('Horaires par défaut');
  expect(await defaults.findByText('Les horaires par défaut n’ont pas pu être chargés.')).toBeDefined();
  expect(defaults.queryByRole('switch')).toBeNull();
});

test('The report of a group that has written nothing has a share of zero', async () => {
  show(undefined, {
    'GET /disconnection/reports': () =>
      json(200, {
        ...{ month: '2026-10', months: ['2026-10'], nextCursor: null },
        reports: [{ society: null, people: 12, messages: 0, messagesOff: 0, urgent: 0 }],
      }),
  });
  const reports = await card('Rapport du mois');
  expect(await reports.findByText(/^12 personnes · 0\s% des messages/)).toBeDefined();
});

test('Hours that follow a default are read again once it has changed', () => {
  const client = new QueryClient();
  client.setQueryData(keyOf(api.availability.own), {});
  disconnectionLive.updateDefaultHours({} as never, client);
  expect(client.getQueryState(keyOf(api.availability.own))?.isInvalidated).toBe(true);
});
