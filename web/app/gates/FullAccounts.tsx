import { Navigate, Outlet } from 'react-router';
import { useIsGuest } from '../../features/people/users/open/users.queries.ts';
import { paths } from '../../platform/address/paths.ts';

/** Wraps the pages that are closed to guests: discovery and societies. Guests are led home. */
export function FullAccounts() {
  return useIsGuest() ? <Navigate to={paths.home} replace /> : <Outlet />;
}
