import { endOf } from '@palabre/common/rules/messages/file-names.ts';
import s from './FileName.module.css';

/** Shows a file's name on one line; an ellipsis cuts the middle, so that the extension stays visible. */
export function FileName({ name }: { name: string }) {
  const end = endOf(name);
  return (
    <bdi className={s.name} title={name}>
      <span className={s.begin}>{name.slice(0, name.length - end.length)}</span>
      <span>{end}</span>
    </bdi>
  );
}
