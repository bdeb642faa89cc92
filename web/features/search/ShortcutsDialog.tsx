import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../ui/Dialog.tsx';
import { Kbd } from '../../ui/Kbd.tsx';
import { dayKey } from '../messages/list/useRowFocus.ts';
import { actionKeys } from '../messages/message-actions.ts';
import s from './ShortcutsDialog.module.css';
import { useSearch } from './search.store.ts';
import './texts.ts';

/** What the keys do, by where one is (product.md, « Keyboard »); those that keyboards name each in their language are in the texts. */
const sheet = {
  anywhere: {
    open: 'Ctrl K',
    previous: 'Alt ↑',
    next: 'Alt ↓',
    unreadBefore: null,
    unreadNext: null,
    read: null,
    readAll: null,
    sheet: 'Ctrl /',
  },
  writing: {
    send: null,
    line: null,
    edit: '↑',
    name: '@ # :',
    bold: 'Ctrl B',
    italic: 'Ctrl I',
    underline: 'Ctrl U',
    link: 'Ctrl K',
  },
  reading: { move: '↑ ↓', ends: null, menu: null, day: dayKey.toUpperCase(), back: null },
} as const;
type Section = keyof typeof sheet;
type Name = { [S in Section]: keyof (typeof sheet)[S] }[Section];
type Named = 'unreadBefore' | 'unreadNext' | 'read' | 'readAll' | 'send' | 'line' | 'ends' | 'menu' | 'back';

const sections = Object.keys(sheet) as Section[];

/** The sheet of shortcuts, by Ctrl+/. */
export function ShortcutsDialog() {
  const { t } = useTranslation(['search', 'messages']);
  const setOpen = useSearch(state => state.setOpen);
  const content = useRef<HTMLElement>(null);
  const row = (label: string, keys: string) => (
    <div key={label} className={s.row}>
      <dt>{label}</dt>
      <dd>
        <Kbd keys={keys} />
      </dd>
    </div>
  );
  return (
    <Dialog open onOpenChange={() => setOpen(null)} title={t('shortcuts.title')} size="lg" initialFocus={content}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keys. */}
      <section ref={content} className={s.sheet} tabIndex={0} aria-label={t('shortcuts.title')}>
        {sections.map(section => (
          <section key={section}>
            <h3 className={s.heading}>{t(`shortcuts.${section}`)}</h3>
            <dl className={s.keys}>
              {Object.entries(sheet[section]).map(([name, keys]) =>
                row(t(`shortcuts.${name as Name}`), keys ?? t(`keys.${name as Named}`)),
              )}
              {section === 'reading' &&
                actionKeys.map(({ id, key }) =>
                  row(t(`messages:${id}`), key === 'delete' ? t('keys.remove') : key.toUpperCase()),
                )}
            </dl>
          </section>
        ))}
      </section>
    </Dialog>
  );
}
