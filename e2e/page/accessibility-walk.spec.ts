import { administrationScreens, administrationStage } from '../support/administrator.ts';
import { noBarrier } from '../support/no-barrier.ts';
import { type Screen, screens } from '../support/screens.ts';
import { settingsScreens, settingsStage } from '../support/screens-settings.ts';
import { stage } from '../support/stage.ts';
import { test } from '../support/test.ts';

// Grouped together, the screens of guests need no stage of their own.
const whole = screens.filter(({ scrolled }) => !scrolled);
const inOrder = [...whole.filter(({ guest }) => guest), ...whole.filter(({ guest }) => !guest)];
const third = Math.ceil(inOrder.length / 3);
const kinds: [string, Screen[]][] = [
  ['in the first third', inOrder.slice(0, third)],
  ['in the second third', inOrder.slice(third, 2 * third)],
  ['in the last third', inOrder.slice(2 * third)],
];

// Each part has its own workspace and browser; in one, they would be the longest journey.
test.describe.configure({ mode: 'parallel' });

for (const [whose, some] of kinds) noBarrier(whose, some, stage);
noBarrier('of an administrator', administrationScreens, administrationStage);
noBarrier('of the settings of the place', settingsScreens, settingsStage);
