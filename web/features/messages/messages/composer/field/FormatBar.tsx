import EyeOff from 'lucide-react/icons/eye-off';
import Italic from 'lucide-react/icons/italic';
import Bold from 'lucide-react/icons/letter-b';
import Strikethrough from 'lucide-react/icons/strikethrough';
import Underline from 'lucide-react/icons/underline';
import { type KeyboardEvent, memo } from 'react';
import { isPressed, type Press, shortcuts, spelled } from '../../../../../platform/shortcuts.ts';
import { useTranslation } from '../../../../../platform/words/i18n.ts';
import { IconButton } from '../../../../../ui/fields/IconButton.tsx';
import { useRoving } from '../../../../../ui/lists/roving.ts';
import s from '../Composer.module.css';
import type { Mark } from './format.ts';

const buttons = [
  { mark: 'bold', icon: <Bold />, press: shortcuts.bold },
  { mark: 'italic', icon: <Italic />, press: shortcuts.italic },
  { mark: 'underline', icon: <Underline />, press: shortcuts.underline },
  { mark: 'strike', icon: <Strikethrough />, press: undefined },
  { mark: 'spoiler', icon: <EyeOff />, press: undefined },
] as const satisfies readonly { mark: Mark; icon: unknown; press: Press | undefined }[];

const marks = buttons.map(({ mark }) => mark);

/** Returns the mark of a pressed shortcut. */
export const markPressed = (event: KeyboardEvent): Mark | undefined =>
  buttons.find(({ press }) => press && isPressed(event, press))?.mark;

/** Shows the formatting buttons: one tab stop, moved in by arrows; the text keeps the focus. */
export const FormatBar = memo(function FormatBar({ onFormat }: { onFormat: (mark: Mark) => void }) {
  const { t } = useTranslation('messages', { keyPrefix: 'composer' });
  const roving = useRoving(marks, undefined, true);
  return (
    <div className={s.format} role="toolbar" aria-label={t('format')} {...roving.list}>
      {buttons.map(({ mark, icon, press }) => (
        <IconButton
          key={mark}
          label={t(mark)}
          shortcut={press && spelled(press)}
          size="sm"
          onPointerDown={event => event.preventDefault()}
          onClick={() => onFormat(mark)}
          {...roving.item(mark)}
        >
          {icon}
        </IconButton>
      ))}
    </div>
  );
});

/** Tells whether Ctrl+K links the selection; without a selection it opens the search. */
export const isLinkKey = (event: KeyboardEvent<HTMLTextAreaElement>) =>
  isPressed(event, shortcuts.link) && event.currentTarget.selectionStart !== event.currentTarget.selectionEnd;
