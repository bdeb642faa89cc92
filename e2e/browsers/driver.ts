/** Input source and its actions, as both WebDriver protocols describe them. */
export interface Source {
  type: 'key' | 'pointer' | 'wheel';
  id: string;
  parameters?: { pointerType: 'mouse' };
  actions: readonly Record<string, string | number>[];
}

/** Window of a browser, with storage of its own. */
export interface Tab {
  /** Opens an address, and waits until its page has loaded. */
  goto(url: string): Promise<void>;
  /** Evaluates an expression and awaits its promise; returns its JSON value, or rejects with the page's error. */
  evaluate(expression: string): Promise<unknown>;
  act(sources: readonly Source[]): Promise<void>;
}

/** Running browser: the only part that differs between engines. */
export interface Driver {
  open(): Promise<Tab>;
  close(): Promise<void>;
}

/** Wraps an expression to return its value or error as text, which both protocols can carry. */
export const asText = (expression: string): string =>
  `(async () => (${expression}))().then(value => JSON.stringify({ value }), error => JSON.stringify({ error: String(error) }))`;

/** Reads the text of `asText`. */
export function answerOf(text: unknown): unknown {
  const { value, error } = JSON.parse(String(text)) as { value?: unknown; error?: string };
  if (error !== undefined) throw new Error(error);
  return value;
}
