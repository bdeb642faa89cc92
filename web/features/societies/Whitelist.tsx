import { isEmail } from '@palabre/common/rules/people/email.ts';
import Mail from 'lucide-react/icons/mail';
import X from 'lucide-react/icons/x';
import { useRef, useState } from 'react';
import { useTranslation } from '../../platform/words/i18n.ts';
import { alerts } from '../../ui/alerts/alerts.ts';
import { reasonOf, tellFailure } from '../../ui/alerts/failures.ts';
import { notice } from '../../ui/dialogs/dialogs.ts';
import { Button } from '../../ui/fields/Button.tsx';
import { onceSaved } from '../../ui/fields/edits.ts';
import { Field } from '../../ui/fields/Field.tsx';
import { FileButton } from '../../ui/fields/FileButton.tsx';
import { Form } from '../../ui/fields/Form.tsx';
import { SearchField } from '../../ui/fields/SearchField.tsx';
import { ListedWithin } from '../../ui/lists/Listed.tsx';
import { Row, RowIcon } from '../../ui/lists/Row.tsx';
import { Rows } from '../../ui/lists/Rows.tsx';
import { Subject } from '../../ui/pages/Section.tsx';
import { type CsvFailure, type Imported, readCsv, writeCsv } from './csv.ts';
import { ImportDialog } from './ImportDialog.tsx';
import { useSocietyAction } from './open/societies.queries.ts';
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
      setTyped(onceSaved(typed, ''));
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

/** Number of addresses above which the list has a search. */
const many = 8;

function Addresses({ societyId, addresses }: { societyId: string; addresses: readonly string[] }) {
  const { t } = useTranslation('societies');
  const [typed, setTyped] = useState('');
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
    <ListedWithin
      said={addresses.length > 0 ? t('whitelist.count', { count: addresses.length }) : undefined}
      tools={
        (addresses.length > many || typed !== '') && (
          <SearchField
            label={t('whitelist.search')}
            hideLabel
            placeholder={t('whitelist.search')}
            value={typed}
            onChange={setTyped}
          />
        )
      }
      count={found.length}
      empty={t(search ? 'whitelist.noneFound' : 'whitelist.empty')}
    >
      <Rows label={t('whitelist.list')} items={found} idOf={address => address}>
        {address => (
          <Row
            face={
              <RowIcon>
                <Mail />
              </RowIcon>
            }
            title={address}
            name={address}
            actions={[
              {
                ...{ label: t('people.remove'), name: t('whitelist.remove', { email: address }) },
                ...{ icon: <X />, danger: true },
                onSelect: () => void remove(address),
              },
            ]}
          />
        )}
      </Rows>
    </ListedWithin>
  );
}

/** Manages the addresses that join without waiting for an owner: one by one, by import, by export. */
export function Whitelist({ societyId, addresses }: { societyId: string; addresses: readonly string[] }) {
  const { t } = useTranslation('societies');
  const [imported, setImported] = useState<Imported | null>(null);
  const { mutateAsync } = useSocietyAction(societyId);

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
    <Subject
      heading={t('whitelist.heading')}
      level="h3"
      hint={t('whitelist.lead')}
      actions={
        <>
          <FileButton size="sm" accept=".csv,.txt,text/csv,text/plain" onFiles={files => void choose(files[0])}>
            {t('whitelist.import')}
          </FileButton>
          {addresses.length > 0 && (
            <Button size="sm" variant="secondary" onClick={save}>
              {t('whitelist.export')}
            </Button>
          )}
        </>
      }
      end={<Addresses societyId={societyId} addresses={addresses} />}
    >
      <AddForm societyId={societyId} />
      {imported && <ImportDialog imported={imported} onClose={() => setImported(null)} onImport={send} />}
    </Subject>
  );
}
