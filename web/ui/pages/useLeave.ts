import { useCallback } from 'react';
import { useNavigate } from 'react-router';
import { forced } from '../fields/useUnsaved.ts';

/**
 * Leads out of what has ended. Its answer does, and so does its event, in whichever order they come: the second finds one
 * there already.
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
