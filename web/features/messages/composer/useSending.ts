import { api } from '@palabre/common/contract/index.ts';
import { useCallback, useState } from 'react';
import { ApiError, call, failureMessage } from '../../../platform/api.ts';
import type { LocalFile } from '../../attachments/local-file.ts';
import { post, rewrite } from '../outbox/outbox.ts';
import { type Place, placeKey } from '../place.ts';
import { applyChange } from '../timeline/timelines.ts';
import { stopTyping } from '../typing/typing.ts';
import { filesArriving } from './arriving.ts';
import { storedText } from './mentions-typed.ts';
import { changeFiles, type Edit, endDraft, endEdit, filesOf, loseEdit, writingOf } from './writing.ts';

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

  /** Sends something beside what is being written. */
  const sendNow = useCallback(
    (content: string, files?: readonly LocalFile[]) => {
      stopTyping();
      post(place, content, files);
      onSent();
    },
    [place, onSent],
  );

  const send = async (text: string) => {
    const content = storedText(text, writingOf(placeId).named);
    if (!edit) {
      const files = filesOf(writingOf(placeId));
      const arriving = filesArriving(placeId);
      endDraft(placeId);
      // Files chosen before Enter go with it, and what is sent meanwhile follows; those chosen since wait for the next.
      const ids = new Set(arriving && (await arriving));
      const late = filesOf(writingOf(placeId)).filter(({ id }) => ids.has(id));
      if (late.length > 0) changeFiles(placeId, before => before.filter(({ id }) => !ids.has(id)));
      sendNow(content, [...files, ...late]);
    } else if (edit.kind === 'unsent') {
      if (await rewrite(edit.id, content, edit.files)) endEdit(placeId, edit.id);
      else loseEdit(placeId, edit.id, 'left');
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
