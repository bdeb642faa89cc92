import type { Refusal } from '../platform/pacing/refusals.ts';
import type { Palabre } from './harness.ts';

/** Reads the number of refusals of a kind from `/metrics`. */
export async function refused(palabre: Palabre, kind: Refusal): Promise<number> {
  const { body } = await palabre.nobody.raw<{ text: string }>('GET', '/metrics');
  return Number(new RegExp(`^palabre_refusals_total\\{kind="${kind}"\\} (\\d+)$`, 'm').exec(body.text)?.[1] ?? 0);
}
