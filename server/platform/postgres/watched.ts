import pg from 'pg';

/** Kinds of statements, by their first word: `with` reads or writes, `commit` waits for the disk. */
export const statementKinds = ['select', 'with', 'insert', 'update', 'delete', 'commit', 'other'] as const;
export type StatementKind = (typeof statementKinds)[number];

/** Conflicts between transactions that PostgreSQL resolves by aborting one of them. */
export const conflicts = ['deadlock', 'serialization'] as const;
export type Conflict = (typeof conflicts)[number];

const conflictOf: Record<string, Conflict> = { '40P01': 'deadlock', '40001': 'serialization' };

/** Observer of a pool's connections, for the measures of a server. */
export interface Watcher {
  statement(kind: StatementKind, seconds: number): void;
  conflict(kind: Conflict): void;
  /** Receives the wait for a connection, of a failed request too. */
  waited(seconds: number): void;
}

type Done = (error: unknown, ...rest: unknown[]) => void;

const firstWord = /^\s*(?:\/\*.*?\*\/\s*)?([a-z]+)/i;
const kinds = new Set<string>(statementKinds);

/** Returns the kind of a statement. */
export function kindOf(text: string): StatementKind {
  const word = firstWord.exec(text)?.[1]?.toLowerCase() ?? '';
  return kinds.has(word) ? (word as StatementKind) : 'other';
}

const since = (beganMs: number): number => (performance.now() - beganMs) / 1_000;

/** Runs a statement by `run`, with arguments of pg, and reports it to the watcher when it ends; returns its result. */
export function watchStatement(
  { statement, conflict }: Watcher,
  text: string,
  rest: unknown[],
  run: (rest: unknown[]) => unknown,
): unknown {
  const beganMs = performance.now();
  const ended = (error?: unknown) => {
    statement(kindOf(text), since(beganMs));
    const met = error ? conflictOf[String((error as { code?: unknown }).code)] : undefined;
    if (met) conflict(met);
  };
  const done = rest.at(-1);
  if (typeof done === 'function') {
    const heard: Done = (error, ...results) => {
      ended(error);
      (done as Done)(error, ...results);
    };
    return run([...rest.slice(0, -1), heard]);
  }
  const result = run(rest);
  // The caller handles a failure through the original promise.
  if (result instanceof Promise) void result.then(() => ended(), ended);
  return result;
}

/** Pool that reports how long requests waited for a connection. */
export class WatchedPool extends pg.Pool {
  watcher: Watcher | undefined;

  /** Overrides both forms of `connect` of pg. */
  override connect(done?: unknown): never {
    const beganMs = performance.now();
    const ended = () => this.watcher?.waited(since(beganMs));
    const connect = super.connect as (done?: unknown) => unknown;
    if (typeof done === 'function') {
      const heard: Done = (...results) => {
        ended();
        (done as Done)(...results);
      };
      return connect.call(this, heard) as never;
    }
    const result = connect.call(this) as Promise<unknown>;
    void result.then(ended, ended);
    return result as never;
  }
}
