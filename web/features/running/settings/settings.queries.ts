/**
 * Queries of the settings of the place. `open/SettingsTab.tsx` shows them to administrators, card by card;
 * `open/PlaceSource.tsx` passes the public ones to the page.
 */

import { api } from '@palabre/common/contract/index.ts';
import type { ChosenSettings, SettingName } from '@palabre/common/contract/running/settings.ts';
import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { takePlace } from '../../../platform/place-settings.ts';
import { ApiError, type CallInput, call } from '../../../platform/server/api.ts';
import { endpointQuery, keyOf, refetch } from '../../../platform/server/query.ts';
import { unsent } from '../../../ui/fields/edits.ts';
import { usePagedList } from '../../../ui/lists/usePagedList.ts';

const silent = { meta: { silent: true } } as const;

/** Settings as they were read, with their version. */
export interface ReadSettings {
  settings: ChosenSettings;
  version: number;
}

/** Reads the settings, for administrators. */
export const useSettings = () => useQuery({ ...endpointQuery(api.settings.read), staleTime: 0, ...silent });

/** Reads a page of the history, of all settings or of a single one. */
export const useHistory = (name: SettingName | undefined) =>
  usePagedList(api.settings.history, { query: { name } }, { staleTime: 0 });

/** Applies the response to a change, because its event may be late, or never come without a socket. */
async function take(client: QueryClient, answer: ReadSettings): Promise<void> {
  client.setQueryData(keyOf(api.settings.read), answer);
  refetch(client, api.settings.history);
  const told = await client.fetchQuery({ ...endpointQuery(api.settings.shown), staleTime: 0 });
  takePlace(told.settings);
}

/** Settings to change, without the version that was read. */
export type Changes = Omit<CallInput<typeof api.settings.change>['body'], 'version'>;

/** Changes settings of which this version was read. The form shows the error. */
export function useChangeSettings() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Changes & { version: number }) => call(api.settings.change, { body }),
    ...silent,
    onSuccess: answer => take(client, answer),
  });
}

/** Changes the logo. The form shows the error. */
export function useChangeLogo() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ version, image }: { version: number; image: File }) =>
      call(api.settings.changeLogo, { body: { version }, image }),
    ...silent,
    onSuccess: answer => take(client, answer),
  });
}

/**
 * Holds the edits of a card of settings: the touched fields, over the saved ones, and the version of their first touch.
 * When a save is refused because somebody else changed the settings, the untouched fields show the new values, and the
 * next save overwrites the touched ones.
 */
export function useSettingsDraft<Draft extends object>(saved: Draft, version: number) {
  const client = useQueryClient();
  const [edited, setEdited] = useState<{ touched: Partial<Draft>; version: number | undefined } | null>(null);
  return {
    draft: { ...saved, ...edited?.touched } as Draft,
    touched: edited?.touched ?? ({} as Partial<Draft>),
    version: edited?.version ?? version,
    unsaved: edited !== null,
    change: (changes: Partial<Draft>) =>
      setEdited(old => ({ touched: { ...old?.touched, ...changes }, version: old?.version ?? version })),
    /** Drops the saved edits, and keeps the fields touched since, which apply to the newer version. */
    reset: () =>
      setEdited(now => {
        const touched = unsent(now?.touched ?? {}, edited?.touched ?? {});
        return Object.keys(touched).length > 0 ? { touched, version: undefined } : null;
      }),
    /**
     * Refetches the settings that somebody else changed.
     * @throws the failure itself, for the form
     */
    async refused(cause: unknown): Promise<never> {
      if (cause instanceof ApiError && cause.code === 'settings_changed') {
        const now = await client.fetchQuery({ ...endpointQuery(api.settings.read), staleTime: 0 });
        setEdited(old => old && { ...old, version: now.version });
      }
      throw cause;
    },
  };
}
