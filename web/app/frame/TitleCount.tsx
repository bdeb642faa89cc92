import { useTitleCount } from '../../platform/address/title.ts';
import { useWaiting } from './useWaiting.ts';

/** In the document's title, on every page: how many messages and notifications wait for one. */
export function TitleCount() {
  useTitleCount(useWaiting());
  return null;
}
