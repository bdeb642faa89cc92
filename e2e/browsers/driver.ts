/** What a keyboard, a mouse or a wheel does in one step, as both protocols of WebDriver say it. */
export interface Source {
  type: 'key' | 'pointer' | 'wheel';
  id: string;
  parameters?: { pointerType: 'mouse' };
  actions: readonly Record<string, string | number>[];
}

/** One window of a browser, whose storage no other window of it shares. */
export interface Tab {
  /** Goes to an address, and waits until its page is loaded. */
  goto(url: string): Promise<void>;
  /** Evaluates an expression, promises waited for; answers what JSON can say of it. Rejects with the page's error. */
  evaluate(expression: string): Promise<unknown>;
  act(sources: readonly Source[]): Promise<void>;
}

/** A browser that runs: the one thing that is different for each engine. */
export interface Driver {
  open(): Promise<Tab>;
  close(): Promise<void>;
}

/** The page's answer or its error, as text: neither protocol then has to describe a value. */
export const asText = (expression: string): string =>
  `(async () => (${expression}))().then(value => JSON.stringify({ value }), error => JSON.stringify({ error: String(error) }))`;

/** What such a text says. */
export function answerOf(text: unknown): unknown {
  const { value, error } = JSON.parse(String(text)) as { value?: unknown; error?: string };
  if (error !== undefined) throw new Error(error);
  return value;
}
