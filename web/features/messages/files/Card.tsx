import type { FileAttachment } from '@palabre/common/contract/messages/messages.ts';
import { endOf } from '@palabre/common/rules/messages/file-names.ts';
import Download from 'lucide-react/icons/download';
import { formatSize } from '../../../platform/words/format.ts';
import { useTranslation } from '../../../platform/words/i18n.ts';
import { FileIcon } from './open/FileIcon.tsx';
import { FileName } from './open/FileName.tsx';
import { kindOf } from './open/layout.ts';
import type { ShownFile } from './open/local-file.ts';
import s from './open/MessageFiles.module.css';
import { Sound } from './Sound.tsx';

const whatOf = ({ name, size }: ShownFile): string =>
  [endOf(name).slice(1).toUpperCase(), formatSize(size)].filter(Boolean).join(' · ');

/** Shows a file to download: icon, name, kind and size. */
export function Card({ file, reachable }: { file: ShownFile; reachable: boolean }) {
  const { t } = useTranslation('attachments');
  const inside = (
    <>
      <span className={s.icon}>
        <FileIcon {...file} />
      </span>
      <span className={s.what}>
        <FileName name={file.name} />
        <span className={s.size}>{whatOf(file)}</span>
      </span>
    </>
  );
  if (!('_id' in file)) return <div className={s.card}>{inside}</div>;
  const label = t('downloadOne', { name: file.name, size: formatSize(file.size) });
  return (
    <a className={s.card} href={file.url} download={file.name} aria-label={label} tabIndex={reachable ? 0 : -1}>
      {inside}
      <Download className={s.down} aria-hidden="true" />
    </a>
  );
}

/** Plays sound, or video in the browser's own player, with a download link. */
export function Player({ file, reachable }: { file: FileAttachment; reachable: boolean }) {
  const { t } = useTranslation('attachments');
  const video = kindOf(file) === 'video';
  const tabIndex = reachable ? 0 : -1;
  const name = (
    <a
      className={s.caption}
      href={file.url}
      download={file.name}
      aria-label={t('downloadOne', { name: file.name, size: formatSize(file.size) })}
      tabIndex={tabIndex}
    >
      <FileName name={file.name} />
      <span className={s.size}>{formatSize(file.size)}</span>
      <Download aria-hidden="true" />
    </a>
  );
  if (video) {
    return (
      <div className={s.film}>
        {/* biome-ignore lint/a11y/useMediaCaption: people's files have no captions. */}
        <video src={file.url} controls preload="metadata" aria-label={file.name} tabIndex={tabIndex} />
        {name}
      </div>
    );
  }
  return (
    <div className={s.sound}>
      {name}
      <Sound file={file} reachable={reachable} />
    </div>
  );
}
