import type { PublicUser } from '@palabre/common/contract/people/users.ts';
import { fullName } from '@palabre/common/rules/people/names.ts';
import type { ReactNode } from 'react';
import { Checkbox } from '../../../../ui/fields/Checkbox.tsx';
import { Avatar } from '../../../../ui/marks/Avatar.tsx';
import s from './PersonCheckbox.module.css';

interface PersonCheckboxProps {
  person: PublicUser;
  /** Second line, fainter. */
  about?: string | null;
  /** Content at the end of the line, such as why the person cannot be chosen. */
  aside?: ReactNode;
  checked: boolean;
  disabled?: boolean;
  onChange: (checked: boolean) => void;
}

/** Shows a person as a checkbox of a list. */
export function PersonCheckbox({ person, about, aside, checked, disabled, onChange }: PersonCheckboxProps) {
  const { _id, firstName, lastName, avatar } = person;
  return (
    <Checkbox
      className={s.person}
      checked={checked}
      disabled={disabled}
      onChange={onChange}
      label={
        <span className={s.who}>
          <Avatar id={_id} firstName={firstName} lastName={lastName} src={avatar} size={32} />
          <span className={s.names}>
            <span className={s.name} dir="auto">
              {fullName(person)}
            </span>
            {about && <span className={s.about}>{about}</span>}
          </span>
          {aside && <span className={s.aside}>{aside}</span>}
        </span>
      }
    />
  );
}
