import type { SelfUser } from '@palabre/common/contract/people/users.ts';
import { useSession } from '../../../../platform/session/session.ts';
import { maybeCode } from '../../otp/open/CodeEntry.tsx';
import { useCode } from '../../otp/open/useCode.ts';
import { useTypedCode } from '../../otp/open/useTypedCode.ts';

/**
 * A code that is sent to oneself at once, to be typed.
 * @param user null while none is to be sent
 * @param wrong what is said of a wrong one
 * @param onCode what it is for
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

  /** Whether it was taken; else why not is shown. */
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
