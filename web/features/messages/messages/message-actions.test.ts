// @vitest-environment jsdom
import { afterEach, expect, it, vi } from 'vitest';
import { rowsOf } from './list/rows/rows.ts';
import { camille, karim, message, reader, today } from './list/test/list.tsx';
import { actionsOn, linkTo, type MessageDesk } from './open/message-actions.ts';

afterEach(() => history.replaceState(null, '', '/'));

it('The link to a message names it alone, whatever message the address shows', () => {
  history.replaceState(null, '', '/workspace/w/channel/c?message=other&day=1');
  expect(linkTo({ _id: 'm1' })).toBe(`${location.origin}/workspace/w/channel/c?message=m1`);
});

it('The link to a reply opens its thread, in the place that is named where that is not the address’s', () => {
  history.replaceState(null, '', '/threads');
  const place = '/workspace/w/channel/c';
  expect(linkTo({ _id: 'm2', threadId: 'm1' }, place)).toBe(`${location.origin}${place}?message=m2&thread=m1`);
});

it('The link that is copied of a message is in the place that its list tells, where the page is another', async () => {
  history.replaceState(null, '', '/threads');
  const writeText = vi.fn(async () => {});
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText } });
  const [row] = rowsOf({ messages: [message(karim, today(9, 12), 'un')], pending: [], userId: 'me', readUpTo: null });
  const path = '/workspace/w/channel/c';
  const link = row && actionsOn(row, { reader }).find(({ id }) => id === 'link');
  if (row) link?.run(row, { reader, path } as MessageDesk, document.body);
  expect(writeText.mock.calls).toEqual([[expect.stringMatching(`${location.origin}${path}\\?message=`)]]);
});

it('Each action on a message has a sign of its own', () => {
  const failed = { nonce: 'n', userId: camille, place: { channelId: 'c' }, content: 'non', time: today(9, 14) };
  const rows = rowsOf({
    messages: [message(karim, today(9, 12), 'un'), message(camille, today(9, 13), 'deux', { pinned: true })],
    pending: [{ ...failed, state: 'failed' }],
    userId: camille,
    readUpTo: null,
  });
  const signs = rows.flatMap(row => actionsOn(row, { reader })).map(({ id, icon }) => [id, icon.displayName]);
  expect(Object.fromEntries(signs)).toEqual({
    ...{ retry: 'RotateCw', react: 'FaceSlightlySmilingPlus', reply: 'Reply', thread: 'MessageSquareText' },
    ...{ edit: 'Pencil', pin: 'Pin', unpin: 'PinOff', copy: 'Copy', link: 'Link', remind: 'AlarmClock' },
    ...{ unread: 'EyeOff', report: 'Flag', remove: 'Trash' },
  });
});
