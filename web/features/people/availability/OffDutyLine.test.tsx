// @vitest-environment jsdom

import { limits } from '@palabre/common/contract/fields.ts';
import type { OffDuty } from '@palabre/common/contract/people/availability.ts';
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { endSession } from '../../../platform/session/session.ts';
import { camille, json, open, refused, serve } from '../../../test/settings-world.tsx';
import { useAlerts } from '../../../ui/alerts/alerts.ts';
import { OffDutyLine } from './open/OffDutyLine.tsx';
import { useOffDutyAmong } from './open/off-duty.ts';
import { RestLines } from './open/RestLines.tsx';
import { markTold, useTold } from './open/told.ts';

afterEach(() => {
  cleanup();
  useTold.setState({ keys: new Set() });
});

const until = new Date(Date.now() + 40 * 86_400_000);
until.setHours(9, 0, 0, 0);
const karim = { id: 'karim', name: 'Karim' };
const yann = { id: 'yann', name: 'Yann' };
const resting: OffDuty = { _id: 'karim', until: until.toISOString(), isAbsent: false, deputy: null, text: '' };

function show(offDuty: OffDuty[], more: Partial<Parameters<typeof OffDutyLine>[0]> = {}) {
  const done = { onSchedule: vi.fn(), onUrgent: vi.fn(), onMention: vi.fn(), onWrite: vi.fn() };
  const calls = serve(camille, {
    'GET /availability': (_body, url) =>
      json(200, { offDuty: offDuty.filter(({ _id }) => url.searchParams.get('ids')?.includes(_id)) }),
  });
  const line = (
    <OffDutyLine placeId="ici" people={[karim, yann]} maySend reachedBy={() => 'mention'} {...done} {...more} />
  );
  open([{ path: '*', element: line }], '/');
  return { calls, ...done };
}

test('The line says until when who is written to is off duty, and asks for all of them in one request', async () => {
  const { calls } = show([resting]);
  expect(await screen.findByText(/^Karim reprend le \d.* à 9\sh\.$/)).toBeDefined();
  expect(screen.getByText(/Votre message l’attendra sans bruit/)).toBeDefined();
  const line = within(screen.getByRole('region', { name: 'Personne au repos' }));
  expect(line.getByRole('status').textContent).toContain('Karim');
  expect(calls.map(({ query }) => query.ids)).toEqual(['karim,yann']);
});

test('Of an absence the line says who stands in and what was written for it; who stands in is mentioned from it', async () => {
  const deputy = { _id: 'leonie', firstName: 'Léonie', lastName: 'Dubreuil' };
  const { onMention } = show([{ ...resting, isAbsent: true, deputy, text: 'Pour les devis, voyez Léonie.' }]);
  expect(await screen.findByText(/^Karim n’est pas là et reprend/)).toBeDefined();
  expect(screen.getByText('Pour les devis, voyez Léonie.')).toBeDefined();
  const mentions = screen.getByRole('button', { name: 'Mentionner Léonie' });
  expect(fireEvent.pointerDown(mentions)).toBe(false);
  fireEvent.click(mentions);
  expect(onMention).toHaveBeenCalledWith({ id: 'leonie', name: 'Léonie Dubreuil' });
});

test('Who stands in is written to where a mention would not reach them, and is but named where nothing would', async () => {
  const deputy = { _id: 'leonie', firstName: 'Léonie', lastName: 'Dubreuil' };
  const { onMention, onWrite } = show([{ ...resting, deputy }], { reachedBy: () => 'write' });
  fireEvent.click(await screen.findByRole('button', { name: 'Écrire à Léonie' }));
  expect(onWrite).toHaveBeenCalledWith({ id: 'leonie', name: 'Léonie Dubreuil' });
  expect(onMention).not.toHaveBeenCalled();
  cleanup();
  show([{ ...resting, deputy }], { reachedBy: () => null });
  expect(await screen.findByText(/Léonie Dubreuil/)).toBeDefined();
  expect(screen.getAllByRole('button').map(one => one.textContent || one.getAttribute('aria-label'))).toEqual([
    ...['Programmer', 'Urgent…', 'Fermer'],
  ]);
});

test('The choices are made from the line once there is something to send', async () => {
  const { onSchedule, onUrgent } = show([resting]);
  const schedule = await screen.findByRole('button', { name: 'Programmer' });
  fireEvent.click(schedule);
  fireEvent.click(screen.getByRole('button', { name: 'Urgent…' }));
  // Where its calendar opens.
  expect(onSchedule.mock.calls).toEqual([[schedule]]);
  expect(onUrgent).toHaveBeenCalledWith('Karim');
  cleanup();
  show([resting], { maySend: false });
  const later = await screen.findByRole<HTMLButtonElement>('button', { name: 'Programmer' });
  expect(later.disabled).toBe(true);
  const urgent = screen.getByRole<HTMLButtonElement>('button', { name: 'Urgent…' });
  expect(urgent.disabled).toBe(true);
  // The field keeps the focus, and a phone its keyboard.
  expect([later, urgent].map(one => fireEvent.pointerDown(one))).toEqual([false, false]);
});

test('The line is told once: it goes once a message is sent, or when it is closed', async () => {
  show([resting, { ...resting, _id: 'yann' }]);
  await screen.findByText(/^Karim reprend/);
  markTold('ici');
  await screen.findByText(/^Yann reprend/);
  fireEvent.click(screen.getByRole('button', { name: 'Fermer' }));
  await vi.waitFor(() => expect(screen.queryByText(/reprend/)).toBeNull());
});

