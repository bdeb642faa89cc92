import Search from 'lucide-react/icons/search';
import { useWide } from '../../../platform/media.ts';
import { useTranslation } from '../../../platform/words/i18n.ts';
import { IconButton } from '../../../ui/fields/IconButton.tsx';
import { Kbd } from '../../../ui/marks/Kbd.tsx';
import s from './SearchButton.module.css';
import { useSearch } from './search.store.ts';

/** Opens the search, like Ctrl+K; looks like a field where there is room for one. */
export function SearchButton() {
  const { t } = useTranslation('shell');
  const setOpen = useSearch(state => state.setOpen);
  const open = () => setOpen('search');
  if (!useWide()) {
    return (
      <IconButton label={t('search')} side="bottom" onClick={open}>
        <Search />
      </IconButton>
    );
  }
  return (
    <button type="button" className={s.field} aria-label={t('search')} onClick={open}>
      <Search aria-hidden="true" />
      <span className={s.word}>{t('searchWord')}</span>
      <Kbd keys="Ctrl K" />
    </button>
  );
}
