import type { WorkspaceSize } from '@palabre/common/contract/running/overview.ts';
import { formatSize } from '../../../platform/words/format.ts';
import { useTranslation } from '../../../platform/words/i18n.ts';
import { SearchField } from '../../../ui/fields/SearchField.tsx';
import { useTypedSearch } from '../../../ui/fields/useTypedSearch.ts';
import { ListedWithin } from '../../../ui/lists/Listed.tsx';
import { Pager } from '../../../ui/lists/Pager.tsx';
import { Row } from '../../../ui/lists/Row.tsx';
import { Rows } from '../../../ui/lists/Rows.tsx';
import { Avatar } from '../../../ui/marks/Avatar.tsx';
import { Subject } from '../../../ui/pages/Section.tsx';
import s from './Overview.module.css';
import { useSizes } from './overview.queries.ts';

/** Shows the workspaces by the size of their files, page by page. */
export function SizesCard() {
  const { t } = useTranslation('overview', { keyPrefix: 'workspaces' });
  const { typed, setTyped, ...searched } = useTypedSearch();
  const { data, ...list } = useSizes(searched);
  return (
    <Subject
      heading={t('heading')}
      hint={t('hint')}
      end={
        <>
          <ListedWithin
            tools={
              <SearchField label={t('search')} placeholder={t('searchPlaceholder')} value={typed} onChange={setTyped} />
            }
            count={data?.workspaces.length}
            {...list.told(t('failed'))}
            empty={t(searched.search === '' ? 'noneYet' : 'none')}
            ghosts={3}
          >
            <Rows label={t('list')} items={data?.workspaces ?? []} idOf={({ workspace }) => workspace._id}>
              {size => <SizeRow size={size} />}
            </Rows>
          </ListedWithin>
          <Pager {...list.pager} count={data?.workspaces.length} />
        </>
      }
    />
  );
}

function SizeRow({ size: { workspace, members, files, bytes } }: { size: WorkspaceSize }) {
  const { t } = useTranslation('overview', { keyPrefix: 'workspaces' });
  const { _id, title, logo } = workspace;
  return (
    <Row
      face={<Avatar id={_id} title={title} src={logo} size={36} />}
      title={title}
      name={title}
      text={`${t('members', { count: members })} · ${t('files', { count: files })}`}
      aside={<span className={s.size}>{formatSize(bytes)}</span>}
    />
  );
}
