import { setImmediate as nextTurn } from 'node:timers/promises';

class Asked<V> {
  resolve!: (value: V | undefined) => void;
  reject!: (error: unknown) => void;
  readonly answer = new Promise<V | undefined>((resolve, reject) => {
    this.resolve = resolve;
    this.reject = reject;
  });
}

/**
 * Makes a function whose calls are answered in batches: callers of one event-loop turn share a batch, and callers who
 * arrive while a batch runs share the next. A batch never begins before the calls it answers.
 * @param answer reads or changes the records of the keys, and returns values by key; a key that it omits has no value
 * @param atMost keys in one batch
 */
export function inBatches<K, V>(
  answer: (keys: K[]) => Promise<Map<K, V>>,
  atMost = 512,
): (key: K) => Promise<V | undefined> {
  const waiting = new Map<K, Asked<V>>();
  let running = false;

  const answerSome = async (): Promise<void> => {
    const some = [...waiting].slice(0, atMost);
    for (const [key] of some) waiting.delete(key);
    try {
      const found = await answer(some.map(([key]) => key));
      for (const [key, { resolve }] of some) resolve(found.get(key));
    } catch (error) {
      for (const [, { reject }] of some) reject(error);
    }
  };
  const run = async (): Promise<void> => {
    running = true;
    await nextTurn();
    while (waiting.size > 0) await answerSome();
    running = false;
  };

  return key => {
    const asked = waiting.get(key) ?? new Asked<V>();
    waiting.set(key, asked);
    if (!running) void run();
    return asked.answer;
  };
}
