import { isBlank } from '@palabre/common/rules/messages/message-content.ts';
import Lock from 'lucide-react/icons/lock';
import Paperclip from 'lucide-react/icons/paperclip';
import {
  type ClipboardEvent,
  type KeyboardEvent,
  memo,
  type Ref,
  Suspense,
  useCallback,
  useImperativeHandle,
  useRef,
} from 'react';
import { type Place, placeKey } from '../../../../platform/address/place.ts';
import { isPressed, shortcuts } from '../../../../platform/shortcuts.ts';
import { useTranslation } from '../../../../platform/words/i18n.ts';
import { Checkbox } from '../../../../ui/fields/Checkbox.tsx';
import { IconButton } from '../../../../ui/fields/IconButton.tsx';
import { later } from '../../../../ui/overlays/later.ts';
import { answer, editOf, endEdit, replyOf, textOf, type, useWriting, writingOf } from '../../outbox/open/writing.ts';
import { charactersLeft } from '../../text/open/mentions-typed.ts';
import { sayTyping } from '../typing/typing.ts';
import s from './Composer.module.css';
import { ComposerTools } from './ComposerTools.tsx';
import { ComposerTop } from './ComposerTop.tsx';
import { CompletionList, useCompletion } from './completion/useCompletion.ts';
import type { CompletionWorld } from './completion/world.ts';
import { FormatBar, isLinkKey, markPressed } from './field/FormatBar.tsx';
import { linkSelection, wrapLink } from './field/format.ts';
import { continueList } from './field/lists.ts';
import { hasFinger } from './field/pointer.ts';
import { useFieldFocus } from './field/useFieldFocus.ts';
import { useFieldHeight } from './field/useFieldHeight.ts';
import { useReplacing } from './field/useReplacing.ts';
import { OffDutyHere } from './OffDutyHere.tsx';
import { ScheduledHere } from './ScheduledHere.tsx';
import { SendButtons } from './SendButtons.tsx';
import { useFiles } from './useFiles.ts';
import { useSending } from './useSending.ts';
import { useWatchEdit } from './useWatchEdit.ts';

const Strip = later(async () => (await import('../../files/open/Strip.tsx')).Strip);

/** Imperative handle of the composer. */
export interface ComposerHandle {
  focus: () => void;
  /** Attaches files to the draft. */
  attach: (files: readonly File[]) => void;
}

interface ComposerProps {
  ref?: Ref<ComposerHandle>;
  place: Place;
  /** People, roles and channels that can be mentioned here. */
  world: CompletionWorld;
  label: string;
  placeholder: string;
  /** Reason why the user may not write here; only their own messages can then be edited. */
  refusal: string | null;
  /** Name of the place that may show a reply of this thread too: « #général ». */
  alsoIn?: string | undefined;
  /** Called as a new message is sent. */
  onSent: () => void;
  /** Called on ↑ in an empty field. */
  onEditLast: () => void;
}

/** Number of remaining characters from which the count shows. */
const warnBelowCharacters = 500;

/**
 * Composes messages: Enter sends, Shift+Enter breaks the line; on touch screens Enter breaks the line, and the button
 * sends. Holds the typed text here and in `writing.ts`, so that a key re-renders nothing around.
 */
