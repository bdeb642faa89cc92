import { useRef } from 'react';
import { Button, type ButtonProps } from './Button.tsx';

interface FileButtonProps extends Omit<ButtonProps, 'onClick' | 'type' | 'asChild'> {
  /** File types to accept, such as « image/* » or « .csv ». */
  accept?: string;
  multiple?: boolean;
  onFiles: (files: File[]) => void;
}

/** Button that asks for files. Choosing the same file twice calls `onFiles` twice. */
export function FileButton({ accept, multiple, onFiles, variant = 'secondary', ...rest }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button variant={variant} {...rest} onClick={() => input.current?.click()} />
      <input
        ref={input}
        type="file"
        accept={accept}
        multiple={multiple}
        hidden
        onChange={event => {
          const files = [...(event.target.files ?? [])];
          event.target.value = '';
          if (files.length > 0) onFiles(files);
        }}
      />
    </>
  );
}
