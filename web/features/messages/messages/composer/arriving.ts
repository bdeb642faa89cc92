import { onSessionEnd } from '../../../../platform/session/session.ts';
import type { LocalFile } from '../../files/open/local-file.ts';

/** Files that were chosen together and are still being looked at and kept. */
interface Selection {
  placeId: string;
  /** The message whose change they were chosen for; null: a new one. */
  editId: string | null;
  /** They, once they are ready; none where that failed, which has been told. */
  files: Promise<readonly LocalFile[]>;
}

const underWay = new Set<Selection>();

/** Notes that files are on their way; `land` puts them with what is being written, unless a message has taken them. */
export function noteArriving(selection: Selection, land: (files: readonly LocalFile[]) => void): void {
  underWay.add(selection);
  void selection.files.then(files => underWay.delete(selection) && land(files));
}

const isFor =
  (placeId: string, editId: string | null) =>
  (selection: Selection): boolean =>
    selection.placeId === placeId && selection.editId === editId;
const filesOf = ({ files }: Selection) => files;

/** The selections under way for one message, in the order they were made. */
export const arrivingOf = (placeId: string, editId: string | null): readonly Selection['files'][] =>
  [...underWay].filter(isFor(placeId, editId)).map(filesOf);

/** Takes them: they are the message's own from now on. Those that are made later are not among them. */
export function takeArriving(placeId: string, editId: string | null): readonly Selection['files'][] {
  const taken = [...underWay].filter(isFor(placeId, editId));
  for (const selection of taken) underWay.delete(selection);
  return taken.map(filesOf);
}

/** By place, the last message that waits for its files, or for one that does. */
const waiting = new Map<string, Promise<void>>();
let session = 0;

/**
 * Sends a message with the files it took, once they are ready and those sent in the place before it are gone: at once when
 * there is nothing to wait for. What waits as the session ends is not sent: the next one may be somebody else's.
 */
export function inTurn(
  placeId: string,
  taken: readonly Selection['files'][],
  send: (files: readonly LocalFile[]) => unknown,
): void {
  const before = waiting.get(placeId);
  if (!before && taken.length === 0) {
    send([]);
    return;
  }
  const of = session;
  const turn = Promise.all([before?.catch(() => undefined), ...taken]).then(async ([, ...files]) => {
    try {
      if (of === session) await send(files.flat());
    } finally {
      if (waiting.get(placeId) === turn) waiting.delete(placeId);
    }
  });
  waiting.set(placeId, turn);
}

onSessionEnd(() => {
  session += 1;
  underWay.clear();
  waiting.clear();
});
