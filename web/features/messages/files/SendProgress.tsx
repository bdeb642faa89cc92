import { formatSize } from '../../../platform/words/format.ts';
import { useTranslation } from '../../../platform/words/i18n.ts';
import { Button } from '../../../ui/fields/Button.tsx';
import type { LocalFile } from './open/local-file.ts';
import s from './open/MessageFiles.module.css';
import { useProgress } from './open/send.ts';

interface SendProgressProps {
  nonce: string;
  files: readonly LocalFile[];
  onCancel: (nonce: string) => void;
}

/** Share of the bytes from which the bar shows as full. */
const full = 0.95;

/** Shows the upload progress of a message's files, in bytes really sent. */
export function SendProgress({ nonce, files, onCancel }: SendProgressProps) {
  const { t } = useTranslation('attachments');
  const progress = useProgress(all => all[nonce]);
  const size = files.reduce((sum, file) => sum + file.size, 0);
  // The request also holds bytes around the files, so the share is of its total.
  const share = progress ? Math.min(1, progress.sent / Math.max(1, progress.total)) : 0;
  return (
    <div className={s.progress}>
      <div
        className={s.track}
        role="progressbar"
        aria-label={t('strip')}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(share * 100)}
      >
        <div className={s.done} style={{ transform: `scaleX(${share > full ? 1 : share})` }} />
      </div>
      <span className={s.said}>
        {progress ? t('progress', { sent: formatSize(share * size), total: formatSize(size) }) : t('waiting')}
      </span>
      <Button size="sm" variant="ghost" onClick={() => onCancel(nonce)}>
        {t('cancel')}
      </Button>
    </div>
  );
}
