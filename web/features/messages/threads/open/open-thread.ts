import { useCallback, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { addressIn, messageParam, threadParam } from '../../../../platform/address/paths.ts';

/** State of a history entry pushed by opening a thread: closing the thread goes back. */
interface Entry {
  opened?: true;
}

/** Returns the thread that the address opens beside its place, and the reply to show in it; else the message to show. */
export function useAddressed(): { thread: string | null; reply: string | null; message: string | null } {
  const [search] = useSearchParams();
  const [thread, message] = [search.get(threadParam), search.get(messageParam)];
  return { thread, reply: thread && message, message: thread ? null : message };
}

/**
 * Returns the functions that open and close a thread beside the place of the address. « Back » closes it too: a thread
 * is a history entry, which the next thread replaces.
 */
export function useThreadAddress(): { open: (rootId: string, replyId?: string) => void; close: () => void } {
  const navigate = useNavigate();
  const location = useLocation();
  const latest = useRef(location);
  useLayoutEffect(() => {
    latest.current = location;
  }, [location]);
  const open = useCallback(
    (rootId: string, replyId?: string) => {
      const { pathname, search, state } = latest.current;
      const replace = new URLSearchParams(search).has(threadParam);
      const entry: Entry | null = replace ? (state as Entry | null) : { opened: true };
      void navigate(addressIn(pathname, replyId, rootId), { replace, state: entry });
    },
    [navigate],
  );
  const close = useCallback(() => {
    const { pathname, search, state } = latest.current;
    if (!new URLSearchParams(search).has(threadParam)) return;
    void ((state as Entry | null)?.opened ? navigate(-1) : navigate(pathname, { replace: true }));
  }, [navigate]);
  return { open, close };
}
