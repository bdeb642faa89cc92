import type { Scene } from './scene.ts';

/** Scenario that the caches must survive: prepares, then returns the act, before which the caches are filled. */
export interface Scenario {
  (scene: Scene): Promise<() => Promise<unknown>>;
  /** Whether the scenario prepares nothing, so that verified caches may stay. */
  readonly atOnce?: boolean;
  /** Whether later scenarios may use the same scene. */
  readonly keeps?: boolean;
}

/** Builds a scenario without preparations. */
export const now = (act: (scene: Scene) => Promise<unknown>): Scenario =>
  Object.assign(async (scene: Scene) => () => act(scene), { atOnce: true });

/**
 * Marks a scenario that keeps the scene usable: nobody comes or goes, nothing that the scene names is deleted, and all
 * keep their rights. Other scenarios end their scene.
 */
export const keeps = (scenario: Scenario): Scenario =>
  Object.assign((scene: Scene) => scenario(scene), { atOnce: scenario.atOnce ?? false, keeps: true });
