import { useTranslation } from '../../platform/words/i18n.ts';
import { Button } from '../../ui/fields/Button.tsx';
import { Dialog } from '../../ui/overlays/Dialog.tsx';
import type { Imported } from './csv.ts';
import w from './Whitelist.module.css';

interface ImportDialogProps {
  imported: Imported;
  onClose: () => void;
  onImport: (addresses: readonly string[]) => Promise<unknown>;
}

/** Confirms a file's import: shows how many addresses it adds, and the lines without any. */
export function ImportDialog({ imported: { addresses, left }, onClose, onImport }: ImportDialogProps) {
  const { t } = useTranslation('societies');
  return (
    <Dialog
      onClose={onClose}
      title={t('whitelist.importTitle')}
      description={t('whitelist.importText', { count: addresses.length })}
      onSubmit={() => onImport(addresses)}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            {t('common:cancel')}
          </Button>
          <Button type="submit">{t('whitelist.confirm')}</Button>
        </>
      }
    >
      {left.length > 0 && (
        <>
          <p>{t('whitelist.left', { count: left.length })}</p>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling list must be reachable by keyboard. */}
          <ul className={w.left} tabIndex={0} aria-label={t('whitelist.left', { count: left.length })}>
            {left.map(({ line, text }) => (
              <li key={line}>
                <span className={w.line}>{t('whitelist.line', { line })}</span>
                <span className={w.text} dir="auto">
                  {text}
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </Dialog>
  );
}
