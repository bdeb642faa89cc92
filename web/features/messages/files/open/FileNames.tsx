import { filesHeight } from './layout.ts';
import type { ShownFile } from './local-file.ts';

interface FileNamesProps {
  files: readonly ShownFile[];
  /** Whether Tab reaches the links: only in the focused message. */
  reachable: boolean;
}

/** Lists the files of a message as links, where the code that shows them cannot be loaded; takes the same height. */
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
