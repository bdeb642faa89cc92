import { useState } from 'react';
import { useTranslation } from '../../../../platform/words/i18n.ts';
import { Button } from '../../../../ui/fields/Button.tsx';
import { later } from '../../../../ui/overlays/later.ts';
import { Subject } from '../../../../ui/pages/Section.tsx';
import '../about.texts.ts';
import { pageVersion } from '../version.ts';

const LicencesDialog = later(async () => (await import('../LicencesDialog.tsx')).LicencesDialog, 'asked');

/** Says which version of Palabre the page is, and opens the licences of its packages. */
export function About() {
  const { t } = useTranslation('about');
  const [open, setOpen] = useState(false);
  return (
    <>
      <Subject
        heading={t('heading')}
        hint={t('version', { version: pageVersion() })}
        actions={
          <Button variant="outline" size="sm" onClick={() => setOpen(true)}>
            {t('open')}
          </Button>
        }
      />
      {open && <LicencesDialog onClose={() => setOpen(false)} />}
    </>
  );
}
