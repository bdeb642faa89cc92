import { onSessionEnd } from '../../../../platform/session/session.ts';
import type { LocalFile } from '../../files/open/local-file.ts';

/** Files chosen together, still being read and stored. */
interface Selection {
  placeId: string;
  /** Message whose edit the files were chosen for; null for the draft. */
  editId: string | null;
  /** Resolves to the files, or to none after a failure, already reported. */
  files: Promise<readonly LocalFile[]>;
}

const underWay = new Set<Selection>();

/** Registers a selection; `land` adds its files to the draft, unless a sent message has taken them. */
export function noteArriving(selection: Selection, land: (files: readonly LocalFile[]) => void): void {
  underWay.add(selection);
  void selection.files.then(files => underWay.delete(selection) && land(files));
}

const isFor =
  (placeId: string, editId: string | null) =>
  (selection: Selection): boolean =>
    selection.placeId === placeId && selection.editId === editId;
const filesOf = ({ files }: Selection) => files;

/** Lists the pending selections of one message, in order. */
export const arrivingOf = (placeId: string, editId: string | null): readonly Selection['files'][] =>
  [...underWay].filter(isFor(placeId, editId)).map(filesOf);

/** Takes the pending selections of a message being sent; later ones stay with the draft. */
export function takeArriving(placeId: string, editId: string | null): readonly Selection['files'][] {
  const taken = [...underWay].filter(isFor(placeId, editId));
  for (const selection of taken) underWay.delete(selection);
  return taken.map(filesOf);
}

onSessionEnd(() => underWay.clear());
