import { onTestFinished } from 'vitest';
import { useAlerts } from '../ui/alerts/alerts.ts';

/**
 * Returns a function that returns all that alerts have said from now on in this test. An alert goes after three seconds: on
 * a busy machine fewer may be shown.
 */
export function heardAlerts(): () => string[] {
  const heard = new Map<string, string>();
  onTestFinished(
    useAlerts.subscribe(({ alerts }) => {
      for (const { id, message } of alerts) heard.set(id, message);
    }),
  );
  return () => [...heard.values()];
}
