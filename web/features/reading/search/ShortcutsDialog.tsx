import { useRef } from 'react';
import { type Press, shortcuts, spelled } from '../../../platform/shortcuts.ts';
import { useTranslation } from '../../../platform/words/i18n.ts';
import { Kbd } from '../../../ui/marks/Kbd.tsx';
import { Dialog } from '../../../ui/overlays/Dialog.tsx';
import { actionKeys } from '../../messages/messages/open/message-actions.ts';
import s from './ShortcutsDialog.module.css';
import { useSearch } from './search.store.ts';
import './search.texts.ts';

const { search, up, down, first, last, pageUp, pageDown, ...keys } = shortcuts;

/** Shortcuts by section; typed text is shown as it is. */
const sheet = {
  anywhere: {
    open: [search],
    previous: [keys.previous],
    next: [keys.next],
    unreadBefore: [keys.previousUnread],
    unreadNext: [keys.nextUnread],
    read: [keys.read],
    readAll: [keys.readAll],
    sheet: [keys.sheet],
  },
  writing: {
    send: [keys.send],
    line: [keys.line],
    edit: [keys.editLast],
    name: '@ # :',
    bold: [keys.bold],
    italic: [keys.italic],
    underline: [keys.underline],
    link: [keys.link],
  },
  reading: {
    move: [up, down],
    page: [pageUp, pageDown],
    ends: [first, last],
    menu: [keys.menu],
    day: [keys.day],
    back: [keys.leave],
  },
  lists: { go: [up, down], rename: [keys.rename], remove: [keys.remove] },
} as const satisfies Record<string, Record<string, readonly Press[] | string>>;
type Section = keyof typeof sheet;
type Name = { [S in Section]: keyof (typeof sheet)[S] }[Section];

/** Keys whose names are translated. */
const named = ['Shift', 'Enter', 'Escape', 'Delete', 'PageUp', 'PageDown', 'Home', 'End'] as const;
const sections = Object.keys(sheet) as Section[];

/** Shows the sheet of shortcuts (Ctrl+/). */
export function ShortcutsDialog() {
  const { t } = useTranslation('search');
  const setOpen = useSearch(state => state.setOpen);
  const content = useRef<HTMLElement>(null);
  const names = Object.fromEntries(named.map(key => [key, t(`keys.${key}`)]));
  const row = (label: string, pressed: readonly Press[] | string) => (
    <div key={label} className={s.row}>
      <dt>{label}</dt>
      <dd>
        <Kbd keys={typeof pressed === 'string' ? pressed : pressed.map(one => spelled(one, names)).join(' ')} />
      </dd>
    </div>
  );
  return (
    <Dialog onClose={() => setOpen(null)} title={t('shortcuts.title')} size="lg" initialFocus={content}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard. */}
      <section ref={content} className={s.sheet} tabIndex={0} aria-label={t('shortcuts.title')}>
        {sections.map(section => (
          <section key={section}>
            <h3 className={s.heading}>{t(`shortcuts.${section}`)}</h3>
            <dl className={s.keys}>
              {Object.entries(sheet[section]).map(([name, pressed]) => row(t(`shortcuts.${name as Name}`), pressed))}
              {section === 'reading' && actionKeys.map(({ id, key }) => row(t(`messages:${id}`), [{ key }]))}
            </dl>
          </section>
        ))}
      </section>
    </Dialog>
  );
}
