import { useTranslation } from 'react-i18next';
import s from './TypingLine.module.css';
import { useWriters } from './typing.ts';

/** « Camille écrit… »: who is writing in this place, where nothing has to move for it. */
export function TypingLine({ placeId }: { placeId: string }) {
  const { t } = useTranslation('messages', { keyPrefix: 'typing' });
  const [first, second, ...others] = useWriters(all => all[placeId]) ?? [];
  if (!first) return null;
  return (
    <p className={s.line}>
      {others.length > 0
        ? t('many')
        : second
          ? t('two', { first: first.firstName, second: second.firstName })
          : t('one', { name: first.firstName })}
    </p>
  );
}
