import { filesHeight } from './layout.ts';
import type { ShownFile } from './local-file.ts';

interface FileNamesProps {
  files: readonly ShownFile[];
  /** Whether Tab goes to what is inside: only in the message that has the focus. */
  reachable: boolean;
}

/** The files of a message by their names, as links, where what shows them cannot be fetched; they take the same room. */
export function FileNames({ files, reachable }: FileNamesProps) {
  return (
    <div style={{ minHeight: filesHeight(files, 360) }}>
      {files.map(file => (
        <div key={'id' in file ? file.id : file._id} dir="auto">
          {'url' in file ? (
            <a href={file.url} target="_blank" rel="noreferrer" tabIndex={reachable ? 0 : -1}>
              {file.name}
            </a>
          ) : (
            file.name
          )}
        </div>
      ))}
    </div>
  );
}
