import { useWaiting } from '../../features/unread/useWaiting.ts';
import { useTitleCount } from './title.ts';

/** In the document's title, on every page: how many messages and notifications wait for one. */
export function TitleCount() {
  useTitleCount(useWaiting());
  return null;
}
