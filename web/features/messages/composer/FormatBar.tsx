import { Bold, EyeOff, Italic, Strikethrough, Underline } from 'lucide-react';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../../ui/IconButton.tsx';
import { useRoving } from '../../../ui/roving.ts';
import s from './Composer.module.css';
import type { Mark } from './format.ts';

const buttons = [
  { mark: 'bold', icon: <Bold />, shortcut: 'Ctrl B' },
  { mark: 'italic', icon: <Italic />, shortcut: 'Ctrl I' },
  { mark: 'underline', icon: <Underline />, shortcut: 'Ctrl U' },
  { mark: 'strike', icon: <Strikethrough />, shortcut: undefined },
  { mark: 'spoiler', icon: <EyeOff />, shortcut: undefined },
] as const satisfies readonly { mark: Mark; icon: unknown; shortcut: string | undefined }[];

const marks = buttons.map(({ mark }) => mark);

/** The keys that do the same as a button, with Ctrl or ⌘. */
export const formatKeys: Record<string, Mark> = { b: 'bold', i: 'italic', u: 'underline' };

/** Buttons that wrap the selection: one tab stop, arrows move. The text keeps the focus. */
export const FormatBar = memo(function FormatBar({ onFormat }: { onFormat: (mark: Mark) => void }) {
  const { t } = useTranslation('messages', { keyPrefix: 'composer' });
  const roving = useRoving(marks, undefined, true);
  return (
    <div className={s.format} role="toolbar" aria-label={t('format')} {...roving.list}>
      {buttons.map(({ mark, icon, shortcut }) => (
        <IconButton
          key={mark}
          label={t(mark)}
          shortcut={shortcut}
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
