import type { AdmissionRequest } from '@palabre/common/contract/people/admissions.ts';
import { fullName } from '@palabre/common/rules/people/names.ts';
import Check from 'lucide-react/icons/check';
import X from 'lucide-react/icons/x';
import { formatDate } from '../../../../platform/words/format.ts';
import { useTranslation } from '../../../../platform/words/i18n.ts';
import { alerts } from '../../../../ui/alerts/alerts.ts';
import { confirm } from '../../../../ui/dialogs/dialogs.ts';
import { SearchField } from '../../../../ui/fields/SearchField.tsx';
import { useTypedSearch } from '../../../../ui/fields/useTypedSearch.ts';
import { ListedWithin } from '../../../../ui/lists/Listed.tsx';
import { Pager } from '../../../../ui/lists/Pager.tsx';
import { Row } from '../../../../ui/lists/Row.tsx';
import { Rows } from '../../../../ui/lists/Rows.tsx';
import { Avatar } from '../../../../ui/marks/Avatar.tsx';
import { Subject, Subjects } from '../../../../ui/pages/Section.tsx';
import { RegistrationCard } from '../../registration/open/RegistrationCard.tsx';
import { useSocialProviders } from '../../social-login/open/social-login.queries.ts';
import { useDecide, useRequests } from '../admissions.queries.ts';

/** Shows « Inscriptions » to administrators: who may register, and the requests for an account. */
export function RegistrationTab() {
  return (
    <Subjects>
      <RegistrationCard hasProviders={useSocialProviders().length > 0} />
      <RequestsCard />
    </Subjects>
  );
}

function RequestsCard() {
  const { t } = useTranslation('registration', { keyPrefix: 'requests' });
  const { typed, setTyped, ...searched } = useTypedSearch();
  const { data, ...list } = useRequests(searched);
  const decide = useDecide();
  const said = ({ message }: { message: string }) => void alerts.success(message);

  async function refuse({ _id: id, email }: AdmissionRequest) {
    const sure = await confirm({
      ...{ title: t('refuseSure'), text: t('refuseText', { email }) },
      ...{ confirmLabel: t('refuse'), danger: true },
    });
    // A refusal of the server shows its own alert.
    if (sure) decide.mutate({ id, approve: false }, { onSuccess: said });
  }

  return (
    <div>
      <Subject
        heading={t('heading')}
        hint={t('hint')}
        end={
          <ListedWithin
            tools={<SearchField label={t('search')} value={typed} onChange={setTyped} />}
            // The server sends no count; a single page holds all requests.
            said={
              data && list.isShort && data.requests.length > 0 ? t('count', { count: data.requests.length }) : undefined
            }
            count={data?.requests.length}
            {...list.told(t('failed'))}
            empty={t(searched.search === '' ? 'empty' : 'none')}
            ghosts={2}
          >
            <Rows label={t('list')} items={data?.requests ?? []} idOf={request => request._id}>
              {request => (
                <Row
                  face={<Avatar id={request._id} firstName={request.firstName} lastName={request.lastName} size={36} />}
                  title={fullName(request)}
                  name={fullName(request)}
                  text={[request.email, formatDate(request.createdAt), request.message].filter(Boolean).join(' · ')}
                  wraps
                  actions={[
                    {
                      ...{ label: t('approve'), name: t('approveOf', { email: request.email }), icon: <Check /> },
                      loading: decide.isPending && decide.variables.id === request._id,
                      onSelect: () => decide.mutate({ id: request._id, approve: true }, { onSuccess: said }),
                    },
                    {
                      ...{ label: t('refuse'), name: t('refuseOf', { email: request.email }), icon: <X /> },
                      ...{ danger: true, onSelect: () => void refuse(request) },
                    },
                  ]}
                />
              )}
            </Rows>
          </ListedWithin>
        }
      />
      <Pager {...list.pager} count={data?.requests.length} />
    </div>
  );
}
