import { pressed } from '../../../../platform/address/lazy-part.ts';
import { tellFailure } from '../../../../ui/alerts/failures.ts';

/** Loads what marks one message, or everything, and runs it; a failure is told. */
export const beginMarking = (run: (marking: typeof import('./marking.ts')) => unknown): void =>
  void pressed(() => import('./marking.ts')).then(run, tellFailure);
