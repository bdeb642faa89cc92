import { useState } from 'react';
import { alerts } from '../alerts/alerts.ts';
import { tellFailure } from '../alerts/failures.ts';
import { onceSaved } from './edits.ts';
import { hasIssues } from './Form.tsx';

/**
 * Runs the call of a form.
 * @throws its failure, for the form; without issues of fields, an alert shows it
 */
export async function orTell<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (cause) {
    if (!hasIssues(cause)) tellFailure(cause);
    throw cause;
  }
}

/** Holds the edits of a form whose fields keep showing saved values; null without unsaved edits. */
export function useEdited<T>() {
  const [edited, setEdited] = useState<T | null>(null);
  /** Saves by a call, and says so: the fields show the saved values again, unless they were edited meanwhile. */
  const save = async (call: () => Promise<unknown>, said: string): Promise<void> => {
    await orTell(call);
    setEdited(onceSaved(edited, null));
    alerts.success(said);
  };
  return { edited, setEdited, save };
}
