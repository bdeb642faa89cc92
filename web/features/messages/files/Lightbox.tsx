import type { FileAttachment } from '@palabre/common/contract/messages/messages.ts';
import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import Download from 'lucide-react/icons/download';
import X from 'lucide-react/icons/x';
import ZoomIn from 'lucide-react/icons/zoom-in';
import ZoomOut from 'lucide-react/icons/zoom-out';
import * as Dialog from 'radix-ui/dialog';
import { type KeyboardEvent, type PointerEvent, type Ref, useEffect, useRef, useState } from 'react';
import { formatSize } from '../../../platform/words/format.ts';
import { useTranslation } from '../../../platform/words/i18n.ts';
import { IconButton } from '../../../ui/fields/IconButton.tsx';
import { rememberFocus } from '../../../ui/motion/focus.ts';
import { useLayer } from '../../../ui/overlays/layers.ts';
import s from './Lightbox.module.css';
import { FileName } from './open/FileName.tsx';
import { useZoom } from './useZoom.ts';
import './files.texts.ts';

interface LightboxProps {
  pictures: readonly FileAttachment[];
  /** Index of the first picture shown. */
  first: number;
  onClose: () => void;
}

/** Horizontal distance of a swipe that turns the page. */
const swipePx = 60;

/** Shows the pictures of a message one at a time, as large as the page allows. */
export function Lightbox(props: LightboxProps) {
  return (
    <Dialog.Root open onOpenChange={open => open || props.onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className={s.overlay} />
        <Viewer {...props} />
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function Viewer({ pictures, first, onClose }: LightboxProps) {
  const { t } = useTranslation('attachments');
  const { t: tUi } = useTranslation('ui');
  const [giveBack] = useState(rememberFocus);
  const [at, setAt] = useState(Math.min(first, pictures.length - 1));
  const began = useRef<number | null>(null);
  useLayer();
  const picture = pictures[at] as FileAttachment;
  const image = useRef<HTMLImageElement>(null);
  const zoom = useZoom(image, picture._id);
  const isWhole = zoom.scale <= 1;
  const go = (by: number) => setAt(now => Math.max(0, Math.min(pictures.length - 1, now + by)));

  // Preloads the neighbouring pictures.
  useEffect(() => {
    for (const next of [pictures[at + 1], pictures[at - 1]]) if (next) new Image().src = next.url;
  }, [pictures, at]);

  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key === 'ArrowRight') go(1);
    else if (key === 'ArrowLeft') go(-1);
    else if (key === 'Home') go(-pictures.length);
    else if (key === 'End') go(pictures.length);
    else if (key === '+' || key === '=') zoom.closer();
    else if (key === '-') zoom.further();
    else if (key === '0') zoom.reset();
  };
  const onPointerUp = ({ clientX, pointerType }: PointerEvent) => {
    const by = clientX - (began.current ?? clientX);
    if (isWhole && pointerType !== 'mouse' && Math.abs(by) > swipePx) go(by > 0 ? -1 : 1);
    began.current = null;
  };

  return (
    <Dialog.Content
      className={s.viewer}
      data-layer
      aria-describedby={undefined}
      onKeyDown={onKeyDown}
      onCloseAutoFocus={event => {
        event.preventDefault();
        giveBack();
      }}
    >
      <div className={s.bar}>
        <Dialog.Title className={s.title}>
          <FileName name={picture.name} />
        </Dialog.Title>
        <span className={s.about}>
          {pictures.length > 1 && <span role="status">{t('of', { at: at + 1, count: pictures.length })}</span>}
          <span>{formatSize(picture.size)}</span>
        </span>
        <IconButton label={t('further')} tone="bar" tooltip={false} disabled={isWhole} onClick={zoom.further}>
          <ZoomOut />
        </IconButton>
        <IconButton label={t('closer')} tone="bar" tooltip={false} disabled={zoom.isClosest} onClick={zoom.closer}>
          <ZoomIn />
        </IconButton>
        <a className={s.download} href={picture.url} download={picture.name} aria-label={t('download')}>
          <Download aria-hidden="true" />
        </a>
        <IconButton label={tUi('close')} tone="bar" tooltip={false} onClick={onClose}>
          <X />
        </IconButton>
      </div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: Escape and the button close it too. */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: same. */}
      <div
        className={s.stage}
        data-zoomed={!isWhole || undefined}
        onPointerDown={event => {
          // A second finger zooms: neither turns the page.
          began.current = event.isPrimary ? event.clientX : null;
        }}
        onPointerUp={onPointerUp}
        onClick={event => isWhole && event.target === event.currentTarget && onClose()}
        onDoubleClick={zoom.toggle}
      >
        <Shown key={picture._id} picture={picture} image={image} />
      </div>
      {pictures.length > 1 && (
        <>
          <IconButton
            className={s.previous}
            label={t('previous')}
            size="lg"
            tone="bar"
            tooltip={false}
            disabled={at === 0}
            onClick={() => go(-1)}
          >
            <ChevronLeft />
          </IconButton>
          <IconButton
            className={s.next}
            label={t('next')}
            size="lg"
            tone="bar"
            tooltip={false}
            disabled={at === pictures.length - 1}
            onClick={() => go(1)}
          >
            <ChevronRight />
          </IconButton>
        </>
      )}
    </Dialog.Content>
  );
}

/** Shows the thumbnail, already loaded, until the whole picture is. */
function Shown({ picture, image }: { picture: FileAttachment; image: Ref<HTMLImageElement> }) {
  const { t } = useTranslation('attachments');
  const [broken, setBroken] = useState(false);
  if (broken) return <p className={s.broken}>{t('broken')}</p>;
  const { name, url, thumbnail, width, height } = picture;
  return (
    <img
      ref={image}
      className={s.picture}
      src={url}
      alt={name}
      width={width ?? undefined}
      height={height ?? undefined}
      style={{ backgroundImage: thumbnail ? `url("${thumbnail}")` : undefined }}
      draggable={false}
      onError={() => setBroken(true)}
    />
  );
}