export const Composer = memo(function Composer(props: ComposerProps) {
  const { ref, place, world, label, placeholder, refusal, alsoIn, onSent, onEditLast } = props;
  const { t } = useTranslation('messages', { keyPrefix: 'composer' });
  const placeId = placeKey(place);
  const text = useWriting(placeId, textOf);
  const edit = useWriting(placeId, editOf);
  const field = useRef<HTMLTextAreaElement>(null);
  const editingId = edit?.id ?? null;
  const sending = useSending(place, edit, onSent);
  const { alsoInPlace, setAlsoInPlace } = sending;
  const closed = edit ? null : refusal;
  const { files, mayAttach, add, choose, remove } = useFiles(placeId, edit, closed !== null);
  const typedNames = useWriting(placeId, ({ named }) => named);
  const left = charactersLeft(text, typedNames);
  const completion = useCompletion(field, placeId, world.workspaceId);
  const hasSomething = !isBlank(text) || files.length > 0 || edit?.mayBeBlank;
  const maySend = Boolean(hasSomething) && left >= 0 && !closed && !sending.isSaving;

  useWatchEdit(place, edit);
  useFieldHeight(field, text);
  useImperativeHandle(ref, () => ({ focus: () => field.current?.focus({ preventScroll: true }), attach: add }), [add]);
  useFieldFocus(field, editingId, closed !== null);

  const { replace, format, insert } = useReplacing(field, closed !== null);
  const cancel = () => {
    if (edit) endEdit(placeId, edit.id);
    sending.forgetFailure();
  };
  const removeFile = (id: string) => {
    const isHere = field.current?.parentElement?.contains(document.activeElement);
    remove(id);
    // The focus was on the removed file's button.
    if (files.length === 1 && isHere) field.current?.focus({ preventScroll: true });
  };
  const send = () => {
    if (maySend) void sending.send(text);
    completion.close();
  };
  const sendGif = useCallback(
    (content: string) => (editingId === null ? sending.sendNow(content) : insert(content)),
    [editingId, sending.sendNow, insert],
  );

  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    // While the input method composes a character, Enter is its own.
    if (event.nativeEvent.isComposing || event.keyCode === 229) return;
    const mark = markPressed(event);
    if (completion.press(event)) {
      // The completion list handled the key.
    } else if (mark) format(mark);
    else if (isLinkKey(event)) replace(wrapLink);
    else if (isPressed(event, shortcuts.sendByControl) || (isPressed(event, shortcuts.send) && !hasFinger())) send();
    else if (isPressed(event, { ...shortcuts.line, shift: 'either' }) && replace(continueList)) {
      // The next item of the Markdown list was inserted.
    } else if (isPressed(event, shortcuts.leave) && edit) cancel();
    else if (isPressed(event, shortcuts.leave) && replyOf(writingOf(placeId))) answer(placeId, null);
    else if (isPressed(event, shortcuts.editLast) && text === '' && !edit) onEditLast();
    else return;
    event.preventDefault();
  };

  const onPaste = (event: ClipboardEvent<HTMLTextAreaElement>) => {
    const { files } = event.clipboardData;
    const pasted = event.clipboardData.getData('text/plain');
    // Tables and text editors copy a picture along with the text.
    if (files.length > 0 && pasted === '') {
      event.preventDefault();
      return add([...files]);
    }
    if (replace(selected => linkSelection(selected, pasted))) event.preventDefault();
  };

  return (
    <div className={s.room}>
      <div
        className={s.composer}
        data-written
        data-disabled={closed !== null || undefined}
        data-editing={edit ? true : undefined}
      >
        <ComposerTop
          placeId={placeId}
          world={world}
          edit={edit}
          failure={sending.failure}
          onCancel={cancel}
          onUnanswered={() => field.current?.focus({ preventScroll: true })}
        />
        {!edit && <ScheduledHere place={place} />}
        {!edit && !closed && (
          <OffDutyHere placeId={placeId} world={world} maySend={maySend} sending={sending} insert={insert} />
        )}
        {files.length > 0 && !closed && (
          <Suspense fallback={null}>
            <Strip files={files} onRemove={removeFile} />
          </Suspense>
        )}
        <textarea
          ref={field}
          className={s.field}
          rows={2}
          dir="auto"
          data-kept
          value={text}
          aria-label={label}
          placeholder={closed ? undefined : placeholder}
          disabled={closed !== null}
          hidden={closed !== null}
          readOnly={sending.isSaving}
          enterKeyHint={hasFinger() ? 'enter' : 'send'}
          aria-invalid={left < 0 || undefined}
          onChange={event => {
            type(placeId, event.target.value);
            completion.heed(event.nativeEvent);
            if (!edit) sayTyping(place);
          }}
          onSelect={completion.look}
          onBlur={completion.close}
          onKeyDown={onKeyDown}
          onPaste={onPaste}
          {...completion.field}
        />
        {completion.trigger && (
          <Suspense>
            <CompletionList trigger={completion.trigger} world={world} {...completion.list} />
          </Suspense>
        )}
        {closed ? (
          <p className={s.refusal}>
            <Lock aria-hidden="true" />
            {closed}
          </p>
        ) : (
          <>
            {alsoIn && !edit && (
              <Checkbox
                className={s.also}
                label={t('also', { place: alsoIn })}
                checked={alsoInPlace}
                onChange={setAlsoInPlace}
              />
            )}
            <div className={s.bar}>
              {mayAttach && (
                <IconButton
                  label={t('attach')}
                  size="sm"
                  onPointerDown={event => event.preventDefault()}
                  onClick={choose}
                >
                  <Paperclip />
                </IconButton>
              )}
              <FormatBar onFormat={format} />
              <ComposerTools workspaceId={world.workspaceId} onInsert={insert} onGif={sendGif} />
              <span className={s.hint}>{edit?.kind === 'sent' ? t('hintEdit') : t('hint')}</span>
              {left < warnBelowCharacters && (
                <span className={s.left} data-over={left < 0 || undefined} role="status">
                  {left < 0 ? t('over', { count: -left }) : t('left', { count: left })}
                </span>
              )}
            </div>
            <SendButtons
              edit={edit}
              maySend={maySend}
              isSaving={sending.isSaving}
              onSend={send}
              onSchedule={anchor => void sending.schedule(anchor)}
            />
          </>
        )}
      </div>
    </div>
  );
});
