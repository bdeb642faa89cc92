import { formatSize } from '../../../platform/words/format.ts';
import { useTranslation } from '../../../platform/words/i18n.ts';
import s from './Admin.module.css';
import { useDisk } from './administration.queries.ts';

/** Shows what a person takes of the disk: their files, and pictures of them and of places. */
export function DiskOf({ userId }: { userId: string }) {
  const { t } = useTranslation('administration', { keyPrefix: 'disk' });
  const { data: disk, isError } = useDisk(userId);
  return (
    <dl className={s.disk}>
      <dt>{t('heading')}</dt>
      <dd>
        {disk &&
          [
            t('files', { count: disk.files, size: formatSize(disk.filesBytes) }),
            t('pictures', { count: disk.pictures, size: formatSize(disk.picturesBytes) }),
          ].join(' · ')}
        {!disk && (isError ? t('failed') : '…')}
      </dd>
    </dl>
  );
}
