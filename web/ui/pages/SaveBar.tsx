import { type FocusEvent, useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from '../../platform/words/i18n.ts';
import { Button } from '../fields/Button.tsx';
import { useFormBusy, useFormId } from '../fields/Form.tsx';
import { useUnsaved } from '../fields/useUnsaved.ts';
import { useFoot } from './Page.tsx';
import s from './SaveBar.module.css';

interface SaveBarProps {
  /** Whether the surrounding form has unsaved changes. */
  unsaved: boolean;
  /** Gives every field its saved value. */
  onUndo: () => void;
  /** Text of the button while it saves, instead of a spinner. */
  waiting?: string;
}

/**
 * Bar of a form with unsaved changes, at the foot of its page: undoes or saves them. Leaving the page with unsaved
 * changes asks first.
 */
export function SaveBar({ unsaved, onUndo, waiting }: SaveBarProps) {
  const { t } = useTranslation('ui', { keyPrefix: 'unsaved' });
  const foot = useFoot();
  const form = useFormId();
  const busy = useFormBusy();
  const bar = useRef<HTMLDivElement>(null);
  const origin = useRef<HTMLElement | null>(null);
  useUnsaved(unsaved);

  // Focus inside the bar returns to the field it came from, before the bar's removal loses it.
  useLayoutEffect(() => {
    if (unsaved) return;
    origin.current?.focus({ preventScroll: true });
    origin.current = null;
  }, [unsaved]);

  const inside = (to: EventTarget | null) => to instanceof Node && bar.current?.contains(to) === true;
  const follow = {
    onFocus: ({ relatedTarget: from }: FocusEvent) => {
      if (from instanceof HTMLElement && !inside(from)) origin.current = from;
    },
    onBlur: ({ relatedTarget: to }: FocusEvent) => {
      if (to && !inside(to)) origin.current = null;
    },
  };

  if (!unsaved) return null;
  const content = (
    <div className={s.bar} ref={bar}>
      <p className={s.said} role="status">
        {t('said')}
      </p>
      <Button variant="ghost" disabled={busy} onClick={onUndo} {...follow}>
        {t('undo')}
      </Button>
      <Button type="submit" form={form} waiting={waiting} {...follow}>
        {t('save')}
      </Button>
    </div>
  );
  return foot ? createPortal(content, foot) : content;
}
