import Smile from 'lucide-react/icons/face-slightly-smiling';
import { memo } from 'react';
import { useTranslation } from '../../../../platform/words/i18n.ts';
import { IconButton } from '../../../../ui/fields/IconButton.tsx';
import { openEmojiPicker } from '../../../workspaces/emoji/open/open-emoji-picker.ts';
import { openGifPicker } from '../../gifs/open/open-gif-picker.ts';
import s from './Composer.module.css';

interface ComposerToolsProps {
  workspaceId: string | undefined;
  /** Inserts the chosen text at the caret. */
  onInsert: (text: string) => void;
  /** Called with the content of the chosen GIF. */
  onGif: (content: string) => void;
}

/** Shows the buttons of the emoji and GIF pickers, whose code is loaded at the first opening. */
export const ComposerTools = memo(function ComposerTools({ workspaceId, onInsert, onGif }: ComposerToolsProps) {
  const { t } = useTranslation('messages', { keyPrefix: 'composer' });
  return (
    <div className={s.tools}>
      <IconButton
        label={t('emoji')}
        size="sm"
        aria-haspopup="dialog"
        onClick={async ({ currentTarget }) => {
          const emoji = await openEmojiPicker(currentTarget, { workspaceId });
          if (emoji) onInsert(emoji);
        }}
      >
        <Smile />
      </IconButton>
      <IconButton
        label={t('gif')}
        size="sm"
        aria-haspopup="dialog"
        onClick={async ({ currentTarget }) => {
          const gif = await openGifPicker(currentTarget);
          if (gif) onGif(gif);
        }}
      >
        <span className={s.gif} aria-hidden="true">
          GIF
        </span>
      </IconButton>
    </div>
  );
});
