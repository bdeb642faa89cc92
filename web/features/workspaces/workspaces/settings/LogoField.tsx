import { useTranslation } from '../../../../platform/words/i18n.ts';
import { logoPreview, PicturePicker } from '../../../../ui/fields/PicturePicker.tsx';
import { Avatar } from '../../../../ui/marks/Avatar.tsx';

interface LogoFieldProps {
  workspaceId: string;
  title: string;
  /** Address of the saved logo. */
  logo: string | null;
  /** Logo chosen in this form, not saved yet. */
  picture: File | null;
  onChange: (picture: File | null) => void;
}

/** Picks the logo, sent as `cropped-logo.png`. */
export function LogoField({ workspaceId, title, logo, picture, onChange }: LogoFieldProps) {
  const { t } = useTranslation('settings', { keyPrefix: 'general' });
  return (
    <PicturePicker
      label={t('logo')}
      hint={t('logoHint')}
      picture={picture}
      onChange={onChange}
      fileName="cropped-logo.png"
      shape="squircle"
      words={{ choose: t('changeLogo'), change: t('changeLogo'), remove: t('keepLogo') }}
      preview={src => <Avatar id={workspaceId} title={title} src={src ?? logo} size={logoPreview} />}
    />
  );
}
