import { limits } from '@palabre/common/contract/fields.ts';
import Upload from 'lucide-react/icons/upload';
import { type RefObject, useLayoutEffect, useState } from 'react';
import { usePlace } from '../../../../platform/place-settings.ts';
import { formatSize } from '../../../../platform/words/format.ts';
import { useTranslation } from '../../../../platform/words/i18n.ts';
import s from './DropOverlay.module.css';
import '../files.texts.ts';

/** Covers the pane around an element while files are dragged over the page, to show where to drop them. */
export function DropOverlay({ over }: { over: RefObject<HTMLElement | null> }) {
  const { t } = useTranslation('attachments');
  const most = usePlace(({ settings }) => settings?.fileBytes ?? limits.fileBytes);
  const [at, setAt] = useState<DOMRect | null>(null);
  useLayoutEffect(() => setAt(over.current?.parentElement?.getBoundingClientRect() ?? null), [over]);
  if (!at) return null;
  const { left, top, width, height } = at;
  return (
    <div className={s.overlay} style={{ left, top, width, height }} role="status">
      <div className={s.frame}>
        <Upload aria-hidden="true" />
        <strong>{t('drop')}</strong>
        <span>{t('dropText', { files: limits.filesPerMessage, size: formatSize(most) })}</span>
      </div>
    </div>
  );
}
