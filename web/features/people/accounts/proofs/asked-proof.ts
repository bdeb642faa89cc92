import { create } from 'zustand';
import { onSessionEnd } from '../../../../platform/session/session.ts';

/** What a person may have to prove: that they are still who opened the session, or that their address is their own. */
export type Proof = 'identity' | 'address';

export interface AskedProof {
  proof: Proof;
  /** Whether something that was refused waits for it. */
  first: boolean;
  given: Promise<boolean>;
  answer: (given: boolean) => void;
}

/** The proof that is being asked for: one at a time. */
export const useAskedProof = create<{ asked: AskedProof | null }>(() => ({ asked: null }));

/** Ends what is being asked for: proved, or given up. */
export function answerProof(given: boolean): void {
  const { asked } = useAskedProof.getState();
  useAskedProof.setState({ asked: null });
  asked?.answer(given);
}

// Whose proof it was is here no more.
onSessionEnd(() => answerProof(false));

/**
 * Asks a person for a proof by a dialog. What wants the same one meanwhile waits with it; another proof is asked for
 * after it, unless it was given up.
 * @param first whether something that was refused waits for it
 * @returns whether it was given
 */
export function askProof(proof: Proof, first: boolean): Promise<boolean> {
  const { asked } = useAskedProof.getState();
  if (asked?.proof === proof) return asked.given;
  if (asked) return asked.given.then(given => given && askProof(proof, first));
  let answer: AskedProof['answer'] = () => {};
  const given = new Promise<boolean>(resolve => {
    answer = resolve;
  });
  useAskedProof.setState({ asked: { proof, first, given, answer } });
  return given;
}
