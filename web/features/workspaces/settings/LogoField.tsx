import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Avatar } from '../../../ui/Avatar.tsx';
import { alerts } from '../../../ui/alerts/alerts.ts';
import { Button } from '../../../ui/Button.tsx';
import { CropDialog } from '../../../ui/CropDialog.tsx';
import { FileButton } from '../../../ui/FileButton.tsx';
import s from './General.module.css';

interface LogoFieldProps {
  workspaceId: string;
  title: string;
  /** The address of the logo it has. */
  logo: string | null;
  /** The one chosen here, not saved yet. */
  picture: File | null;
  onChange: (picture: File | null) => void;
}

/** The logo: images only, cropped square, sent as `cropped-logo.png` (spec 2 §5). */
export function LogoField({ workspaceId, title, logo, picture, onChange }: LogoFieldProps) {
  const { t } = useTranslation('settings');
  const [chosen, setChosen] = useState<File | null>(null);
  const [src, setSrc] = useState<string | null>(null);

  useEffect(() => {
    if (!picture) return setSrc(null);
    const url = URL.createObjectURL(picture);
    setSrc(url);
    return () => URL.revokeObjectURL(url);
  }, [picture]);

  function choose(file: File | undefined) {
    if (file?.type.startsWith('image/')) setChosen(file);
    else alerts.error(t('general.logoInvalid'));
  }

  return (
    <fieldset className={s.logo} aria-label={t('general.logo')}>
      <Avatar id={workspaceId} title={title} src={src ?? logo} size={72} />
      <div>
        <p className={s.label}>{t('general.logo')}</p>
        <p className={s.hint}>{t('general.logoHint')}</p>
        <div className={s.buttons}>
          <FileButton size="sm" accept="image/*" onFiles={files => choose(files[0])}>
            {t('general.changeLogo')}
          </FileButton>
          {picture && (
            <Button size="sm" variant="ghost" onClick={() => onChange(null)}>
              {t('general.keepLogo')}
            </Button>
          )}
        </div>
      </div>
      <CropDialog
        file={chosen}
        shape="squircle"
        fileName="cropped-logo.png"
        onCancel={() => setChosen(null)}
        onCrop={file => {
          setChosen(null);
          onChange(file);
        }}
      />
    </fieldset>
  );
}
