import type { Visibility } from '../contract/workspaces/channels.ts';

/** Access that a role gives to a channel: seeing it, writing in it. */
export interface Opening {
  visible: boolean;
  writable: boolean;
}

/**
 * Corrects a role's access to a channel after a checkbox has changed. Writing in a private channel needs seeing it, so
 * choosing to write adds seeing, and removing seeing removes writing.
 */
export function opened(visibility: Visibility, wanted: Opening, chosen: keyof Opening): Opening {
  const { visible, writable } = wanted;
  if (visibility !== 'private') return { visible, writable };
  return chosen === 'visible' ? { visible, writable: writable && visible } : { visible: visible || writable, writable };
}
