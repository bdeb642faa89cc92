/**
 * Pins: messages that a place keeps at hand, fifty at most, set and removed by anyone who reads them.
 * Handlers: pins.ts; SQL: pins.store.ts.
 */

import { api } from '@palabre/common/contract/index.ts';
import type { Feature } from '../../../platform/feature.ts';
import { serving } from '../../../platform/http/route.ts';
import { type PinReader, pinReader } from './pins.store.ts';
import { pins } from './pins.ts';

declare module '../../../platform/services.ts' {
  interface Services {
    pins: PinReader;
  }
}

export const pinsFeature: Feature = {
  provides: ({ services }) => ({ pins: pinReader(services.database.pool) }),
  serves: serving(api.pins, pins),
};
