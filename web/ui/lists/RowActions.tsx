import Ellipsis from 'lucide-react/icons/ellipsis';
import type { ReactNode } from 'react';
import { usePhone, useTight } from '../../platform/media.ts';
import { useTranslation } from '../../platform/words/i18n.ts';
import { Button } from '../fields/Button.tsx';
import { IconButton } from '../fields/IconButton.tsx';
import { Menu } from '../overlays/Menu.tsx';
import s from './Row.module.css';

/** Action on a row. */
export interface RowAction {
  /** Text of the button, or of the menu's item. */
  label: string;
  /** Name of the button for screen readers, which includes the row's. */
  name: string;
  icon: ReactNode;
  /** Whether the button shows only the icon. */
  bare?: boolean;
  /** Whether this is the row's main action: its button is filled, and stays beside the menu on a phone. */
  main?: boolean;
  danger?: boolean;
  disabled?: boolean;
  /** Reason why the action is disabled. */
  reason?: string | undefined;
  loading?: boolean;
  onSelect: () => void;
}

/** Number of actions up to which all are buttons on a tight page. */
const fewActions = 3;

/** Class of a row's action, for actions outside the row's list. */
export const quietAction = s.quiet;

interface RowActionsProps {
  /** Name of the row. */
  of: string;
  actions: readonly (RowAction | false)[];
}

/**
 * Actions of a row: quiet buttons that darken with the row. Under 640 px a single « ⋯ » opens them all in a sheet; when
 * they are many, they are in a menu already on a tight page.
 */
export function RowActions({ of, actions }: RowActionsProps) {
  const { t } = useTranslation('ui');
  const phone = usePhone();
  const tight = useTight();
  const all = actions.filter(action => action !== false);
  const isMenu = phone || (tight && all.length > fewActions);
  const buttons = isMenu ? all.filter(action => action.main) : all;
  const others = isMenu ? all.filter(action => !action.main) : [];
  return (
    <span className={s.actions}>
      {buttons.map(action => (
        <ActionButton key={action.name} action={action} />
      ))}
      {others.length > 0 && (
        <Menu
          align="end"
          items={() => [
            { heading: of },
            ...others.map(({ label, icon, danger, disabled, loading, reason, onSelect }) => ({
              ...{ label, icon, onSelect, text: reason },
              ...{ danger: danger === true, disabled: disabled === true || loading === true },
            })),
          ]}
        >
          <IconButton label={t('actionsOn', { name: of })}>
            <Ellipsis />
          </IconButton>
        </Menu>
      )}
    </span>
  );
}

function ActionButton({ action }: { action: RowAction }) {
  const { label, name, icon, bare, main, danger, disabled, reason, loading, onSelect } = action;
  if (bare) {
    return (
      <IconButton className={s.quiet} label={name} size="sm" disabled={disabled} onClick={onSelect}>
        {icon}
      </IconButton>
    );
  }
  return (
    <Button
      className={main ? undefined : s.quiet}
      size="sm"
      variant={main ? 'soft' : danger ? 'danger-ghost' : 'ghost'}
      aria-label={name}
      title={reason}
      disabled={disabled}
      loading={loading}
      onClick={onSelect}
    >
      {label}
    </Button>
  );
}
