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

/** Beyond this share the bar is full. */
const full = 0.95;

/** How far the files of a message have come, as bytes that have really left. */
export function SendProgress({ nonce, files, onCancel }: SendProgressProps) {
  const { t } = useTranslation('attachments');
  const progress = useProgress(all => all[nonce]);
  const size = files.reduce((sum, file) => sum + file.size, 0);
  // What surrounds the files in the request is not theirs.
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
