// @vitest-environment jsdom
import type { Scheduled } from '@palabre/common/contract/messages/scheduled.ts';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { navigateBy } from '../../../platform/address/navigate.ts';
import { ownZone } from '../../../platform/local-day.ts';
import { camille, json, open, refused, serve } from '../../../test/settings-world.tsx';
import { useAlerts } from '../../../ui/alerts/alerts.ts';
import { blobOf, keepBlob } from '../files/open/blobs.ts';
import { beginReminder, beginSchedule } from './open/begin.ts';
import { ScheduledLine } from './open/ScheduledLine.tsx';
import '../files/files.texts.ts';
import './open/scheduled.texts.ts';

/** A Sunday, whose tomorrow is the next Monday. */
const sunday = new Date(2030, 0, 6, 12, 0);
const zone = ownZone();
const made = (fields: Partial<Scheduled> = {}) =>
  ({
    ...{ _id: 's', remindsOf: null, channelId: 'general', conversationId: null, threadOf: null, state: 'waiting' },
    ...{ at: '2030-01-07T09:00:00.000Z', version: 1, ...fields },
  }) as Scheduled;
const file = { id: 'f1', name: 'devis.pdf', type: 'application/pdf', size: 4, width: null, height: null };

beforeAll(() => import('./schedule.ts'));
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: sunday });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

let answer: () => Response;
const onScheduled = vi.fn();

/** Serves the page of a person whose day begins at half past eight. */
function show() {
  answer = () => json(201, { scheduled: made() });
  onScheduled.mockReset();
  const calls = serve(camille, {
    'GET /user/me': () => json(200, { user: { ...camille, startHour: '08:30' } }),
    'POST /scheduled': () => answer(),
    'POST /message/m1/reminder': () => answer(),
  });
  open([{ path: '*', element: <p>Ici</p> }], '/');
  const posted = (path: string) => calls.filter(({ asked }) => asked === `POST ${path}`).map(({ body }) => body);
  return { posted, told: () => useAlerts.getState().alerts.map(({ type, message }) => [type, message]) };
}
const draft = (more: Partial<Parameters<typeof beginSchedule>[0]> = {}) => ({
  place: { channelId: 'general' },
  alsoInPlace: false,
  read: async () => ({ content: 'Bonjour', files: [], reply: null }),
  onScheduled,
  ...more,
});
const offered = () =>
  [...screen.getByLabelText('Moments proposés').querySelectorAll('button')].map(
    ({ firstChild }) => firstChild?.textContent,
  );
const press = async (text: string | RegExp) => fireEvent.click(await screen.findByText(text));

test('A draft is scheduled for a moment that is offered, with what it answers, and under one nonce until the server has it', async () => {
  const { posted, told } = show();
  const reply = { _id: 'm1', sender: null, excerpt: '', files: 0, calls: null };
  const reading = async () => ({ content: 'Plutôt à 8 h.', files: [], reply });
  const begin = () =>
    beginSchedule(draft({ place: { threadId: 'root' }, alsoInPlace: true, read: reading }), document.body);
  answer = () => refused(500, 'Panne.');
  let done = begin();
  const tomorrow = await screen.findByText(/^Demain, 8\sh\s30/);
  expect(offered()).toEqual(['Demain, 8\u00a0h\u00a030']);
  // The day and the hour that it is.
  expect(tomorrow.textContent).toMatch(/7 janvier 2030, 08:30$/);
  fireEvent.click(tomorrow);
  expect(await done).toBe(false);
  expect([told(), onScheduled.mock.calls]).toEqual([[['error', 'Panne.']], []]);
  answer = () => json(201, { scheduled: made() });
  done = begin();
  await press(/^Demain, 8/);
  expect(await done).toBe(true);
  const body = {
    ...{ threadOf: 'root', content: 'Plutôt à 8 h.', localTime: '2030-01-07T08:30', zone },
    ...{ alsoInPlace: true, replyTo: 'm1', replyNotifies: false, nonce: expect.any(String) },
  };
  const [first, second] = posted('/scheduled') as { nonce: string }[];
  expect([first, second]).toEqual([body, body]);
  expect(first?.nonce).toBe(second?.nonce);
  expect(onScheduled).toHaveBeenCalledOnce();
  expect(told().at(-1)).toEqual(['success', expect.stringMatching(/^Message programmé\u00a0: .*2030/)]);
  const went: string[] = [];
  navigateBy(async to => void went.push(to));
  await press('Voir');
  expect(went).toEqual(['/scheduled']);
  // The same text again is another message.
  void begin();
  await press(/^Demain, 8/);
  await waitFor(() => expect(posted('/scheduled')).toHaveLength(3));
  expect((posted('/scheduled')[2] as { nonce: string }).nonce).not.toBe(first?.nonce);
});

