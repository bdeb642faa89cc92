import ChevronDown from 'lucide-react/icons/chevron-down';
import SendHorizontal from 'lucide-react/icons/send-horizontal';
import { useTranslation } from '../../../../platform/words/i18n.ts';
import { Button } from '../../../../ui/fields/Button.tsx';
import type { Edit } from '../../outbox/open/writing.ts';
import s from './Composer.module.css';

interface SendButtonsProps {
  edit: Edit | null;
  maySend: boolean;
  isSaving: boolean;
  onSend: () => void;
  /** Asks beside an element when the draft is to leave. */
  onSchedule: (anchor: Element) => void;
}

/**
 * Shows the button that sends or saves, and beside it the button that schedules a draft; a long press on the first
 * schedules too.
 */
export function SendButtons({ edit, maySend, isSaving, onSend, onSchedule }: SendButtonsProps) {
  const { t } = useTranslation('messages', { keyPrefix: 'composer' });
  return (
    <div className={s.sends}>
      <Button
        className={s.send}
        size="sm"
        disabled={!maySend}
        loading={isSaving}
        iconEnd={<SendHorizontal />}
        // Keeps the focus in the field, and with it the toolbar and a phone's keyboard.
        onPointerDown={event => event.preventDefault()}
        onClick={onSend}
        // A long press on a touch screen.
        onContextMenu={event => {
          if (edit || !maySend) return;
          event.preventDefault();
          onSchedule(event.currentTarget);
        }}
      >
        <span className={s.sendLabel}>{edit?.kind === 'sent' ? t('save') : t('send')}</span>
      </Button>
      {!edit && (
        <Button
          className={s.later}
          size="sm"
          aria-label={t('schedule')}
          title={t('schedule')}
          aria-haspopup="dialog"
          disabled={!maySend}
          onPointerDown={event => event.preventDefault()}
          onClick={({ currentTarget }) => onSchedule(currentTarget)}
        >
          <ChevronDown aria-hidden="true" />
        </Button>
      )}
    </div>
  );
}
