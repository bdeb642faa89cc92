import { isEmail } from '@palabre/common/rules/people/email.ts';
import X from 'lucide-react/icons/x';
import { useId, useRef, useState } from 'react';
import { useTranslation } from '../../platform/words/i18n.ts';
import { alerts } from '../../ui/alerts/alerts.ts';
import { reasonOf, tellFailure } from '../../ui/alerts/failures.ts';
import { notice } from '../../ui/dialogs/dialogs.ts';
import { Button } from '../../ui/fields/Button.tsx';
import { Field } from '../../ui/fields/Field.tsx';
import { FileButton } from '../../ui/fields/FileButton.tsx';
import { Form } from '../../ui/fields/Form.tsx';
import { IconButton } from '../../ui/fields/IconButton.tsx';
import { SearchField } from '../../ui/fields/SearchField.tsx';
import { Card } from '../../ui/pages/Section.tsx';
import { type CsvFailure, type Imported, readCsv, writeCsv } from './csv.ts';
import { ImportDialog } from './ImportDialog.tsx';
import { useSocietyAction } from './open/societies.queries.ts';
import s from './Society.module.css';
import w from './Whitelist.module.css';

const failures = {
  invalid: 'whitelist.badCsv',
  empty: 'whitelist.noEmail',
  tooLarge: 'whitelist.tooLarge',
  tooMany: 'whitelist.tooMany',
} as const satisfies Record<CsvFailure, string>;

/** Adds one address to the whitelist. */
function AddForm({ societyId }: { societyId: string }) {
  const { t } = useTranslation('societies');
  const [typed, setTyped] = useState('');
  const [wrong, setWrong] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const { mutateAsync } = useSocietyAction(societyId);

  async function add() {
    const email = typed.trim();
    if (!isEmail(email)) {
      setWrong(true);
      field.current?.focus();
      return;
    }
    try {
      const { message } = await mutateAsync({ action: 'addWhitelist', email });
      setTyped('');
      field.current?.focus();
      alerts.success(t('done.added', { text: message }));
    } catch (cause) {
      tellFailure(cause, t('done.addFailed'));
    }
  }

  return (
    <Form className={w.add} onSubmit={add}>
      <Field
        ref={field}
        label={t('whitelist.email')}
        name="email"
        inputMode="email"
        placeholder={t('whitelist.placeholder')}
        value={typed}
        error={wrong ? t('whitelist.required') : null}
        autoComplete="off"
        onChange={event => {
          setTyped(event.target.value);
          setWrong(false);
        }}
      />
      <Button type="submit" variant="secondary">
        {t('whitelist.add')}
      </Button>
    </Form>
  );
}

/** Number of addresses shown at a time. */
const shownAtOnce = 50;

function Addresses({ societyId, addresses }: { societyId: string; addresses: readonly string[] }) {
  const { t } = useTranslation('societies');
  const [typed, setTyped] = useState('');
  const [shown, setShown] = useState(shownAtOnce);
  const { mutateAsync } = useSocietyAction(societyId);
  const search = typed.trim().toLowerCase();
  const found = search ? addresses.filter(address => address.includes(search)) : addresses;

  async function remove(email: string) {
    try {
      const { message } = await mutateAsync({ action: 'removeWhitelist', email });
      alerts.success(t('done.removed', { text: message }));
    } catch (cause) {
      tellFailure(cause, t('done.removeFailed'));
    }
  }

  return (
    <>
      {addresses.length > 8 && (
        <div className={w.search}>
          <SearchField
            label={t('whitelist.search')}
            hideLabel
            placeholder={t('whitelist.search')}
            value={typed}
            onChange={next => {
              setTyped(next);
              setShown(shownAtOnce);
            }}
          />
        </div>
      )}
      {found.length === 0 ? (
        <p className={w.empty} role="status">
          {t(search ? 'whitelist.noneFound' : 'whitelist.empty')}
        </p>
      ) : (
        <ul className={w.list} aria-label={t('whitelist.list')}>
          {found.slice(0, shown).map(address => (
            <li key={address} className={w.row}>
              <span className={w.address} title={address}>
                {address}
              </span>
              <IconButton label={t('whitelist.remove', { email: address })} onClick={() => remove(address)}>
                <X />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      {found.length > shown && (
        <div className={w.more}>
          <Button variant="outline" onClick={() => setShown(shown + 4 * shownAtOnce)}>
            {t('whitelist.more')}
          </Button>
        </div>
      )}
    </>
  );
}

/** Manages the addresses that join without waiting for an owner: one by one, by import, by export. */
export function Whitelist({ societyId, addresses }: { societyId: string; addresses: readonly string[] }) {
  const { t } = useTranslation('societies');
  const [imported, setImported] = useState<Imported | null>(null);
  const { mutateAsync } = useSocietyAction(societyId);
  const heading = useId();

  async function choose(file: File | undefined) {
    if (!file) return;
    try {
      const read = await readCsv(file);
      if (typeof read !== 'string') return setImported(read);
      await notice({ type: 'error', title: t('done.errorTitle'), text: t(failures[read]) });
    } catch (cause) {
      tellFailure(cause);
    }
  }

  async function send(list: readonly string[]) {
    try {
      const { message } = await mutateAsync({ action: 'addWhitelistBulk', emails: JSON.stringify(list) });
      setImported(null);
      alerts.success(message, { title: t('whitelist.importedTitle') });
    } catch (cause) {
      const text = t('done.importFailed');
      await notice({ type: 'error', title: t('done.errorTitle'), text, reasons: [reasonOf(cause, text)] });
    }
  }

  function save() {
    const link = document.createElement('a');
    link.href = URL.createObjectURL(writeCsv(addresses));
    link.download = t('whitelist.fileName');
    link.click();
    URL.revokeObjectURL(link.href);
  }

  return (
    <section className={s.section} aria-labelledby={heading}>
      <div className={w.head}>
        <div className={w.titles}>
          <h3 className={s.heading} id={heading}>
            {t('whitelist.heading')}
          </h3>
          <p className={s.lead}>{t('whitelist.lead')}</p>
        </div>
        <div className={w.files}>
          <FileButton size="sm" accept=".csv,.txt,text/csv,text/plain" onFiles={files => void choose(files[0])}>
            {t('whitelist.import')}
          </FileButton>
          {addresses.length > 0 && (
            <Button size="sm" variant="secondary" onClick={save}>
              {t('whitelist.export')}
            </Button>
          )}
        </div>
      </div>
      <Card>
        <AddForm societyId={societyId} />
        {addresses.length > 0 && <p className={w.count}>{t('whitelist.count', { count: addresses.length })}</p>}
        <Addresses societyId={societyId} addresses={addresses} />
      </Card>
      {imported && <ImportDialog imported={imported} onClose={() => setImported(null)} onImport={send} />}
    </section>
  );
}
