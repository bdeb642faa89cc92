import type { ReadSettings } from '../settings.queries.ts';

/** Props of each card of settings. */
export interface CardProps {
  /** Settings as they were read. */
  read: ReadSettings;
}
