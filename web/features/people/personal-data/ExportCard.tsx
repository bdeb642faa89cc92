import type { PreparedExport } from '@palabre/common/contract/people/personal-data.ts';
import Download from 'lucide-react/icons/download';
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { formatDateTime, formatSize } from '../../../platform/words/format.ts';
import { useTranslation } from '../../../platform/words/i18n.ts';
import { alerts } from '../../../ui/alerts/alerts.ts';
import { Button } from '../../../ui/fields/Button.tsx';
import { Spinner } from '../../../ui/marks/Spinner.tsx';
import { Subject } from '../../../ui/pages/Section.tsx';
import { useExport, usePrepareExport } from './personal-data.queries.ts';
import './personal-data.texts.ts';
import s from './PersonalData.module.css';

/** Fragment of the address to which an export's notification leads. */
const anchor = 'export';

/** Requests the export of the user's data, shows its progress, and offers it for download. */
export function ExportCard() {
  const { t } = useTranslation('personalData');
  const prepared = useExport();
  const prepare = usePrepareExport();
  const { hash } = useLocation();
  const card = useRef<HTMLDivElement>(null);
  const led = hash === `#${anchor}`;
  useEffect(() => {
    if (led) card.current?.scrollIntoView({ block: 'center' });
  }, [led]);
  const state = prepared?.state;
  return (
    <Subject heading={t('export.heading')}>
      <div className={s.card} id={anchor} ref={card}>
        <p>{t('export.text')}</p>
        <div role="status" className={s.state}>
          {state === 'making' && (
            <p className={s.making}>
              <Spinner size={16} />
              {t('export.making')}
            </p>
          )}
          {state === 'failed' && <p className={s.failed}>{t('export.failed')}</p>}
          {prepared && state === 'ready' && <Ready prepared={prepared} />}
        </div>
        {state !== 'making' && (
          <Button
            variant="secondary"
            loading={prepare.isPending}
            onClick={() => prepare.mutate(undefined, { onSuccess: ({ message }) => alerts.success(message) })}
          >
            {t(state === 'ready' ? 'export.again' : 'export.action')}
          </Button>
        )}
      </div>
    </Subject>
  );
}

function Ready({ prepared: { url, size, until } }: { prepared: PreparedExport }) {
  const { t } = useTranslation('personalData');
  if (!url || !until) return null;
  return (
    <>
      <Button asChild variant="primary">
        <a href={url} download>
          <Download />
          {t('export.download', { size: formatSize(size ?? 0) })}
        </a>
      </Button>
      <p className={s.until}>{t('export.until', { when: formatDateTime(until) })}</p>
    </>
  );
}
