import { pressed } from '../../../../platform/address/lazy-part.ts';
import { tellFailure } from '../../../../ui/alerts/failures.ts';

/** Loads the code that marks one message, or everything, and runs it; an alert shows a failure. */
export const beginMarking = (run: (marking: typeof import('./marking.ts')) => unknown): void =>
  void pressed(() => import('./marking.ts')).then(run, tellFailure);
