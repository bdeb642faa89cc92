import { useEffect } from 'react';
import { Navigate, Outlet, useNavigate } from 'react-router';
import { takeWanted } from '../../features/users/session-flow.ts';
import { beginInside } from '../../features/workspaces/kept-inside.ts';
import { useSession } from '../../platform/session.ts';
import { paths } from '../paths.ts';

/** Around what needs a session: leaves for /login as soon as there is none, wherever it ended. */
export function SessionGate() {
  const loggedIn = useSession(state => state.token !== null);
  return loggedIn ? <Outlet /> : <Navigate to={paths.login} replace />;
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
