/** Returns the update of a form's state once it is saved: to `then`, unless it was edited since it was sent. */
export const onceSaved =
  <T>(sent: T, then: T) =>
  (now: T): T =>
    now === sent ? then : now;

/** Returns the edits that were not sent: they were made, or changed, while the sent ones were being saved. */
export const unsent = <E extends object>(now: E, sent: E): E =>
  Object.fromEntries(Object.entries(now).filter(([name, value]) => sent[name as keyof E] !== value)) as E;
