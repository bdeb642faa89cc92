// @vitest-environment jsdom
import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { camille, json, open, serve } from '../../../test/settings-world.tsx';
import { HistoryCard } from './HistoryCard.tsx';
import './open/settings.texts.ts';

afterEach(cleanup);

const card = async (name: string) => within((await screen.findByText(name)).closest('section') as HTMLElement);

test('The history says each kind of value in words, also one that was cut, and of an account that is gone', async () => {
  const change = (name: string, after: string | null, fields: object = {}) => ({
    ...{ _id: name, createdAt: '2026-11-20T09:00:00.000Z', name, before: null, after, by: null },
    ...fields,
  });
  serve(camille, {
    'GET /admin/settings/history': () =>
      json(200, {
        changes: [
          change('logo', '"/api/settings/logo/un"'),
          change('fileBytes', '10485760'),
          change('links', '[{"label":"Charte","url":"https://a.fr"},{"label":"Aide","url":"https://b.fr"}]'),
          change('legalNotice', '"Édité à\\nNantes par'),
          change('societyMakers', '"administrators"'),
          change('commonPasswords', '"refused"'),
          change('language', '"en"'),
          change('misnamedFiles', '"refused"'),
          change('autoDeleteDays', '30', { before: '0' }),
          change('name', '"Atelier"'),
          change('twoStepRequired', 'false', { before: 'true' }),
        ],
        nextCursor: null,
      }),
  });
  open([{ path: '*', element: <HistoryCard /> }], '/');
  const history = await card('Historique des réglages');
  const said = (await history.findAllByText(/ → /)).map(one => one.textContent?.replaceAll('\u00a0', ' '));
  expect(said).toEqual([
    ...['non réglé → changé', 'non réglé → 10 Mo', 'non réglé → Charte, Aide', 'non réglé → Édité à Nantes par…'],
    ...[
      'non réglé → L’administration seule',
      'non réglé → refusés',
      'non réglé → Anglais',
      'non réglé → refusés',
      'Jamais → 30',
      'non réglé → Atelier',
      'demandée → proposée',
    ],
  ]);
  expect(history.getAllByText(/^Un compte supprimé/)).toHaveLength(11);
  expect(history.getByRole('list', { name: 'Changements des réglages' }).children).toHaveLength(11);
});

test('The history of a phone has the time of a change in its line: there is no room beside it', async () => {
  const by = { _id: 'karim', firstName: 'Karim', lastName: 'Benali' };
  const change = {
    _id: 'un',
    createdAt: '2026-11-20T09:00:00.000Z',
    name: 'name',
    before: null,
    after: '"Atelier"',
    by,
  };
  serve(camille, { 'GET /admin/settings/history': () => json(200, { changes: [change], nextCursor: null }) });
  const beside = async (isPhone: boolean) => {
    vi.stubGlobal('matchMedia', () => ({ matches: isPhone, addEventListener() {}, removeEventListener() {} }));
    open([{ path: '*', element: <HistoryCard /> }], '/');
    await screen.findByText(/ → /);
    // Who has no picture has initials.
    expect(document.querySelector('li')?.textContent).toMatch(/^KB/);
    const line = document.querySelector('time')?.parentElement?.textContent;
    cleanup();
    return line?.includes('Karim Benali');
  };
  expect([await beside(true), await beside(false)]).toEqual([true, false]);
  vi.stubGlobal('matchMedia', undefined);
});
