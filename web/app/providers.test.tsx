// @vitest-environment jsdom
import { useQueryClient } from '@tanstack/react-query';
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { usePlace } from '../platform/place-settings.ts';
import { queryClient } from '../platform/server/query-client.ts';
import { camille, json, serve } from '../test/settings-world.tsx';
import { alerts } from '../ui/alerts/alerts.ts';
import { Providers } from './providers.tsx';

afterEach(() => {
  cleanup();
  queryClient.clear();
  localStorage.clear();
  act(() => usePlace.setState({ settings: null }));
});

const Page = () => <p>{useQueryClient() === queryClient ? 'La page' : 'Une autre mémoire'}</p>;

test('The application has the settings of its place, its alerts and the one cache of answers around its pages', async () => {
  serve(camille, { 'GET /settings': () => json(200, { settings: { name: 'Chez nous', palette: null } }) });
  render(
    <Providers>
      <Page />
    </Providers>,
  );
  expect(screen.getByText('La page')).toBeDefined();
  act(() => void alerts.info('Copié.'));
  expect(await screen.findByText('Copié.')).toBeDefined();
  await waitFor(() => expect(usePlace.getState().settings?.name).toBe('Chez nous'));
});
