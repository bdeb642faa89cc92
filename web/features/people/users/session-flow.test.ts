// @vitest-environment jsdom
import { beforeEach, expect, test } from 'vitest';
import { forgetWanted, rememberWanted, takeWanted } from './open/session-flow.ts';

beforeEach(() => sessionStorage.clear());

test('The page wanted before a login is opened after it, once', () => {
  rememberWanted('/workspace/w/channel/c?message=m#fin');
  expect(takeWanted()).toBe('/workspace/w/channel/c?message=m#fin');
  expect(takeWanted()).toBe('/workspaces');
});

test.each(['//exemple.fr/connexion', 'https://exemple.fr', 'javascript:alert(1)', ''])(
  'A wanted page at %s is no page of Palabre: the workspaces are opened',
  address => {
    rememberWanted(address);
    expect(takeWanted()).toBe('/workspaces');
  },
);

test('The wanted page is forgotten with the session that a logout ends', () => {
  rememberWanted('/societies');
  forgetWanted();
  expect(takeWanted()).toBe('/workspaces');
});
