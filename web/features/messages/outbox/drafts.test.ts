// @vitest-environment jsdom
import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { endSession, login } from '../../../platform/session/session.ts';
import { useDrafts } from './open/drafts.ts';
import { endDraft, type } from './open/writing.ts';

afterEach(() => {
  cleanup();
  endSession('logout');
});

/** Writes a draft as another tab does, or removes it. */
function otherTab(placeId: string, draft: string | null): void {
  const key = `palabre.draft.camille.${placeId}`;
  const newValue = draft && JSON.stringify({ draft });
  if (newValue === null) localStorage.removeItem(key);
  else localStorage.setItem(key, newValue);
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key, newValue, storageArea: localStorage })));
}

it('The places with a draft are those of this tab and of others, until each is sent', () => {
  login('token', { _id: 'camille', firstName: 'Camille' });
  const { result } = renderHook(useDrafts);
  const places = () => [...result.current].sort();
  act(() => type('chantier', 'Ici'));
  expect(places()).toEqual(['chantier']);
  // What is typed on changes no list of places.
  const before = result.current;
  act(() => type('chantier', 'Ici et là'));
  expect(result.current).toBe(before);
  otherTab('général', 'Là');
  expect(places()).toEqual(['chantier', 'général']);
  otherTab('général', null);
  act(() => endDraft('chantier'));
  expect(places()).toEqual([]);
});

it('The drafts of a person are nobody else’s on this device, and theirs again as they come back', () => {
  login('token', { _id: 'camille', firstName: 'Camille' });
  const { result, rerender } = renderHook(useDrafts);
  act(() => type('chantier', 'À moi'));
  const logIn = (_id: string) => {
    act(() => {
      endSession('expired');
      login(_id, { _id });
    });
    rerender();
  };
  logIn('karim');
  expect([...result.current]).toEqual([]);
  logIn('camille');
  expect([...result.current]).toEqual(['chantier']);
  act(() => type('chantier', '  '));
  expect([...result.current]).toEqual([]);
});
