import { useState } from 'react';
import { alerts } from '../alerts/alerts.ts';
import { tellFailure } from '../alerts/failures.ts';
import { onceSaved } from './edits.ts';
import { hasIssues } from './Form.tsx';

/** Runs the call of a form. @throws its failure, for the form: one without issues of fields is told by an alert */
export async function orTell<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (cause) {
    if (!hasIssues(cause)) tellFailure(cause);
    throw cause;
  }
}

/** Holds what is edited in a form whose fields keep showing saved values: null while there is nothing to save. */
export function useEdited<T>() {
  const [edited, setEdited] = useState<T | null>(null);
  /** Saves by a call, and says so: the fields show what is saved again, unless they were edited meanwhile. */
  const save = async (call: () => Promise<unknown>, said: string): Promise<void> => {
    await orTell(call);
    setEdited(onceSaved(edited, null));
    alerts.success(said);
  };
  return { edited, setEdited, save };
}
