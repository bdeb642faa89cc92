import { ensureWebKit } from '../../tools/browsers.ts';
import { smoke } from './smoke.ts';
import { WebKit } from './webkit.ts';

smoke(async () => WebKit.start(await ensureWebKit()));