test('A draft that is changed after an answer was lost is scheduled as another one', async () => {
  const { posted } = show();
  answer = () => refused(500, 'Panne.');
  const reply = { _id: 'm1', sender: null, excerpt: '', files: 0, calls: 'karim' };
  const changes = [
    { content: 'À 8 h.' },
    { content: 'À 9 h.' },
    { content: 'À 9 h.', reply },
    { files: [{ ...file, id: 'f2' }] },
    { files: [{ ...file, id: 'f3' }] },
  ];
  for (const id of ['f2', 'f3']) await keepBlob(id, new Blob(['plan'], { type: 'application/pdf' }));
  for (const change of changes) {
    const read = async () => ({ content: '', files: [], reply: null, ...change });
    const done = beginSchedule(draft({ read }), document.body);
    await press(/^Demain, 8/);
    expect(await done).toBe(false);
  }
  const bodies = posted('/scheduled');
  const nonces = bodies.map(body => (body instanceof FormData ? body.get('nonce') : (body as { nonce: string }).nonce));
  expect([nonces.length, new Set(nonces).size]).toEqual([5, 5]);
  // Whoever is answered is told of it.
  expect(bodies[2]).toMatchObject({ replyTo: 'm1', replyNotifies: true });
});

test('A draft is scheduled with its files, and says which one is no longer on this device', async () => {
  const { posted, told } = show();
  const reading = async () => ({ content: '', files: [file], reply: null });
  let done = beginSchedule(draft({ read: reading }), document.body);
  await press(/^Demain/);
  expect([await done, told()]).toEqual([false, [['error', '«\u00a0devis.pdf\u00a0» n’est plus sur cet appareil.']]]);
  expect(posted('/scheduled')).toEqual([]);
  await keepBlob('f1', new Blob(['plan'], { type: 'application/pdf' }));
  done = beginSchedule(draft({ read: reading }), document.body);
  await press(/^Demain/);
  expect(await done).toBe(true);
  const [form] = posted('/scheduled') as [FormData];
  expect([...form.keys()].sort()).toEqual(['channelId', 'content', 'fileAttachments', 'localTime', 'nonce', 'zone']);
  expect((form.get('fileAttachments') as File).name).toBe('devis.pdf');
  // The server has it: this device keeps it no longer.
  await waitFor(async () => expect(await blobOf('f1')).toBeFalsy());
});

test('A draft that is given no time stays, and nothing is asked', async () => {
  const { posted } = show();
  const done = beginSchedule(draft(), document.body);
  await screen.findByLabelText('Programmer l’envoi');
  await userEvent.keyboard('{Escape}');
  expect([await done, posted('/scheduled'), onScheduled.mock.calls]).toEqual([false, [], []]);
});

test('A reminder is in an hour, whatever the clock does meanwhile, or on another day; a refusal is told', async () => {
  const { posted, told } = show();
  vi.setSystemTime(new Date(2030, 0, 9, 12, 0));
  const reminding = beginReminder('m1', document.body);
  await screen.findByText(/^Demain, 8\sh\s30/);
  expect(screen.getByRole('dialog', { name: 'Me le rappeler' })).toBeDefined();
  expect(screen.getByRole('button', { name: 'Me le rappeler' })).toBeDefined();
  expect(offered()).toEqual(['Dans une heure', 'Demain, 8\u00a0h\u00a030', 'Lundi, 8\u00a0h\u00a030']);
  expect((await screen.findByText(/^Dans une heure/)).textContent).toMatch(/^Dans une heureAujourd.hui, 13:00$/);
  await press(/^Dans une heure/);
  await reminding;
  const inAnHour = new Date(2030, 0, 9, 13, 0).toISOString().slice(0, 16);
  expect(posted('/message/m1/reminder')).toEqual([{ localTime: inAnHour, zone: 'UTC', nonce: expect.any(String) }]);
  expect(told()).toEqual([['success', expect.stringMatching(/^Rappel prévu\u00a0: /)]]);
  answer = () => refused(409, 'Vous avez déjà trop de rappels.');
  const again = beginReminder('m1', document.body);
  await press(/^Lundi/);
  await again;
  expect(posted('/message/m1/reminder')[1]).toMatchObject({ localTime: '2030-01-14T08:30', zone });
  expect(told().at(-1)).toEqual(['error', 'Vous avez déjà trop de rappels.']);
  // It is the same reminder until the server has it, and then another reminder.
  answer = () => json(201, { scheduled: made() });
  for (const _ of [1, 2]) {
    const tried = beginReminder('m1', document.body);
    await press(/^Lundi/);
    await tried;
  }
  const [first, second, third] = (posted('/message/m1/reminder') as { nonce: string }[]).slice(1);
  expect([second?.nonce === first?.nonce, third?.nonce === first?.nonce]).toEqual([true, false]);
});

