/** Reads `/metrics` of a server: its own values, by name and labels as they are written there. */
export async function measuresOf(url: string): Promise<Record<string, number>> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return Object.fromEntries(
    [...text.matchAll(/^(palabre_\S+) (\S+)$/gm)].map(([, name, value]) => [name, Number(value)]),
  );
}

/** Starts to count: returns how much the measures of a server have grown since, those that did not grow left out. */
export async function countFromNow(url: string): Promise<() => Promise<Record<string, number>>> {
  const before = await measuresOf(url);
  return async () => {
    const grown = Object.entries(await measuresOf(url)).map(([name, value]) => [name, value - (before[name] ?? 0)]);
    return Object.fromEntries(grown.filter(([, by]) => by));
  };
}
