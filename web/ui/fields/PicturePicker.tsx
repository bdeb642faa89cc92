import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { useTranslation } from '../../platform/words/i18n.ts';
import { alerts } from '../alerts/alerts.ts';
import { later, useThere } from '../overlays/later.ts';
import { Button } from './Button.tsx';
import { FileButton } from './FileButton.tsx';
import s from './PicturePicker.module.css';

/** Size of the preview of a logo, in pixels: the same in every form. */
export const logoPreview = 72;

const CropDialog = later(async () => (await import('./CropDialog.tsx')).CropDialog);

interface PicturePickerProps {
  label: string;
  hint?: string;
  /** Chosen picture, cropped to a square; null without one. */
  picture: File | null;
  onChange: (picture: File | null) => void;
  /** Removes the saved picture; offered while no new picture is chosen. */
  onRemoveKept?: (() => void) | undefined;
  /** Name of the file to upload. */
  fileName: string;
  shape: 'round' | 'squircle';
  /** Labels of the buttons: « Choisir une image », « Changer d’image » and « Retirer » by default. */
  words?: { choose: string; change: string; remove: string };
  /** Renders the picture at this URL, or its placeholder for null. */
  preview: (src: string | null) => ReactNode;
}

/** Field for a picture, which is cropped to a square. */
export function PicturePicker(props: PicturePickerProps) {
  const { label, hint, picture, onChange, onRemoveKept, fileName, shape, words, preview } = props;
  const { t } = useTranslation('ui');
  const [chosen, setChosen] = useState<File | null>(null);
  const [src, setSrc] = useState<string | null>(null);
  // Once opened, the dialog stays mounted, for its closing animation.
  const [wanted, setWanted] = useState(false);
  const cuts = useThere(CropDialog, wanted, () => {
    setWanted(false);
    setChosen(null);
  });

  useEffect(() => {
    if (!picture) return setSrc(null);
    const url = URL.createObjectURL(picture);
    setSrc(url);
    return () => URL.revokeObjectURL(url);
  }, [picture]);

  function choose(file: File | undefined) {
    if (file?.type.startsWith('image/')) {
      setWanted(true);
      setChosen(file);
    } else alerts.error(t('crop.invalid'));
  }

  return (
    <fieldset className={s.picker} aria-label={label}>
      {preview(src)}
      <div className={s.texts}>
        <p className={s.label}>{label}</p>
        {hint && <p className={s.hint}>{hint}</p>}
        <div className={s.buttons}>
          <FileButton size="sm" accept="image/*" onFiles={files => choose(files[0])}>
            {picture ? (words?.change ?? t('picture.change')) : (words?.choose ?? t('picture.choose'))}
          </FileButton>
          {(picture || onRemoveKept) && (
            <Button size="sm" variant="ghost" onClick={() => (picture ? onChange(null) : onRemoveKept?.())}>
              {words?.remove ?? t('picture.remove')}
            </Button>
          )}
        </div>
      </div>
      {cuts && (
        <Suspense>
          <CropDialog
            file={chosen}
            shape={shape}
            fileName={fileName}
            onCancel={() => setChosen(null)}
            onCrop={file => {
              setChosen(null);
              onChange(file);
            }}
          />
        </Suspense>
      )}
    </fieldset>
  );
}
