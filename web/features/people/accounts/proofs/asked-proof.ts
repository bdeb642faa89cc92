import { create } from 'zustand';
import { onSessionEnd } from '../../../../platform/session/session.ts';

/**
 * Kind of proof: `identity` proves that the user is still the person who opened the session, `address` that the e-mail
 * address is theirs.
 */
export type Proof = 'identity' | 'address';

/** Pending request for a proof. */
export interface AskedProof {
  proof: Proof;
  /** Whether a refused request waits for the proof. */
  first: boolean;
  given: Promise<boolean>;
  answer: (given: boolean) => void;
}

/** Holds the pending proof: one at a time. */
export const useAskedProof = create<{ asked: AskedProof | null }>(() => ({ asked: null }));

/** Ends the pending proof, given or declined. */
export function answerProof(given: boolean): void {
  const { asked } = useAskedProof.getState();
  useAskedProof.setState({ asked: null });
  asked?.answer(given);
}

// Declines the proof as the session ends: its user is gone.
onSessionEnd(() => answerProof(false));

/**
 * Asks the user for a proof in a dialog. A request for the proof already pending shares its dialog; a request for the
 * other proof waits for this one, and fails if this one is declined.
 * @param first whether a refused request waits for the proof
 * @returns whether the proof was given
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
