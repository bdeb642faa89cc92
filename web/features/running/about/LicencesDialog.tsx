import type { LicensedPackage } from '@palabre/common/contract/running/about.ts';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { useState } from 'react';
import { useTranslation } from '../../../platform/words/i18n.ts';
import { Listed } from '../../../ui/lists/Listed.tsx';
import { Dialog } from '../../../ui/overlays/Dialog.tsx';
import { Note } from '../../../ui/pages/Note.tsx';
import { useLicences } from './about.queries.ts';
import s from './LicencesDialog.module.css';
import { pageVersion } from './version.ts';

/** Shows a package, and the texts of its licence once it is opened. */
function Package({ of: { name, version, licence, texts }, all }: { of: LicensedPackage; all: readonly string[] }) {
  const { t } = useTranslation('about');
  const [open, setOpen] = useState(false);
  return (
    <li>
      <details onToggle={event => setOpen(event.currentTarget.open)}>
        <summary className={s.summary}>
          <ChevronRight className={s.arrow} aria-hidden="true" />
          <span className={s.name}>{name}</span>
          <span className={s.version}>{version}</span>
          <span className={s.licence}>{licence || t('unnamed')}</span>
        </summary>
        {open && texts.length === 0 && <p className={s.none}>{t('noText')}</p>}
        {open &&
          texts.map(text => (
            <pre key={text} className={s.text} lang="en">
              {all[text]}
            </pre>
          ))}
      </details>
    </li>
  );
}

/** Shows the licences of the packages that Palabre is made with. */
export function LicencesDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('about');
  const { data, isError, error, refetch } = useLicences();
  const version = pageVersion();
  return (
    <Dialog onClose={onClose} title={t('title')} description={t('lead', { version })} size="lg">
      {data && version !== data.version && <Note>{t('newer', { version: data.version })}</Note>}
      <Listed
        count={data?.packages.length}
        failed={{ title: t('failed'), isError, error, retry: refetch }}
        empty={t('none')}
      >
        <ul className={s.packages} aria-label={t('list')}>
          {data?.packages.map(one => (
            <Package key={`${one.name} ${one.version}`} of={one} all={data.texts} />
          ))}
        </ul>
      </Listed>
    </Dialog>
  );
}
