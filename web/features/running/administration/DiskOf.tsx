import { formatSize } from '../../../platform/words/format.ts';
import { useTranslation } from '../../../platform/words/i18n.ts';
import s from './Admin.module.css';
import { useDisk } from './administration.queries.ts';

/** Shows how much of the disk a person's data takes: their files, and pictures of them and of places. */
export function DiskOf({ userId }: { userId: string }) {
  const { t } = useTranslation('administration', { keyPrefix: 'disk' });
  const { data: disk, isError } = useDisk(userId);
  const said = disk
    ? [
        disk.files > 0 && t('files', { count: disk.files, size: formatSize(disk.filesBytes) }),
        disk.pictures > 0 && t('pictures', { count: disk.pictures, size: formatSize(disk.picturesBytes) }),
      ].filter(Boolean)
    : [];
  return (
    <dl className={s.disk}>
      <dt>{t('heading')}</dt>
      <dd>
        {disk && (said.join(' · ') || t('nothing'))}
        {!disk && (isError ? t('failed') : '…')}
      </dd>
    </dl>
  );
}
