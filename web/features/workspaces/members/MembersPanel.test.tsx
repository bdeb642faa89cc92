// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { applyConnectionEvent } from '../../../platform/server/connection.ts';
import { camille, open, serve } from '../../../test/settings-world.tsx';
import { MembersPanel } from './MembersPanel.tsx';

afterEach(() => {
  cleanup();
  applyConnectionEvent('stop');
});

const row = (name: RegExp) => screen.findByRole('button', { name });
const focused = () => document.activeElement?.closest('button')?.textContent;

test('The members panel is one tab stop: arrows, Home and End move in it, and Alt leaves the keys to the page', async () => {
  serve(camille);
  open([{ path: '*', element: <MembersPanel workspaceId="atelier" /> }], '/');
  const first = await row(/Camille Moreau/);
  await row(/Karim Benali/);
  first.focus();
  const press = (key: string, altKey = false) => fireEvent.keyDown(document.activeElement as Element, { key, altKey });
  expect(press('ArrowDown', true)).toBe(true);
  expect(focused()).toMatch(/Camille Moreau/);
  expect(press('ArrowDown')).toBe(false);
  expect(focused()).toMatch(/Karim Benali/);
  press('End');
  expect(focused()).toMatch(/Léonie Dubreuil/);
  expect(press('ArrowDown')).toBe(true);
  expect(focused()).toMatch(/Léonie Dubreuil/);
  press('Home');
  expect(focused()).toMatch(/Camille Moreau/);
  expect(press('ArrowUp')).toBe(true);
  expect(focused()).toMatch(/Camille Moreau/);
  expect(screen.getAllByRole('button').filter(one => one.tabIndex === 0)).toHaveLength(1);
});
