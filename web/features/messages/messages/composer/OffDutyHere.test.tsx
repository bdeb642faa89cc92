// @vitest-environment jsdom
import type { OffDuty } from '@palabre/common/contract/people/availability.ts';
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { camille, json, karim, leonie, open, person, refused, serve } from '../../../../test/settings-world.tsx';
import { changeFiles, name, type, writingOf } from '../../outbox/open/writing.ts';
import { noteArriving } from './arriving.ts';
import { OffDutyHere } from './OffDutyHere.tsx';

afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.useRealTimers();
});

const until = new Date(Date.now() + 86_400_000).toISOString();
const mentioned = '018f0000-0000-7000-8000-0000000000ca';

/** Shows the line of a conversation with Karim, who is away; `made` answers the creation of his deputy's. */
function show({ away = 'karim', deputy = leonie, people = [camille, karim], made = () => json(201, withLeonie) } = {}) {
  const { _id, firstName, lastName } = deputy;
  const off: OffDuty = { _id: away, until, isAbsent: true, deputy: { _id, firstName, lastName }, text: '' };
  const calls = serve(camille, {
    'GET /availability': () => json(200, { offDuty: [off] }),
    'POST /conversation': made,
  });
  const sending = { schedule: vi.fn(async () => {}), sendUrgent: vi.fn(async () => {}) };
  const insert = vi.fn();
  const here = <OffDutyHere placeId="ici" world={{ people }} maySend sending={sending} insert={insert} />;
  return { calls, sending, insert, ...open([{ path: '*', element: here }], '/conversation/ici') };
}
const withLeonie = {
  conversation: {
    ...{ _id: 'avec-leonie', title: null, isGroup: false, users: [camille, leonie], creator: 'camille' },
    ...{ lastMessage: null, createdAt: until },
  },
};
/** Time within which the line is requested, shown and read. */
const soon = { timeout: 8_000 };
const press = async () => fireEvent.click(await screen.findByRole('button', { name: 'Écrire à Léonie' }, soon));

test('Who stands in for somebody away is written to from the line, and what is typed goes along, after the draft there', async () => {
  const { calls, router } = show();
  type('avec-leonie', 'Bonjour Léonie.');
  type('ici', 'Le devis de Lyon est prêt.');
  await press();
  await vi.waitFor(() => expect(router.state.location.pathname).toBe('/conversation/avec-leonie'));
  expect(calls.find(({ asked }) => asked === 'POST /conversation')?.body).toEqual({ users: ['leonie'] });
  expect(writingOf('avec-leonie').draft).toBe('Bonjour Léonie.\n\nLe devis de Lyon est prêt.');
  expect(writingOf('ici').draft).toBe('');
});

test('Files that are still being read go along with the draft to who stands in', async () => {
  const file = { id: 'f', name: 'plan.pdf', type: 'application/pdf', size: 3, width: null, height: null };
  let read = () => {};
  const files = new Promise<readonly [typeof file]>(done => {
    read = () => done([file]);
  });
  show();
  type('ici', 'Le plan.');
  noteArriving({ placeId: 'ici', editId: null, files }, some => changeFiles('ici', all => [...all, ...some], null));
  await press();
  // Time for a request that does not wait for them.
  await vi.waitFor(() => expect(screen.getByRole('button', { name: 'Écrire à Léonie' })).toBeDefined());
  await new Promise(done => setTimeout(done));
  read();
  await vi.waitFor(() => expect(writingOf('avec-leonie').files?.map(({ id }) => id)).toEqual(['f']));
  expect(writingOf('avec-leonie').draft).toBe('Le plan.');
});

test('What is typed stays where it is when the conversation with who stands in is refused', async () => {
  const { calls, router } = show({ made: () => refused(429, 'Trop de conversations.') });
  type('ici', 'Le devis de Lyon est prêt.');
  await press();
  await vi.waitFor(() => expect(calls.map(({ asked }) => asked)).toContain('POST /conversation'));
  await vi.waitFor(() => expect(screen.getByRole('button', { name: 'Écrire à Léonie' })).toBeDefined());
  expect(router.state.location.pathname).toBe('/conversation/ici');
  expect(writingOf('ici').draft).toBe('Le devis de Lyon est prêt.');
});

