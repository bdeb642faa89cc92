import type { Notification } from '@palabre/common/contract/reading/notifications.ts';
import { useMemo } from 'react';
import { signatures } from '../../messages/text/open/sender.ts';
import { useMentionNames } from '../../messages/text/open/useMentionNames.ts';

/**
 * Prefetches the people that these notifications mention in one request; each line reads from its cache.
 * @returns the authors' names, told apart from each other
 */
export function useNamesTogether(shown: readonly Pick<Notification, 'about' | 'actor'>[]) {
  useMentionNames(
    shown.flatMap(({ about }) => (about ? [{ content: about.excerpt }] : [])),
    {},
  );
  return useMemo(() => signatures(shown.flatMap(({ actor }) => actor ?? [])), [shown]);
}
