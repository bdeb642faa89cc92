import { limits } from '@palabre/common/contract/fields.ts';
import Search from 'lucide-react/icons/search';
import { Field, type FieldProps } from './Field.tsx';

interface SearchFieldProps extends Omit<FieldProps, 'type' | 'icon' | 'value' | 'onChange'> {
  value: string;
  onChange: (typed: string) => void;
}

/** Field that searches or filters a list. */
export function SearchField({ onChange, ...rest }: SearchFieldProps) {
  return (
    <Field
      maxLength={limits.listSearch}
      autoComplete="off"
      {...rest}
      type="search"
      icon={<Search />}
      onChange={event => onChange(event.target.value)}
    />
  );
}
