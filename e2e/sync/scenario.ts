import type { Scene } from './scene.ts';

/** Does what the caches must survive; what it needs first is done before they are filled. */
export interface Scenario {
  (scene: Scene): Promise<() => Promise<unknown>>;
  /** It needs nothing first: caches that are true may stay as they are. */
  readonly atOnce?: boolean;
  /** Whatever comes next may be done in the same scene. */
  readonly keeps?: boolean;
}

/** A scenario that needs nothing first. */
export const now = (act: (scene: Scene) => Promise<unknown>): Scenario =>
  Object.assign(async (scene: Scene) => () => act(scene), { atOnce: true });

/**
 * A scenario that leaves what the next ones need: nobody comes or goes, nothing that the scene names is gone, and all
 * may read what they could. Another scene is staged after any other.
 */
export const keeps = (scenario: Scenario): Scenario =>
  Object.assign((scene: Scene) => scenario(scene), { atOnce: scenario.atOnce ?? false, keeps: true });
