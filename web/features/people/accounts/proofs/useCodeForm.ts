import type { SelfUser } from '@palabre/common/contract/people/users.ts';
import { useSession } from '../../../../platform/session/session.ts';
import { maybeCode } from '../../otp/open/CodeEntry.tsx';
import { useCode } from '../../otp/open/useCode.ts';
import { useTypedCode } from '../../otp/open/useTypedCode.ts';

/**
 * Holds the form of a code that is e-mailed to the user at once.
 * @param user null while no code is to be sent
 * @param wrong the sentence shown for a wrong code
 * @param onCode sends the typed code
 */
export function useCodeForm(
  user: SelfUser | null | undefined,
  wrong: string,
  onCode: (user: SelfUser, code: string) => Promise<unknown>,
) {
  const token = useSession(state => state.token);
  const { value, entry, refuse } = useTypedCode();
  const code = useCode(user ? { id: user._id, email: user.email, token } : null);
  const ready = maybeCode(value);

  /** Sends the code: true if accepted; throws after showing the error. */
  async function submit(): Promise<boolean> {
    if (!user || !ready) return false;
    try {
      await onCode(user, value);
      return true;
    } catch (cause) {
      refuse(cause, wrong);
      throw cause;
    }
  }

  return { entry: { ...entry, code }, ready, submit };
}
