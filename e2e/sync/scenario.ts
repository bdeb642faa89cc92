import type { Scene } from './scene.ts';

/** Does what the caches must survive; what it needs first is done before they are filled. */
export type Scenario = (scene: Scene) => Promise<() => Promise<unknown>>;

/** A scenario that needs nothing first. */
export const now =
  (act: (scene: Scene) => Promise<unknown>): Scenario =>
  async scene =>
  () =>
    act(scene);
