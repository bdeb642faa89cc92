import { useTitleCount } from '../../platform/address/title.ts';
import { useWaiting } from './useWaiting.ts';

/** Shows the unread count in the document's title, on every page. */
export function TitleCount() {
  useTitleCount(useWaiting());
  return null;
}