test('Who stands in is mentioned where they read along, and nobody writes to themself', async () => {
  const { insert, sending } = show({
    ...{ people: [camille, person(mentioned, 'Karim', 'Benali'), leonie], away: mentioned },
  });
  type('ici', 'Vu avec @Karim Benali');
  name('ici', { '@Karim Benali': `<@${mentioned}>` });
  fireEvent.click(await screen.findByRole('button', { name: 'Mentionner Léonie' }, soon));
  expect(insert).toHaveBeenCalledWith('@Léonie Dubreuil ');
  expect(writingOf('ici').named['@Léonie Dubreuil']).toBe('<@leonie>');
  fireEvent.click(screen.getByRole('button', { name: 'Programmer' }));
  fireEvent.click(screen.getByRole('button', { name: 'Urgent…' }));
  expect([sending.schedule, sending.sendUrgent].map(({ mock }) => mock.calls.length)).toEqual([1, 1]);
  // A second person of that name is told apart by their id.
  cleanup();
  const again = show({ people: [camille, person(mentioned, 'Karim', 'Benali'), leonie], away: mentioned });
  type('ici', 'Vu avec @Karim Benali');
  name('ici', { '@Karim Benali': `<@${mentioned}>`, '@Léonie Dubreuil': '<@autre>' });
  fireEvent.click(await screen.findByRole('button', { name: 'Mentionner Léonie' }, soon));
  expect(again.insert).toHaveBeenCalledWith('<@leonie> ');
  cleanup();
  show({ deputy: camille });
  expect(await screen.findByText(/^Karim n’est pas là/, {}, soon)).toBeDefined();
  expect(screen.queryByRole('button', { name: /^(Mentionner|Écrire)/ })).toBeNull();
});

test('Who is off duty and mentions themself is not told so', async () => {
  const me = { ...camille, _id: mentioned };
  const until = new Date(Date.now() + 86_400_000).toISOString();
  const off = (_id: string): OffDuty => ({ _id, until, isAbsent: true, deputy: null, text: '' });
  const calls = serve(me, {
    'GET /availability': (_body, url) => json(200, { offDuty: url.searchParams.get('ids')?.split(',').map(off) }),
  });
  const sending = { schedule: vi.fn(async () => {}), sendUrgent: vi.fn(async () => {}) };
  const world = { people: [me, karim, leonie] };
  const other = '018f0000-0000-7000-8000-0000000000cb';
  const here = <OffDutyHere placeId="ici" world={world} maySend sending={sending} insert={vi.fn()} />;
  open([{ path: '*', element: here }], '/conversation/ici');
  type('ici', 'Pour @Camille Moreau et @Karim Benali');
  name('ici', { '@Camille Moreau': `<@${mentioned}>`, '@Karim Benali': `<@${other}>` });
  expect(await screen.findByText(/^Karim Benali n’est pas là/, {}, soon)).toBeDefined();
  const asked = calls.filter(call => call.asked === 'GET /availability').map(({ query }) => query.ids);
  expect(asked.join()).toContain(other);
  expect(asked.join()).not.toContain(mentioned);
  // Of a group, only people who are mentioned are asked for.
  expect(asked.join()).not.toContain(karim._id);
});

test('Who is off duty is asked for once the page has had its turn', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const { calls } = show();
  const asked = () => calls.filter(call => call.asked === 'GET /availability').length;
  for (let passedMs = 0; passedMs < 1_400; passedMs += 100)
    await act(async () => {
      await vi.advanceTimersByTimeAsync(100);
      // The line's code, if it were asked for, would come meanwhile.
      for (let turn = 0; turn < 5; turn += 1) await new Promise(done => setImmediate(done));
    });
  expect(asked()).toBe(0);
  await vi.waitFor(async () => {
    await act(() => vi.advanceTimersByTimeAsync(100));
    expect(asked()).toBe(1);
  });
});
