import { useCallback } from 'react';
import { pressed } from '../../../../platform/address/lazy-part.ts';
import { logFailure } from '../../../../platform/device/log.ts';
import { i18n } from '../../../../platform/words/i18n.ts';
import { alerts } from '../../../../ui/alerts/alerts.ts';
import type { LocalFile } from '../../files/open/local-file.ts';
import { changeFiles, type Edit, editOf, filesOf, useWriting, writingOf } from '../../outbox/open/writing.ts';
import { arrivingOf, noteArriving } from './arriving.ts';

/** Stores files chosen for the draft or an edit, after the files chosen before; returns the files that may be sent. */
async function bring(placeId: string, editId: string | null, chosen: readonly File[]): Promise<readonly LocalFile[]> {
  const there = filesOf(writingOf(placeId)).length;
  const before = arrivingOf(placeId, editId);
  try {
    const { admit } = await pressed(() => import('../../files/open/choose.ts'));
    return await admit(chosen, there + (await Promise.all(before)).flat().length);
  } catch (cause) {
    logFailure('Files cannot be attached', cause);
    alerts.error(i18n.t('messages:composer.attachFailed'));
    return [];
  }
}

/** Returns the files of the draft or the edit; a sent message keeps its own. */
export function useFiles(placeId: string, edit: Edit | null, closed: boolean) {
  const files = useWriting(placeId, filesOf);
  const editId = edit?.id ?? null;
  const isSent = edit?.kind === 'sent';
  const mayAttach = !closed && !isSent;

  const add = useCallback(
    (chosen: readonly File[]) => {
      if (chosen.length === 0) return;
      if (mayAttach)
        noteArriving({ placeId, editId, files: bring(placeId, editId, chosen) }, files =>
          changeFiles(placeId, before => [...before, ...files], editId),
        );
      else if (isSent) alerts.info(i18n.t('messages:composer.filesStay'));
    },
    [placeId, editId, mayAttach, isSent],
  );
  const choose = useCallback(() => {
    const input = document.createElement('input');
    input.type = 'file';
    input.multiple = true;
    input.hidden = true;
    input.onchange = () => {
      input.remove();
      add([...(input.files ?? [])]);
    };
    input.oncancel = () => input.remove();
    // Safari may drop an unmounted field before its files are chosen.
    document.body.append(input);
    input.click();
  }, [add]);
  const remove = useCallback(
    (id: string) => {
      changeFiles(placeId, before => before.filter(file => file.id !== id));
      // A failed message keeps its files until it is sent without them.
      if (editOf(writingOf(placeId))) return;
      void import('../../files/open/blobs.ts').then(({ forgetBlobs }) => forgetBlobs([{ id }]));
    },
    [placeId],
  );
  return { files, mayAttach, add, choose, remove };
}
