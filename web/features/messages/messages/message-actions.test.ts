// @vitest-environment jsdom
import { afterEach, expect, it } from 'vitest';
import { linkTo } from './open/message-actions.ts';

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
