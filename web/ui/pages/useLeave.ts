import { useCallback } from 'react';
import { useNavigate } from 'react-router';
import { forced } from '../fields/useUnsaved.ts';

/**
 * Returns a function that navigates away from a place that has ended. Both the response and the event of the end call it, in
 * any order; the second call does nothing.
 */
export function useLeave(): (to: string) => Promise<void> {
  const navigate = useNavigate();
  return useCallback(
    async to => {
      if (window.location.pathname !== to) await navigate(to, { replace: true, state: forced });
    },
    [navigate],
  );
}
