import { RequiredTwoStep } from '../../features/people/otp/RequiredTwoStep.tsx';
import { logout } from '../me/logout.ts';

/** Shows how to set up the two-step that is required, in place of every other page; the only other way is out. */
export const TwoStepSetUp = () => <RequiredTwoStep onLogout={logout} />;
