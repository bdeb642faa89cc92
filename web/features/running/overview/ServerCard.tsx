import type { ServerState } from '@palabre/common/contract/running/overview.ts';
import { formatDateTime, formatNumber, formatSize } from '../../../platform/words/format.ts';
import { useTranslation } from '../../../platform/words/i18n.ts';
import { Note } from '../../../ui/pages/Note.tsx';
import { Subject } from '../../../ui/pages/Section.tsx';
import { Figures } from './Figures.tsx';
import s from './Overview.module.css';

const dayMs = 86_400_000;
/** Maximum age of the newest nightly backup: beyond, one night was left out. */
const oldBackupMs = 2 * dayMs;
/** Free share of the disk below which an administrator is warned. */
const leastFree = 0.1;
/** Age of queued mails from which the mail server counts as unresponsive. */
const lateMailSeconds = 600;

/** Shows the state of the server, with a warning for each problem that needs attention. */
export function ServerCard({ server }: { server: ServerState }) {
  const { t } = useTranslation('overview', { keyPrefix: 'server' });
  const { version, disk, mails, jobs, backup } = server;
  const warnings = useWarnings(server);
  return (
    <Subject heading={t('heading')} hint={warnings.length === 0 ? t('fine') : undefined}>
      <Figures
        of={[
          [t('version'), version],
          [
            t('disk'),
            disk ? t('free', { free: formatSize(disk.freeBytes), total: formatSize(disk.totalBytes) }) : t('unknown'),
          ],
          [t('mails'), formatNumber(mails.waiting)],
          [t('jobs'), formatNumber(jobs.waiting)],
          [
            t('backup'),
            backup ? t('backupSaid', { date: formatDateTime(backup.at), size: formatSize(backup.bytes) }) : t('none'),
          ],
        ]}
      />
      {warnings.length > 0 && (
        <div className={s.warnings}>
          {warnings.map(warning => (
            <Note key={warning} tone="warning">
              {warning}
            </Note>
          ))}
        </div>
      )}
    </Subject>
  );
}

/** Returns a sentence for each problem of the server that needs attention. */
function useWarnings({ disk, mails, jobs, backup, hasBackups }: ServerState): string[] {
  const { t } = useTranslation('overview', { keyPrefix: 'server' });
  const ofBackups = () => {
    if (!hasBackups) return t('noBackup');
    if (!backup) return t('missingBackup');
    return Date.now() - Date.parse(backup.at) > oldBackupMs && t('oldBackup');
  };
  return [
    ofBackups(),
    disk && disk.freeBytes < leastFree * disk.totalBytes && t('lowDisk'),
    mails.waiting > 0 && mails.oldestSeconds > lateMailSeconds && t('mailsWait'),
    mails.givenUp > 0 && t('mailsGivenUp', { count: mails.givenUp }),
    ...jobs.failing.map(job => t('failing', { ...job })),
  ].filter(warning => typeof warning === 'string');
}
