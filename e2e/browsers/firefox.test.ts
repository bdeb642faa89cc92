import { ensureFirefox } from '../../tools/browsers.ts';
import { Firefox } from './firefox.ts';
import { smoke } from './smoke.ts';

smoke(async () => Firefox.start(await ensureFirefox()));
