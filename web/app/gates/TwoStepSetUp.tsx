import { RequiredTwoStep } from '../../features/people/otp/RequiredTwoStep.tsx';
import { logout } from '../me/logout.ts';

/** Shows how to set up a required two-step, in place of every other page; the only other way is a logout. */
export const TwoStepSetUp = () => <RequiredTwoStep onLogout={logout} />;
