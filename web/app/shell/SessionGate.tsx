import { useEffect } from 'react';
import { Navigate, Outlet, useLocation, useNavigate } from 'react-router';
import { rememberWanted, takeWanted } from '../../features/users/session-flow.ts';
import { onSessionEnd, useSession } from '../../platform/session.ts';
import { paths } from '../paths.ts';

/** Around what needs a session: leaves for /login as soon as there is none, wherever it ended. */
export function SessionGate() {
  const loggedIn = useSession(state => state.token !== null);
  const { pathname, search } = useLocation();
  useEffect(
    () => onSessionEnd(reason => reason === 'expired' && rememberWanted(pathname + search)),
    [pathname, search],
  );
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
