import type { FileAttachment } from '@palabre/common/contract/messages/messages.ts';
import { Suspense, useState } from 'react';
import { useTranslation } from '../../../../platform/words/i18n.ts';
import { later } from '../../../../ui/overlays/later.ts';
import { Card, Player } from '../Card.tsx';
import { Picture } from '../Picture.tsx';
import { SendProgress } from '../SendProgress.tsx';
import { kindOf } from './layout.ts';
import type { LocalFile, ShownFile } from './local-file.ts';
import s from './MessageFiles.module.css';
import '../files.texts.ts';

const Lightbox = later(async () => (await import('../Lightbox.tsx')).Lightbox);

interface MessageFilesProps {
  files: readonly ShownFile[];
  nonce: string | null;
  state: 'sent' | 'waiting' | 'failed';
  /** Whether Tab reaches the controls: only in the focused message. */
  reachable: boolean;
  /** Cancels the upload of the message with this nonce. */
  onCancel: (nonce: string) => void;
}

const idOf = (file: ShownFile) => ('id' in file ? file.id : file._id);
const isSent = (file: ShownFile): file is FileAttachment => '_id' in file;

/**
 * Shows the files of a message: pictures together, then players, then downloads.
 * The files feature is attachments: choosing and checking files, their upload with progress, and their display.
 */
export function MessageFiles({ files, nonce, state, reachable, onCancel }: MessageFilesProps) {
  const { t } = useTranslation('attachments');
  const [shown, setShown] = useState<number | null>(null);
  const of = (kind: ReturnType<typeof kindOf>) => files.filter(file => kindOf(file) === kind);
  const pictures = of('picture');
  const sent = pictures.filter(isSent);
  // The key survives the upload, so that React updates the picture instead of remounting it.
  const keys = pictures.map((file, index) => `${index} ${file.name}`);
  return (
    <div className={s.files} data-state={state}>
      {pictures.length > 0 && (
        <div className={pictures.length > 1 ? s.grid : s.single}>
          {pictures.map((file, index) => (
            <Picture
              key={keys[index]}
              file={file}
              alone={pictures.length === 1}
              reachable={reachable}
              label={t('open', { name: file.name })}
              onOpen={() => setShown(index)}
            />
          ))}
        </div>
      )}
      {[...of('video'), ...of('audio')].map(file =>
        isSent(file) ? (
          <Player key={idOf(file)} file={file} reachable={reachable} />
        ) : (
          <Card key={idOf(file)} file={file} reachable={false} />
        ),
      )}
      {of('card').map(file => (
        <Card key={idOf(file)} file={file} reachable={reachable} />
      ))}
      {state === 'waiting' && nonce && (
        <SendProgress nonce={nonce} files={files as readonly LocalFile[]} onCancel={onCancel} />
      )}
      {shown !== null && sent.length > 0 && (
        <Suspense fallback={null}>
          <Lightbox pictures={sent} first={shown} onClose={() => setShown(null)} />
        </Suspense>
      )}
    </div>
  );
}