test('A day of one’s own is within a year, and nine o’clock offered where the hours of the person do not come', async () => {
  serve(camille, { 'GET /user/me': () => refused(500, 'Panne.') });
  open([{ path: '*', element: <p>Ici</p> }], '/');
  const done = beginSchedule(draft(), document.body);
  expect(await screen.findByText(/^Demain, 9/)).toBeDefined();
  expect(offered()).toEqual(['Demain, 9\u00a0h']);
  for (let month = 0; month < 12; month += 1) fireEvent.click(screen.getByLabelText('Mois suivant'));
  const day = (n: number) => screen.getByLabelText<HTMLButtonElement>(`${n} janvier 2031`);
  expect([day(6).disabled, day(7).disabled]).toEqual([false, true]);
  expect(useAlerts.getState().alerts).toEqual([]);
  await userEvent.keyboard('{Escape}');
  expect(await done).toBe(false);
});

test('A day and an hour of one’s own are tomorrow’s usual hour at first, and none that is past', async () => {
  const { posted } = show();
  const done = beginSchedule(draft(), document.body);
  const hour = await screen.findByLabelText<HTMLInputElement>('Heure');
  await waitFor(() => expect(hour.value).toBe('08:30'));
  expect(screen.getByText('7 janvier 2030 à')).toBeTruthy();
  const day = (n: number) => screen.getByLabelText(`${n} janvier 2030`);
  const type = (value: string) => fireEvent.change(hour, { target: { value } });
  const submit = screen.getByText('Programmer').closest('button') as HTMLButtonElement;
  const isPast = () => screen.queryByText('Cette heure est déjà passée.') !== null;
  expect(isPast()).toBe(false);
  expect(day(5)).toHaveProperty('disabled', true);
  fireEvent.click(day(6));
  type('');
  expect(submit.disabled).toBe(true);
  type('12h');
  fireEvent.click(submit);
  expect(isPast()).toBe(true);
  fireEvent.click(day(7));
  expect(isPast()).toBe(false);
  fireEvent.click(day(6));
  fireEvent.click(submit);
  expect(isPast()).toBe(true);
  type('12h01');
  expect(isPast()).toBe(false);
  fireEvent.click(submit);
  expect(await done).toBe(true);
  expect(posted('/scheduled')).toEqual([
    { channelId: 'general', content: 'Bonjour', localTime: '2030-01-06T12:01', zone, nonce: expect.any(String) },
  ]);
});

test('The line above a field counts the messages scheduled there, and those that did not leave first', async () => {
  const here = { channelId: 'general' };
  const inThread = { threadId: 'root' };
  let listed = [
    made({ _id: 'un' }),
    made({ _id: 'rappel', remindsOf: 'm1' }),
    made({ _id: 'fil', threadOf: 'root' }),
    made({ _id: 'ailleurs', channelId: 'plans' }),
    made({ _id: 'direct', channelId: null, conversationId: 'talk' }),
  ];
  const line = async (place: Parameters<typeof ScheduledLine>[0]['place']) => {
    cleanup();
    serve(camille, { 'GET /scheduled': () => json(200, { scheduled: listed }) });
    open([{ path: '*', element: <ScheduledLine place={place} /> }], '/');
    const link = await screen.findByRole('link');
    return [link.textContent, link.getAttribute('href')];
  };
  const look = () => {
    const shown = screen.getByRole('link').parentElement;
    return [shown?.dataset.tone, shown?.querySelector('svg')?.getAttribute('class')];
  };
  for (const place of [here, inThread, { conversationId: 'talk' }])
    expect(await line(place)).toEqual(['1 message programmé ici', '/scheduled']);
  listed = [...listed, made({ _id: 'deux', state: 'failed', failure: 'cannot_write' })];
  expect(look()).toEqual([undefined, expect.stringContaining('alarm-clock')]);
  expect(await line(here)).toEqual(['1 message programmé n’est pas parti', '/scheduled']);
  expect(look()).toEqual(['danger', expect.stringContaining('circle-exclamation-point')]);
  expect((await line(inThread))[0]).toBe('1 message programmé ici');
});

test('Times stand where the pressed element was, though it is gone before their code has come, and none is taken by Escape', async () => {
  const { posted } = show();
  for (const begin of [(at: Element) => beginReminder('m1', at), (at: Element) => beginSchedule(draft(), at)]) {
    let box = new DOMRect(300, 400, 30, 30);
    const anchor = document.createElement('button');
    anchor.getBoundingClientRect = () => box;
    const done = begin(anchor);
    box = new DOMRect();
    await screen.findByLabelText('Moments proposés');
    const place = () =>
      document.querySelector<HTMLElement>('[data-radix-popper-content-wrapper]')?.style.transform ?? 'none';
    // Above the page until it is placed.
    await waitFor(() => expect(place()).toMatch(/px, /));
    expect(place()).toMatch(/^translate\(300px, 3/);
    await userEvent.keyboard('{Escape}');
    await done;
  }
  expect([posted('/scheduled'), posted('/message/m1/reminder')]).toEqual([[], []]);
});
