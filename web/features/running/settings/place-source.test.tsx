// @vitest-environment jsdom
import type { PlaceSettings } from '@palabre/common/contract/running/settings.ts';
import { cleanup } from '@testing-library/react';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { usePlace } from '../../../platform/place-settings.ts';
import { endSession } from '../../../platform/session/session.ts';
import { currentLanguage } from '../../../platform/words/i18n.ts';
import { speak } from '../../../platform/words/translator.ts';
import { camille, json, open, serve } from '../../../test/settings-world.tsx';
import { PlaceSource } from './open/PlaceSource.tsx';

afterEach(cleanup);

const shown = {
  idleSessionDays: null,
  ...{ name: null, logo: null, palette: null, supportEmail: null, legalNotice: null, links: [], language: null },
  ...{ workspaceMakers: 'everybody', societyMakers: 'everybody', fileBytes: 52_428_800, autoDeleteDays: null },
} satisfies PlaceSettings;

test('The page takes the language of the place as it reads it, unless one has chosen another', async () => {
  onTestFinished(() => {
    usePlace.setState({ settings: null });
    speak('fr');
  });
  localStorage.removeItem('palabre.language');
  serve(camille, { 'GET /settings': () => json(200, { settings: { ...shown, language: 'en' } }) });
  endSession('logout');
  open([{ path: '*', element: <PlaceSource /> }], '/');
  await vi.waitFor(() => expect(currentLanguage()).toBe('en'));
});
