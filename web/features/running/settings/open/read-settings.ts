import { useSettings } from '../settings.queries.ts';

/** Reads the settings, for cards of settings that another feature shows. */
export const useReadSettings = () => useSettings();
