import type { FileAttachment } from '@palabre/common/contract/messages/messages.ts';
import { useState } from 'react';
import { pictureSize } from './open/layout.ts';
import type { LocalFile, ShownFile } from './open/local-file.ts';
import s from './open/MessageFiles.module.css';
import { useBlobUrl } from './useBlobUrl.ts';

interface PictureProps {
  file: ShownFile;
  /** Whether the message has no other picture: it then keeps its proportions instead of being a tile. */
  alone: boolean;
  reachable: boolean;
  label: string;
  onOpen: () => void;
}

/** Maximum size of an animation that plays, in bytes; reduced motion stops them all. */
const animatedMaxBytes = 8 * 1024 * 1024;
const isCalm = () => window.matchMedia?.('(prefers-reduced-motion: reduce)').matches ?? false;

const addressOf = ({ type, size, url, thumbnail }: FileAttachment): string => {
  const moves = type === 'image/gif' && size <= animatedMaxBytes && !isCalm();
  return moves ? url : (thumbnail ?? url);
};

/** Shows a picture of a message in a place of known size, so that loading shifts nothing. */
export function Picture(props: PictureProps) {
  const { file } = props;
  return '_id' in file ? <Sent {...props} file={file} /> : <Local {...props} file={file} />;
}

const placeOf = (file: ShownFile, alone: boolean) => {
  if (!alone) return undefined;
  const { width, height } = pictureSize({ width: file.width ?? 1, height: file.height ?? 1 });
  return { width, aspectRatio: `${width} / ${height}` };
};

function Sent({ file, alone, reachable, label, onOpen }: PictureProps & { file: FileAttachment }) {
  const [broken, setBroken] = useState(false);
  return (
    <button
      type="button"
      className={s.picture}
      style={placeOf(file, alone)}
      aria-label={label}
      aria-haspopup="dialog"
      tabIndex={reachable ? 0 : -1}
      data-broken={broken || undefined}
      onClick={onOpen}
    >
      <img
        src={addressOf(file)}
        alt=""
        loading="lazy"
        decoding="async"
        draggable={false}
        onError={() => setBroken(true)}
      />
    </button>
  );
}

function Local({ file, alone }: PictureProps & { file: LocalFile }) {
  const url = useBlobUrl(file);
  return (
    <div className={s.picture} style={placeOf(file, alone)}>
      {url && <img src={url} alt={file.name} decoding="async" draggable={false} />}
    </div>
  );
}
