import { limits } from '@palabre/common/contract/fields.ts';
import type { Role } from '@palabre/common/contract/workspaces/roles.ts';
import { defaultColor } from '@palabre/common/rules/workspaces/role-colour.ts';
import { useRef, useState } from 'react';
import { useTranslation } from '../../../../platform/words/i18n.ts';
import { Button } from '../../../../ui/fields/Button.tsx';
import { Field } from '../../../../ui/fields/Field.tsx';
import { Dialog } from '../../../../ui/overlays/Dialog.tsx';
import { Note } from '../../../../ui/pages/Note.tsx';
import { useCreateRole, useUpdateRole } from '../../structure/open/roles.queries.ts';
import { useReadable } from '../../structure/open/useNameColour.ts';

import { ColorField } from './ColorField.tsx';
import { type Flags, PermissionSwitches } from './PermissionSwitches.tsx';
import s from './RoleDialogs.module.css';

const noRight: Flags = { addChannels: false, canKick: false, creator: false };

interface RoleDialogProps {
  workspaceId: string;
  /** Role being edited, current; absent for a new one. */
  role?: Role;
  onClose: () => void;
}

/**
 * Creates a role, or edits its name and colour. Warns when another user changes the role meanwhile; sends only the
 * fields changed here.
 */
export function RoleDialog({ workspaceId, role, onClose }: RoleDialogProps) {
  const { t } = useTranslation('roles');
  const [base, setBase] = useState(role);
  const [name, setName] = useState(role?.name ?? '');
  const [color, setColor] = useState(role?.color ?? defaultColor);
  const [flags, setFlags] = useState(noRight);
  const input = useRef<HTMLInputElement>(null);
  const create = useCreateRole();
  const update = useUpdateRole();
  const readable = useReadable();
  const isPending = create.isPending || update.isPending;
  const title = name.trim();
  const changed = !isPending && base && role && (base.name !== role.name || base.color !== role.color);

  function takeTheirs() {
    if (!role) return;
    setBase(role);
    setName(role.name);
    setColor(role.color);
    input.current?.focus();
  }

  async function submit() {
    if (!base) await create.mutateAsync({ workspaceId, name: title, color, ...flags });
    else {
      const change = { ...(title !== base.name && { name: title }), ...(color !== base.color && { color }) };
      if (Object.keys(change).length > 0) await update.mutateAsync({ id: base._id, change });
    }
    onClose();
  }

  return (
    <Dialog
      onClose={onClose}
      title={t(base ? 'form.editTitle' : 'form.createTitle')}
      initialFocus={input}
      unsaved={base !== undefined && (title !== base.name || color !== base.color)}
      onSubmit={submit}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            {t('form.cancel')}
          </Button>
          <Button type="submit" disabled={title === ''}>
            {t(base ? 'form.submitEdit' : 'form.submitCreate')}
          </Button>
        </>
      }
    >
      {changed && (
        <Note
          tone="warning"
          action={
            <Button size="sm" variant="secondary" onClick={takeTheirs}>
              {t('takeTheirs')}
            </Button>
          }
        >
          {t('changedFields')}
        </Note>
      )}
      <Field
        ref={input}
        label={t('form.name')}
        name="name"
        placeholder={t('form.placeholder')}
        value={name}
        required
        maxLength={limits.roleName}
        autoComplete="off"
        onChange={event => setName(event.target.value)}
      />
      <ColorField value={color} onChange={setColor} />
      <p className={s.preview}>
        <span className={s.previewLabel}>{t('form.preview')}</span>
        <strong style={{ color: readable(color) }}>{title || t('form.placeholder')}</strong>
      </p>
      {!base && <PermissionSwitches value={flags} onChange={(flag, on) => setFlags(old => ({ ...old, [flag]: on }))} />}
    </Dialog>
  );
}
