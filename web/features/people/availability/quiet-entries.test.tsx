// @vitest-environment jsdom
import { api } from '@palabre/common/contract/index.ts';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { ownZone } from '../../../platform/local-day.ts';
import { keyOf } from '../../../platform/server/query.ts';
import { setUser } from '../../../platform/session/session.ts';
import { MenuEntries } from '../../../test/menu-entries.tsx';
import { camille, json, open, serve } from '../../../test/settings-world.tsx';
import { useQuietEntries } from './open/useQuietEntries.tsx';

afterEach(cleanup);

const hourMs = 3_600_000;
const own = (quietUntil: string | null) => ({
  ...{ _id: 'camille', hours: null, source: 'none', zone: 'Europe/Paris', absences: [], quietUntil, urgentLeft: 3 },
});
const Entries = () => <MenuEntries entries={useQuietEntries()} />;

function show(quietUntil: string | null, answer = () => json(200, { own: own(quietUntil) })) {
  const calls = serve(camille, { 'PUT /availability/quiet': answer });
  setUser({ ...camille, startHour: '08:15', endHour: '16:00' } as never);
  const page = open([{ path: '*', Component: Entries }], '/home');
  page.client.setQueryData(keyOf(api.availability.own), { own: own(quietUntil) } as never);
  const sent = async () => {
    await waitFor(() => expect(calls).toHaveLength(1));
    return (calls[0] as { body: { until: { localTime: string; zone: string } | null } }).body.until;
  };
  return { sent, ...page };
}
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const until = (fromNowMs: number) => new Date(Date.now() + fromNowMs).toISOString();

test('« Ne pas déranger » for an hour lasts the whole hour, whatever the zone, and says until when', async () => {
  const { sent } = show(until(hourMs));
  const before = Date.now();
  press('Pendant une heure');
  const { localTime, zone } = (await sent()) ?? {};
  const lastsMs = Date.parse(`${localTime}Z`) - before;
  expect([zone, lastsMs >= hourMs, lastsMs <= hourMs + 90_000]).toEqual(['UTC', true, true]);
  expect(await screen.findByText(/^Rien ne vous dérangera jusqu’à/)).toBeDefined();
});

test('« Ne pas déranger » until tomorrow ends as one’s day begins', async () => {
  const { sent } = show(null);
  press('Jusqu’à demain');
  expect(await sent()).toEqual({ localTime: expect.stringMatching(/T08:15$/), zone: ownZone() });
  cleanup();
  const usual = show(null);
  setUser({ ...camille, startHour: null } as never);
  press('Jusqu’à demain');
  expect(await usual.sent()).toMatchObject({ localTime: expect.stringMatching(/T09:00$/) });
});

test('« Ne pas déranger » is ended from the menu while it lasts, which says until when', async () => {
  show(until(-1_000));
  // The menu is told of it a moment later.
  await act(() => new Promise(done => setTimeout(done)));
  expect(screen.queryByRole('button', { name: 'Ne plus rester au calme' })).toBeNull();
  cleanup();
  const { sent } = show(until(hourMs), () => json(200, { own: own(null) }));
  fireEvent.click(await screen.findByRole('button', { name: 'Ne plus rester au calme' }));
  expect(screen.getByRole('listitem', { name: 'Ne plus rester au calme' }).textContent).toMatch(/Jusqu’à\s: .*\d:\d\d/);
  expect(await sent()).toBeNull();
  expect(await screen.findByText('Les sons, notifications et e-mails reprennent.')).toBeDefined();
});

test('« Ne pas déranger » until a date leads to where it is chosen, and a refusal is told', async () => {
  const { router } = show(null, () => json(429, { code: 'too_many_requests', message: 'Trop de changements.' }));
  press('Pendant une heure');
  expect(await screen.findByText('Trop de changements.')).toBeDefined();
  press('Jusqu’à une date…');
  await waitFor(() => expect(router.state.location).toMatchObject({ pathname: '/settings/profile', hash: '#quiet' }));
});
