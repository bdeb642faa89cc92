import { toldApart } from '@palabre/common/rules/people/names.ts';
import { useSession } from '../../../../platform/session/session.ts';
import { useTranslation } from '../../../../platform/words/i18n.ts';
import s from './TypingLine.module.css';
import { useWriters } from './typing.ts';

/** Shows « Camille écrit… » for the writers of a place, without moving anything. */
export function TypingLine({ placeId }: { placeId: string }) {
  const { t } = useTranslation('messages', { keyPrefix: 'typing' });
  const me = useSession(state => state.user);
  const writers = useWriters(all => all[placeId]) ?? [];
  const [first, second, ...others] = writers;
  if (!first) return null;
  const self = { _id: me?._id ?? '', firstName: me?.firstName ?? '', lastName: me?.lastName ?? '' };
  const names = toldApart([self, ...writers.map(({ userId, ...name }) => ({ _id: userId, ...name }))]);
  return (
    <p className={s.line}>
      {others.length > 0
        ? t('many')
        : second
          ? t('two', { first: names.get(first.userId), second: names.get(second.userId) })
          : t('one', { name: names.get(first.userId) })}
    </p>
  );
}
