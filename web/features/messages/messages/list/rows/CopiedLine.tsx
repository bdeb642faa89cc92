import CornerUpLeft from 'lucide-react/icons/corner-up-left';
import { useTranslation } from '../../../../../platform/words/i18n.ts';
import s from './AnsweredLine.module.css';

/** Shows the line above a message that is also a reply in a thread, linked to the reply there. */
export function CopiedLine({ reachable, onGo }: { reachable: boolean; onGo: () => void }) {
  const { t } = useTranslation('messages');
  return (
    <button type="button" className={s.line} data-reach tabIndex={reachable ? 0 : -1} onClick={onGo}>
      <CornerUpLeft className={s.sign} aria-hidden="true" />
      <span className={s.text}>{t('copyOf')}</span>
    </button>
  );
}
