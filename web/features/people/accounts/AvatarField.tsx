import type { SelfUser } from '@palabre/common/contract/people/users.ts';
import { useTranslation } from '../../../platform/words/i18n.ts';
import { PicturePicker } from '../../../ui/fields/PicturePicker.tsx';
import { Avatar } from '../../../ui/marks/Avatar.tsx';

interface AvatarFieldProps {
  user: Pick<SelfUser, '_id' | 'firstName' | 'lastName' | 'avatar'>;
  /** Picture chosen in this form: null removes the saved avatar, undefined leaves it as it is. */
  picture: File | null | undefined;
  onChange: (picture: File | null) => void;
  onUndo: () => void;
}

/** Picks the user's avatar: cropped square, previewed round at 100 px, sent as `avatar.png`. */
export function AvatarField({ user, picture, onChange, onUndo }: AvatarFieldProps) {
  const { t } = useTranslation('accounts');
  const { _id, firstName, lastName, avatar } = user;
  const kept = picture === undefined ? avatar : null;
  return (
    <PicturePicker
      label={t('avatar')}
      hint={t('avatarHint')}
      picture={picture ?? null}
      onChange={chosen => (chosen ? onChange(chosen) : onUndo())}
      onRemoveKept={kept ? () => onChange(null) : undefined}
      fileName="avatar.png"
      shape="round"
      preview={src => (
        <Avatar id={_id} firstName={firstName} lastName={lastName} src={src ?? kept} size={100} shape="round" />
      )}
    />
  );
}
