import type { Feature } from '../../../platform/feature.ts';
import { serveGifs } from './gifs.ts';

export const gifsFeature: Feature = {
  serves: serveGifs,
};
