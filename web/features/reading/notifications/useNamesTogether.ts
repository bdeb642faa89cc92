import type { Notification } from '@palabre/common/contract/reading/notifications.ts';
import { useMemo } from 'react';
import { signatures } from '../../messages/text/open/sender.ts';
import { useMentionNames } from '../../messages/text/open/useMentionNames.ts';

/**
 * Asks for the people that these notifications name all at once: each of them finds its own there.
 * @returns how those who caused them sign, listed together
 */
export function useNamesTogether(shown: readonly Pick<Notification, 'about' | 'actor'>[]) {
  useMentionNames(
    shown.flatMap(({ about }) => (about ? [{ content: about.excerpt }] : [])),
    {},
  );
  return useMemo(() => signatures(shown.flatMap(({ actor }) => actor ?? [])), [shown]);
}
