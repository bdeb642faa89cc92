import { useEffect, useRef, useState } from 'react';
import { logFailure } from '../../platform/device/log.ts';
import { useTranslation } from '../../platform/words/i18n.ts';
import { alerts } from '../alerts/alerts.ts';
import { Dialog } from '../overlays/Dialog.tsx';
import { Button } from './Button.tsx';
import { CropArea } from './CropArea.tsx';
import { type CropBox, cropToPng } from './crop.ts';

interface CropDialogProps {
  /** Chosen picture; the dialog is open while there is one. */
  file: File | null;
  /** Called with the cropped square, as a PNG file. */
  onCrop: (file: File) => void;
  onCancel: () => void;
  /** Name of the cropped file, « avatar.png » by default. */
  fileName?: string;
  shape?: 'round' | 'squircle';
  /** Longest side of the cropped picture, in pixels. */
  maxSide?: number;
}

/** Dialog that crops a picture to a square. A file that is not a picture is refused with an alert. */
export function CropDialog({
  file,
  onCrop,
  onCancel,
  fileName = 'avatar.png',
  shape = 'round',
  maxSide = 512,
}: CropDialogProps) {
  const { t } = useTranslation('ui');
  const [url, setUrl] = useState<string | null>(null);
  const [box, setBox] = useState<CropBox | null>(null);
  const [busy, setBusy] = useState(false);
  /** Picture that the dialog is open for, by which a crop that ends later knows that it was given up. */
  const shown = useRef<File | null>(null);

  useEffect(() => {
    shown.current = file;
    setBox(null);
    setBusy(false);
    if (!file) return;
    const next = URL.createObjectURL(file);
    setUrl(next);
    return () => {
      shown.current = null;
      URL.revokeObjectURL(next);
      setUrl(null);
    };
  }, [file]);

  function refuse() {
    alerts.error(t('crop.invalid'));
    onCancel();
  }

  async function apply() {
    if (!url || !box) return;
    setBusy(true);
    try {
      const cropped = await cropToPng(url, box, fileName, maxSide);
      if (shown.current === file) onCrop(cropped);
    } catch (cause) {
      if (shown.current !== file) return;
      logFailure('The picture cannot be cropped', cause);
      refuse();
    }
  }

  return (
    <Dialog
      open={file !== null}
      onClose={onCancel}
      title={t('crop.title')}
      description={t('crop.hint')}
      footer={
        <>
          <Button variant="secondary" onClick={onCancel}>
            {t('cancel')}
          </Button>
          <Button onClick={() => void apply()} disabled={!box} loading={busy}>
            {t('crop.apply')}
          </Button>
        </>
      }
    >
      {url && <CropArea url={url} shape={shape} onChange={setBox} onError={refuse} />}
    </Dialog>
  );
}
