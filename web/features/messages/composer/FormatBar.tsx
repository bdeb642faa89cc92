import { Bold, EyeOff, Italic, Strikethrough, Underline } from 'lucide-react';
import { Toolbar } from 'radix-ui';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../../ui/IconButton.tsx';
import s from './Composer.module.css';
import type { Mark } from './format.ts';

const buttons = [
  { mark: 'bold', icon: <Bold />, shortcut: 'Ctrl B' },
  { mark: 'italic', icon: <Italic />, shortcut: 'Ctrl I' },
  { mark: 'underline', icon: <Underline />, shortcut: 'Ctrl U' },
  { mark: 'strike', icon: <Strikethrough />, shortcut: undefined },
  { mark: 'spoiler', icon: <EyeOff />, shortcut: undefined },
] as const satisfies readonly { mark: Mark; icon: unknown; shortcut: string | undefined }[];

/** The keys that do the same as a button, with Ctrl or ⌘. */
export const formatKeys: Record<string, Mark> = { b: 'bold', i: 'italic', u: 'underline' };

/** Buttons that wrap the selection: one tab stop, arrows move. The text keeps the focus. */
export function FormatBar({ onFormat }: { onFormat: (mark: Mark) => void }) {
  const { t } = useTranslation('messages', { keyPrefix: 'composer' });
  return (
    <Toolbar.Root className={s.format} aria-label={t('format')}>
      {buttons.map(({ mark, icon, shortcut }) => (
        <Toolbar.Button key={mark} asChild>
          <IconButton
            label={t(mark)}
            shortcut={shortcut}
            size="sm"
            onPointerDown={event => event.preventDefault()}
            onClick={() => onFormat(mark)}
          >
            {icon}
          </IconButton>
        </Toolbar.Button>
      ))}
    </Toolbar.Root>
  );
}
