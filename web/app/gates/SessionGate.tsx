import { useEffect, useState } from 'react';
import { Navigate, Outlet, useNavigate } from 'react-router';
import { ProofHost } from '../../features/people/accounts/proofs/ProofHost.tsx';
import { takeWanted } from '../../features/people/users/open/session-flow.ts';
import { beginInside } from '../../features/workspaces/workspaces/kept-inside.ts';
import { paths } from '../../platform/address/paths.ts';
import { useSession } from '../../platform/session/session.ts';

/**
 * Around what needs a session: leaves for /login as soon as there is none, wherever it ended. When another person goes on,
 * here or in another tab, nothing of what the one before saw stays.
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
    // Where the one before was may be no place of theirs.
    void Promise.resolve(navigate(paths.workspaces, { replace: true })).then(() => setShown(userId));
  }, [another, userId, navigate]);
  if (!loggedIn) return <Navigate to={paths.login} replace />;
  if (another) return null;
  return (
    <>
      <Outlet key={shown} />
      <ProofHost />
    </>
  );
}

/** Around the pages of who has no session: leaves them as soon as there is one, opened here or in another tab. */
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
