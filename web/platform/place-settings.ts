import type { PlaceSettings } from '@palabre/common/contract/running/settings.ts';
import { create } from 'zustand';
import { keep, readKept } from './device/local-storage.ts';
import { paintPlace, placeKey } from './place-style.ts';

function kept(): PlaceSettings | null {
  try {
    return JSON.parse(readKept(placeKey) ?? 'null');
  } catch {
    return null;
  }
}

/**
 * Settings of this Palabre as the server last sent them, kept on this device so that no page shows the default first:
 * `web/opening.ts` paints with them before anything is fetched. Null until the first answer.
 */
export const usePlace = create<{ settings: PlaceSettings | null }>(() => ({ settings: kept() }));

/** Stores the settings received from the server. */
export function takePlace(settings: PlaceSettings): void {
  const text = JSON.stringify(settings);
  if (text === JSON.stringify(usePlace.getState().settings)) return;
  keep(placeKey, text);
  paintPlace(settings.palette);
  usePlace.setState({ settings });
}
