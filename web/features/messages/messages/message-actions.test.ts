// @vitest-environment jsdom
import { afterEach, expect, it, vi } from 'vitest';
import { rowsOf } from './list/rows/rows.ts';
import { karim, message, reader, today } from './list/test/list.tsx';
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
