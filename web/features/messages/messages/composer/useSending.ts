import { api } from '@palabre/common/contract/index.ts';
import { useCallback, useState } from 'react';
import { type Place, placeKey } from '../../../../platform/address/place.ts';
import { ApiError, call, failureMessage } from '../../../../platform/server/api.ts';
import type { LocalFile } from '../../files/open/local-file.ts';
import { post, rewrite } from '../../outbox/open/outbox.ts';
import {
  answer,
  changeFiles,
  type Edit,
  endDraft,
  endEdit,
  filesOf,
  loseEdit,
  replyOf,
  writingOf,
} from '../../outbox/open/writing.ts';
import { stateOf } from '../../timeline/open/places.ts';
import { applyChange } from '../../timeline/open/timelines.ts';
import { stopTyping } from '../typing/typing.ts';
import { answerNow } from './answer-now.ts';
import { inTurn, takeArriving } from './arriving.ts';
import { storedText } from './mentions-typed.ts';

/** What the field's text becomes: a new message, or the new text of one; what could not be saved stays in the field. */
export function useSending(place: Place, edit: Edit | null, onSent: () => void) {
  const placeId = placeKey(place);
  const [isSaving, setSaving] = useState(false);
  /** Why a message could not be changed, and which. */
  const [failure, setFailure] = useState<{ id: string; reason: string } | null>(null);

  const save = async ({ id }: Edit, content: string) => {
    setSaving(true);
    setFailure(null);
    try {
      const { message } = await call(api.messages.edit, { params: { id }, body: { content } });
      applyChange(place, { seq: message.seq, message });
      endEdit(placeId, id);
    } catch (cause) {
      if (cause instanceof ApiError && cause.status === 404) loseEdit(placeId, id, 'deleted');
      else setFailure({ id, reason: failureMessage(cause) });
    } finally {
      setSaving(false);
    }
  };

  const sendAgain = async (id: string, content: string, late: readonly LocalFile[]) => {
    const edit = writingOf(placeId).edits[id];
    const files = late.length > 0 ? [...(edit?.files ?? []), ...late] : edit?.files;
    if (edit && (await rewrite(id, content, files))) return endEdit(placeId, id);
    loseEdit(placeId, id, 'left');
    if (late.length > 0) changeFiles(placeId, before => [...before, ...late], null);
  };

  /**
   * Sends something beside what is being written, behind what was sent before: as the answer, if there is one to be given.
   * `arriving`: files of it that are not ready.
   */
  const sendNow = useCallback(
    (content: string, files: readonly LocalFile[] = [], arriving: ReturnType<typeof takeArriving> = []) => {
      const kept = replyOf(writingOf(placeId));
      if (kept) answer(placeId, null);
      const reply = kept && answerNow(kept, stateOf(place)?.timeline);
      return inTurn(placeId, arriving, late => {
        stopTyping();
        post(place, content, [...files, ...late], reply?.sender ? reply : null);
        onSent();
      });
    },
    [place, placeId, onSent],
  );

  const send = async (text: string) => {
    const content = storedText(text, writingOf(placeId).named);
    if (!edit) {
      const files = filesOf(writingOf(placeId));
      sendNow(content, files, takeArriving(placeId, null));
      endDraft(placeId);
    } else if (edit.kind === 'unsent') {
      inTurn(placeId, takeArriving(placeId, edit.id), late => sendAgain(edit.id, content, late));
    } else if (text === edit.original) endEdit(placeId, edit.id);
    else await save(edit, content);
  };

  return {
    send,
    sendNow,
    isSaving,
    failure: failure && failure.id === edit?.id ? failure.reason : null,
    forgetFailure: () => setFailure(null),
  };
}
