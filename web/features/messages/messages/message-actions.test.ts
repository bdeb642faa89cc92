// @vitest-environment jsdom
import { afterEach, expect, it } from 'vitest';
import { linkTo } from './open/message-actions.ts';

afterEach(() => history.replaceState(null, '', '/'));

it('The link to a message names it alone, whatever message the address shows', () => {
  history.replaceState(null, '', '/workspace/w/channel/c?message=other&day=1');
  expect(linkTo({ _id: 'm1' })).toBe(`${location.origin}/workspace/w/channel/c?message=m1`);
});
