/**
 * GIFs: a provider (Tenor v2 API) asked by this server alone, or Palabre's own drawings without one (decision 0021).
 * gifs.ts serves searches, categories and pictures; provider.ts asks the provider through platform/http/outgoing/;
 * demo.ts and drawings.ts are the drawings.
 */

import type { Feature } from '../../../platform/feature.ts';
import { serveGifs } from './gifs.ts';

export const gifsFeature: Feature = {
  serves: serveGifs,
};
