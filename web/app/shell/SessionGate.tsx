import { useEffect } from 'react';
import { Navigate, Outlet, useNavigate } from 'react-router';
import { takeWanted } from '../../features/users/session-flow.ts';
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
  const navigate = useNavigate();
  useEffect(() => {
    if (loggedIn) void navigate(takeWanted(), { replace: true });
  }, [loggedIn, navigate]);
  return <Outlet />;
}
