import { api } from '@palabre/common/contract/index.ts';
import { useCallback, useState } from 'react';
import { pressed } from '../../../../platform/address/lazy-part.ts';
import { type Place, placeKey, placeOf } from '../../../../platform/address/place.ts';
import { ApiError, call, failureMessage } from '../../../../platform/server/api.ts';
import { markTold } from '../../../people/availability/open/told.ts';
import type { LocalFile } from '../../files/open/local-file.ts';
import { post, rewrite } from '../../outbox/open/outbox.ts';
import {
  answer,
  type Edit,
  endDraft,
  endEdit,
  filesOf,
  loseEdit,
  replyOf,
  writingOf,
} from '../../outbox/open/writing.ts';
import { beginSchedule } from '../../scheduled/open/begin.ts';
import { storedText } from '../../text/open/mentions-typed.ts';
import { placeStateOf } from '../../timeline/open/timelines.store.ts';
import { applyChange } from '../../timeline/open/timelines.ts';
import { stopTyping } from '../typing/typing.ts';
import { answerNow } from './answer-now.ts';
import { arrivingOf, takeArriving } from './arriving.ts';

/** Sends the field's text as a new message or an edit; an edit that fails stays in the field. */
export function useSending(place: Place, edit: Edit | null, onSent: () => void) {
  const placeId = placeKey(place);
  const [isSaving, setSaving] = useState(false);
  /** Whether the next reply is also shown in its thread's place; chosen anew for each reply. */
  const [alsoInPlace, setAlsoInPlace] = useState(false);
  /** Failed edit: its message and the reason. */
  const [failure, setFailure] = useState<{ id: string; reason: string } | null>(null);

  const save = async ({ id }: Edit, content: string) => {
    setSaving(true);
    setFailure(null);
    try {
      const { message } = await call(api.messages.edit, { params: { id }, body: { content } });
      applyChange(placeOf(message), { seq: message.seq, message });
      endEdit(placeId, id);
    } catch (cause) {
      if (cause instanceof ApiError && cause.status === 404) loseEdit(placeId, id, 'deleted');
      else setFailure({ id, reason: failureMessage(cause) });
    } finally {
      setSaving(false);
    }
  };

  /** Retries a failed message in its place in the outbox; files still being read join the edit first. */
  const sendAgain = async (id: string, content: string) => {
    await Promise.all(arrivingOf(placeId, id));
    const edit = writingOf(placeId).edits[id];
    if (edit && (await rewrite(id, content, edit.files))) return endEdit(placeId, id);
    loseEdit(placeId, id, 'left');
  };

  /**
   * Sends a content apart from the draft, after earlier messages; answers the message being answered, if any.
   * `arriving` are files still being read.
   */
  const sendNow = useCallback(
    (
      content: string,
      files: readonly LocalFile[] = [],
      arriving: ReturnType<typeof takeArriving> = [],
      nonce?: string,
    ) => {
      const kept = replyOf(writingOf(placeId));
      if (kept) answer(placeId, null);
      const reply = kept && answerNow(kept, placeStateOf(place)?.timeline);
      stopTyping();
      post(place, content, files, arriving, reply?.sender ? reply : null, alsoInPlace, nonce);
      markTold(placeId);
      setAlsoInPlace(false);
      onSent();
    },
    [place, placeId, alsoInPlace, onSent],
  );

  /** Sends the field's text; a new message under a nonce, if one is given. */
  const send = async (text: string, nonce?: string) => {
    const content = storedText(text, writingOf(placeId).named);
    if (!edit) {
      const files = filesOf(writingOf(placeId));
      sendNow(content, files, takeArriving(placeId, null), nonce);
      endDraft(placeId);
    } else if (edit.kind === 'unsent') {
      await sendAgain(edit.id, content);
    } else if (text === edit.original) endEdit(placeId, edit.id);
    else await save(edit, content);
  };

  /** Asks beside an element for a time, and schedules the draft; it stays in the field until the server has it. */
  const schedule = async (anchor: Element) => {
    const read = async () => {
      setSaving(true);
      await Promise.all(arrivingOf(placeId, null));
      const writing = writingOf(placeId);
      const content = storedText(writing.draft, writing.named);
      return { content, files: filesOf(writing), reply: replyOf(writing) };
    };
    const onScheduled = () => {
      stopTyping();
      endDraft(placeId);
      setAlsoInPlace(false);
    };
    await beginSchedule({ place, alsoInPlace, read, onScheduled }, anchor);
    setSaving(false);
  };

  /** Sends the draft as urgent, once its author has given a reason: it reaches people off duty too. */
  const sendUrgent = async (name: string) => {
    const { askUrgent } = await pressed(() => import('../../../people/availability/open/ask-urgent.ts'));
    const nonce = await askUrgent(name);
    if (nonce) await send(writingOf(placeId).draft, nonce);
  };

  return {
    send,
    sendUrgent,
    sendNow,
    schedule,
    ...{ alsoInPlace, setAlsoInPlace },
    isSaving,
    failure: failure && failure.id === edit?.id ? failure.reason : null,
    forgetFailure: () => setFailure(null),
  };
}
