import CircleAlert from 'lucide-react/icons/circle-exclamation-point';
import Info from 'lucide-react/icons/info';
import Pencil from 'lucide-react/icons/pencil';
import X from 'lucide-react/icons/x';
import { useTranslation } from '../../../../platform/words/i18n.ts';
import { Button } from '../../../../ui/fields/Button.tsx';
import { IconButton } from '../../../../ui/fields/IconButton.tsx';
import { type Edit, forgetLoss, useWriting } from '../../outbox/open/writing.ts';
import s from './ComposerTop.module.css';
import { ContinueInThread } from './ContinueInThread.tsx';
import type { CompletionWorld } from './completion/world.ts';
import { ReplyChip } from './ReplyChip.tsx';
import { Unseen } from './Unseen.tsx';

interface ComposerTopProps {
  placeId: string;
  world: CompletionWorld;
  edit: Edit | null;
  /** Error of the last save. */
  failure: string | null;
  onCancel: () => void;
  /** Called when the draft no longer answers a message. */
  onUnanswered: () => void;
}

/** Shows the state of the field's text above it: edit or answer, recovered draft, error. */
export function ComposerTop(props: ComposerTopProps) {
  const { placeId, world, edit, failure, onCancel, onUnanswered } = props;
  const { t } = useTranslation('messages', { keyPrefix: 'composer' });
  const { t: tUi } = useTranslation('ui');
  const loss = useWriting(placeId, writing => writing.loss);
  return (
    <>
      {edit && (
        <div className={s.line} data-tone="edit">
          <Pencil aria-hidden="true" />
          <span>{edit.kind === 'unsent' ? t('editingUnsent') : t('editing')}</span>
          <Button size="sm" variant="ghost" onClick={onCancel}>
            {t('cancel')}
          </Button>
        </div>
      )}
      {!edit && <ReplyChip placeId={placeId} world={world} onRemoved={onUnanswered} />}
      {!edit && <ContinueInThread placeId={placeId} />}
      {failure && (
        <div className={s.line} data-tone="danger" role="alert">
          <CircleAlert aria-hidden="true" />
          <span>{t('notSaved', { reason: failure })}</span>
        </div>
      )}
      {loss && !edit && (
        <div className={s.line} role="alert">
          <Info aria-hidden="true" />
          <span>{t(loss === 'deleted' ? 'lostDeleted' : 'lostLeft')}</span>
          <IconButton label={tUi('close')} size="sm" tooltip={false} onClick={() => forgetLoss(placeId)}>
            <X />
          </IconButton>
        </div>
      )}
      <Unseen placeId={placeId} world={world} />
    </>
  );
}
