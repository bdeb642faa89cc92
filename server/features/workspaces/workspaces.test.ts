import { beforeAll, expect, test } from 'vitest';
import { startPalabre, type Palabre } from '../../test/harness.ts';
import { createWorld, type World } from '../../test/world.ts';

let palabre: Palabre;
let world: World;
beforeAll(async () => {
  palabre = await startPalabre();
  world = await createWorld(palabre);
});
test('smoke', () => {
  expect(world.atelier.title).toBe('Atelier Tilleul');
});
