import { noBarrier } from '../support/no-barrier.ts';
import { screens } from '../support/screens.ts';
import { stage } from '../support/stage.ts';

/** One screen of each kind; `accessibility-walk.spec.ts` checks all of them. */
const daily = ['login-refused', 'channel', 'settings', 'workspace-creation'];

noBarrier(
  'of those that are seen most',
  screens.filter(({ name }) => daily.includes(name)),
  stage,
  ['@daily'],
);
