import { limits } from '@palabre/common/contract/fields.ts';
import { type ClamdAddress, scanByClamd, versionOfClamd } from '../files/clamd.ts';
import { type Finding, good, look } from './finding.ts';

const withinMs = 12_000;
/** Age from which signatures count as outdated: new ones are published each day. */
const signatureDays = 3;
const dayMs = 86_400_000;

/** Generates zeros, up to the size limit of files. */
async function* largestFile(): AsyncGenerator<Buffer> {
  const part = Buffer.alloc(64 * 1024);
  for (let sent = 0; sent < limits.fileBytes; sent += part.length) yield part;
}

/** Checks clamd's version, the age of its signatures, and whether it accepts the largest file. */
export async function scanner(clamd: ClamdAddress): Promise<Finding> {
  const signal = AbortSignal.timeout(withinMs);
  const version = await versionOfClamd(clamd, signal);
  const [says = version, , since] = version.split('/');
  const renew = 'voyez si freshclam tourne (systemctl status clamav-freshclam)';
  if (since === undefined) return look(`${says}, sans signatures de ClamAV`, renew);
  const dated = `${says}, signatures du ${new Date(since).toLocaleDateString('fr')}`;
  if (!(Date.now() - Date.parse(since) < signatureDays * dayMs)) return look(dated, renew);
  const { is } = await scanByClamd(clamd, largestFile(), signal);
  const megabytes = limits.fileBytes / (1024 * 1024);
  return is === 'clean'
    ? good(dated)
    : look(
        `${dated}, ne prend pas un fichier de ${megabytes} Mo`,
        `donnez ${megabytes}M au moins à StreamMaxLength, MaxFileSize et MaxScanSize dans clamd.conf`,
      );
}
