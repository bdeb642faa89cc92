import { limits } from '@palabre/common/contract/fields.ts';
import { isBlank } from '@palabre/common/rules/message-content.ts';
import { Lock, Pencil, SendHorizontal } from 'lucide-react';
import { type KeyboardEvent, type Ref, useEffect, useImperativeHandle, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/Button.tsx';
import s from './Composer.module.css';
import { FormatBar, formatKeys } from './FormatBar.tsx';
import { type Mark, toggleMark } from './format.ts';

export interface ComposerHandle {
  focus: () => void;
}

interface ComposerProps {
  ref?: Ref<ComposerHandle>;
  label: string;
  placeholder: string;
  /** A sentence that says why one may not write here; the field is then disabled. */
  refusal?: string | null;
  /** Given: this text is being changed, in place of a new message. */
  editing: { key: string; content: string } | null;
  draft: string;
  onDraft: (text: string) => void;
  onSend: (content: string) => void;
  /** False: the change failed, the text stays. */
  onEdit: (content: string) => Promise<boolean>;
  onCancelEdit: () => void;
  /** ↑ in an empty field. */
  onEditLast: () => void;
}

/** From here on the number of characters left is said. */
const warnWithin = 500;

/** Where one writes (spec 2 §2, « Composer »): Enter sends, Shift+Enter goes to the next line. */
export function Composer(props: ComposerProps) {
  const { ref, label, placeholder, refusal, editing, draft, onDraft, onSend, onEdit, onCancelEdit, onEditLast } = props;
  const { t } = useTranslation('messages', { keyPrefix: 'composer' });
  const field = useRef<HTMLTextAreaElement>(null);
  const [edited, setEdited] = useState('');
  const [saving, setSaving] = useState(false);
  const selection = useRef<{ start: number; end: number } | null>(null);
  const editingKey = editing?.key ?? null;
  const text = editing ? edited : draft;
  const setText = editing ? setEdited : onDraft;
  const left = limits.messageContent - text.length;
  const maySend = !isBlank(text) && left >= 0 && !refusal && !saving;

  useImperativeHandle(ref, () => ({ focus: () => field.current?.focus({ preventScroll: true }) }), []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: what is typed since must not be overwritten by the message's own text.
  useLayoutEffect(() => {
    if (!editing) return;
    setEdited(editing.content);
    selection.current = { start: editing.content.length, end: editing.content.length };
    field.current?.focus();
  }, [editingKey]);

  // Two rows, then as many as the text has, up to the limit of the stylesheet.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the height follows the text.
  useLayoutEffect(() => {
    const { current } = field;
    if (!current) return;
    current.style.height = 'auto';
    current.style.height = `${current.scrollHeight}px`;
    if (selection.current) current.setSelectionRange(selection.current.start, selection.current.end);
    selection.current = null;
  }, [text]);

  useEffect(() => {
    if (!refusal && window.matchMedia?.('(hover: hover)').matches) field.current?.focus({ preventScroll: true });
  }, [refusal]);

  const format = (mark: Mark) => {
    const { current } = field;
    if (!current || refusal) return;
    const next = toggleMark({ text, start: current.selectionStart, end: current.selectionEnd }, mark);
    selection.current = { start: next.start, end: next.end };
    setText(next.text);
    current.focus();
  };

  const send = async () => {
    if (!maySend) return;
    if (!editing) {
      onSend(text);
      onDraft('');
      return;
    }
    setSaving(true);
    await onEdit(text).finally(() => setSaving(false));
  };

  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    // While a character is being composed, Enter belongs to the input method.
    if (event.nativeEvent.isComposing || event.keyCode === 229) return;
    const mark = (event.ctrlKey || event.metaKey) && !event.altKey ? formatKeys[event.key.toLowerCase()] : undefined;
    if (mark) format(mark);
    else if (event.key === 'Enter' && !event.shiftKey && !event.altKey) void send();
    else if (event.key === 'Escape' && editing) onCancelEdit();
    else if (event.key === 'ArrowUp' && text === '' && !editing) onEditLast();
    else return;
    event.preventDefault();
  };

  return (
    <div className={s.composer} data-disabled={Boolean(refusal) || undefined} data-editing={editing ? true : undefined}>
      {editing && (
        <div className={s.editing}>
          <Pencil aria-hidden="true" />
          <span>{t('editing')}</span>
          <Button size="sm" variant="ghost" onClick={onCancelEdit}>
            {t('cancel')}
          </Button>
        </div>
      )}
      {!refusal && <FormatBar onFormat={format} />}
      <textarea
        ref={field}
        className={s.field}
        rows={2}
        value={text}
        aria-label={label}
        placeholder={refusal ? undefined : placeholder}
        disabled={Boolean(refusal)}
        hidden={Boolean(refusal)}
        aria-invalid={left < 0 || undefined}
        onChange={event => setText(event.target.value)}
        onKeyDown={onKeyDown}
      />
      {refusal ? (
        <p className={s.refusal}>
          <Lock aria-hidden="true" />
          {refusal}
        </p>
      ) : (
        <div className={s.foot}>
          <span className={s.hint}>{t('hint')}</span>
          {left < warnWithin && (
            <span className={s.left} data-over={left < 0 || undefined} role="status">
              {left < 0 ? t('over', { count: -left }) : t('left', { count: left })}
            </span>
          )}
          <Button
            size="md"
            disabled={!maySend}
            loading={saving}
            iconEnd={<SendHorizontal />}
            onClick={() => void send()}
          >
            {editing ? t('save') : t('send')}
          </Button>
        </div>
      )}
    </div>
  );
}
