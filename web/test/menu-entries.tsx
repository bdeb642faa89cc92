import type { MenuEntry, MenuItem } from '../ui/overlays/Menu.tsx';

/** Shows entries of a menu and of its submenus as a list of buttons, without opening each submenu. */
export function MenuEntries({ entries }: { entries: readonly MenuEntry[] }) {
  const items = entries.filter(
    (entry): entry is MenuItem => typeof entry === 'object' && entry !== null && 'label' in entry,
  );
  return (
    <ul>
      {items.map(({ id, label, text, badge, danger, onSelect, items: within }) => (
        <li key={id ?? label} aria-label={label}>
          <button type="button" className={danger ? 'danger' : undefined} dir="auto" onClick={onSelect}>
            {label}
          </button>
          {text} {badge && badge.count > 0 && badge.label}
          {within && <MenuEntries entries={within} />}
        </li>
      ))}
    </ul>
  );
}