test('The line is told again of another rest, in another place, and to who logs in next', async () => {
  const rest = { ...resting };
  show([rest]);
  const tell = async () => {
    await screen.findByText(/^Karim reprend/);
    fireEvent.click(screen.getByRole('button', { name: 'Fermer' }));
    await vi.waitFor(() => expect(screen.queryByText(/reprend/)).toBeNull());
  };
  await tell();
  const again = (placeId: string) => {
    cleanup();
    const does = { onSchedule() {}, onUrgent() {}, onMention() {}, onWrite() {}, reachedBy: () => null };
    open([{ path: '*', element: <OffDutyLine placeId={placeId} people={[karim]} maySend {...does} /> }], '/');
  };
  rest.until = new Date(until.getTime() + 86_400_000).toISOString();
  again('ici');
  await tell();
  again('ailleurs');
  await screen.findByText(/^Karim reprend/);
  endSession('logout');
  // Nothing shown to the previous user is left to be marked as told.
  markTold('ailleurs');
  expect(useTold.getState().keys.size).toBe(0);
});

test('Nothing is said of people on duty', async () => {
  const { calls } = show([]);
  await vi.waitFor(() => expect(calls).toHaveLength(1));
  await vi.waitFor(() => expect(screen.queryByText(/reprend|au repos/)).toBeNull());
});

test('A rest that begins while somebody is written to is told within minutes', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'], shouldAdvanceTime: true });
  onTestFinished(() => void vi.useRealTimers());
  const offDuty: OffDuty[] = [];
  const { calls } = show(offDuty);
  await vi.waitFor(() => expect(calls).toHaveLength(1));
  offDuty.push(resting);
  await act(() => vi.advanceTimersByTimeAsync(5 * 60_000 + 1_000));
  expect(await screen.findByText(/^Karim reprend/)).toBeDefined();
});

test('A rest without an end is told as one, and one that has ended is not told', async () => {
  show([{ ...resting, until: null }]);
  expect(await screen.findByText('Karim est au repos.')).toBeDefined();
  cleanup();
  const { calls } = show([{ ...resting, until: new Date(Date.now() - 1_000).toISOString() }]);
  await vi.waitFor(() => expect(calls).toHaveLength(1));
  await vi.waitFor(() => expect(screen.queryByText(/reprend|au repos/)).toBeNull());
  cleanup();
  show([
    { ...resting, until: new Date(Date.now() - 1_000).toISOString() },
    { ...resting, _id: 'yann' },
  ]);
  expect(await screen.findByText(/^Yann reprend/)).toBeDefined();
});

test('The card of a person says until when they are off duty, who stands in and what they wrote, and nothing of others', async () => {
  const deputy = { _id: 'leonie', firstName: 'Léonie', lastName: 'Dubreuil' };
  const openEnded = { ...resting, _id: 'leonie', until: null };
  serve(camille, {
    'GET /availability': () =>
      json(200, { offDuty: [{ ...resting, isAbsent: true, deputy, text: 'Voyez Léonie.' }, openEnded] }),
  });
  const cards = (
    <>
      {['karim', 'yann', 'leonie'].map(id => (
        <div key={id} data-testid={id}>
          <RestLines userId={id} className="rest" />
        </div>
      ))}
    </>
  );
  open([{ path: '*', element: cards }], '/');
  expect(await screen.findByText(/^Reprend le/)).toBeDefined();
  expect(screen.getByTestId('karim').textContent).toMatch(/En son absence\s: Léonie DubreuilVoyez Léonie\.$/);
  expect(['yann', 'leonie'].map(id => screen.getByTestId(id).textContent)).toEqual(['', 'Au repos']);
});

const People = ({ ids }: { ids: string[] }) => <p>{useOffDutyAmong(ids).length} au repos</p>;

test('Many people are asked for in as many requests as the server takes, at a time', async () => {
  const ids = Array.from({ length: limits.namedPeople + 1 }, (_, n) => `p${n}`);
  const calls = serve(camille, { 'GET /availability': () => json(200, { offDuty: [] }) });
  open([{ path: '*', element: <People ids={ids} /> }], '/');
  await vi.waitFor(() => expect(calls).toHaveLength(2));
  expect(calls.map(({ query }) => query.ids?.split(',').length)).toEqual([limits.namedPeople, 1]);
});

test('Who is off duty is asked for again once five minutes have passed, and that it could not be read is told by nobody', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  let fails = false;
  const calls = serve(camille, {
    'GET /availability': () => (fails ? refused(403, 'Non.') : json(200, { offDuty: [] })),
  });
  const { client, router } = open(
    [
      { path: '/', element: <People ids={['karim']} /> },
      { path: '/elsewhere', element: <p>ailleurs</p> },
    ],
    '/',
  );
  const comeBack = async (afterMs: number) => {
    await vi.waitFor(() => expect([calls.length > 0, client.isFetching()]).toEqual([true, 0]));
    await act(() => router.navigate('/elsewhere'));
    vi.setSystemTime(Date.now() + afterMs);
    await act(() => router.navigate('/'));
    await vi.waitFor(() => expect(client.isFetching()).toBe(0));
    return calls.length;
  };
  expect(await comeBack(4 * 60_000)).toBe(1);
  fails = true;
  expect(await comeBack(5 * 60_000)).toBe(2);
  expect(useAlerts.getState().alerts).toEqual([]);
});
