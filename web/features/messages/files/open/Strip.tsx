import X from 'lucide-react/icons/x';
import { formatSize } from '../../../../platform/words/format.ts';
import { useTranslation } from '../../../../platform/words/i18n.ts';
import { IconButton } from '../../../../ui/fields/IconButton.tsx';
import { useBlobUrl } from '../useBlobUrl.ts';
import { FileIcon } from './FileIcon.tsx';
import { FileName } from './FileName.tsx';
import type { LocalFile } from './local-file.ts';
import s from './Strip.module.css';
import '../files.texts.ts';

interface StripProps {
  files: readonly LocalFile[];
  onRemove: (id: string) => void;
}

/** Shows the files attached to the draft. */
export function Strip({ files, onRemove }: StripProps) {
  const { t } = useTranslation('attachments');
  return (
    <ul className={s.strip} aria-label={t('strip')}>
      {files.map(file => (
        <Chip key={file.id} file={file} onRemove={onRemove} />
      ))}
    </ul>
  );
}

function Chip({ file, onRemove }: { file: LocalFile; onRemove: (id: string) => void }) {
  const { t } = useTranslation('attachments');
  const url = useBlobUrl(file);
  return (
    <li className={s.chip}>
      <span className={s.face}>{url ? <img src={url} alt="" /> : <FileIcon {...file} />}</span>
      <span className={s.what}>
        <FileName name={file.name} />
        <span className={s.size}>{formatSize(file.size)}</span>
      </span>
      <IconButton
        label={t('remove', { name: file.name })}
        size="sm"
        tooltip={false}
        onPointerDown={event => event.preventDefault()}
        onClick={() => onRemove(file.id)}
      >
        <X />
      </IconButton>
    </li>
  );
}
