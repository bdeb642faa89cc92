import { useEffect, useState } from 'react';
import { Navigate, Outlet, useNavigate } from 'react-router';
import { ProofHost } from '../../features/people/accounts/proofs/ProofHost.tsx';
import { takeWanted } from '../../features/people/users/open/session-flow.ts';
import { beginInside } from '../../features/workspaces/workspaces/inside-on-device.ts';
import { paths } from '../../platform/address/paths.ts';
import { useSession } from '../../platform/session/session.ts';
import { TwoStepGate } from './TwoStepGate.tsx';

/**
 * Wraps the pages that need a session: redirects to /login when the session ends, in any tab. When the session switches to
 * another person, in any tab, everything is unmounted, so that nothing of the previous person stays.
 */
export function SessionGate() {
  const loggedIn = useSession(state => state.token !== null);
  const userId = useSession(state => state.user?._id);
  const [shown, setShown] = useState(userId);
  const navigate = useNavigate();
  const another = loggedIn && userId !== shown;
  useEffect(() => {
    if (!another) return;
    if (userId) beginInside(userId);
    // The new person may not have access to the previous person's page.
    void Promise.resolve(navigate(paths.workspaces, { replace: true })).then(() => setShown(userId));
  }, [another, userId, navigate]);
  if (!loggedIn) return <Navigate to={paths.login} replace />;
  if (another) return null;
  return (
    <TwoStepGate>
      <Outlet key={shown} />
      <ProofHost />
    </TwoStepGate>
  );
}

/** Wraps the pages for people without a session: leaves as soon as a session is opened, in any tab. */
export function GuestGate() {
  const loggedIn = useSession(state => state.token !== null);
  const userId = useSession(state => state.user?._id);
  const navigate = useNavigate();
  useEffect(() => {
    if (!loggedIn) return;
    if (userId) beginInside(userId);
    void navigate(takeWanted(), { replace: true });
  }, [loggedIn, userId, navigate]);
  return <Outlet />;
}
