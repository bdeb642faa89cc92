import type { Visibility } from '../contract/workspaces/channels.ts';

/** Whether a role shows a channel to its holders, and lets them write in it. */
export interface Opening {
  visible: boolean;
  writable: boolean;
}

/**
 * What a role opens of a channel once one of the two has been chosen: writing in a private channel needs seeing it, so
 * each brings, or takes away, the other.
 */
export function opened(visibility: Visibility, wanted: Opening, chosen: keyof Opening): Opening {
  const { visible, writable } = wanted;
  if (visibility !== 'private') return { visible, writable };
  return chosen === 'visible' ? { visible, writable: writable && visible } : { visible: visible || writable, writable };
}
