import Search from 'lucide-react/icons/search';
import { useTranslation } from '../../../platform/words/i18n.ts';
import { IconButton } from '../../../ui/fields/IconButton.tsx';
import { useSearch } from './search.store.ts';

/** Opens the search, like Ctrl+K. */
export function SearchButton() {
  const { t } = useTranslation('shell');
  const setOpen = useSearch(state => state.setOpen);
  return (
    <IconButton label={t('search')} side="bottom" onClick={() => setOpen('search')}>
      <Search />
    </IconButton>
  );
}
