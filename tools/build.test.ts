import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, stop } from 'esbuild';
import { expect, onTestFinished, test } from 'vitest';
import { bundling } from './build.mjs';

test('The bundle of the server opens a bucket of S3, whose package is loaded when it is needed alone', async () => {
  const outdir = mkdtempSync(join(tmpdir(), 'palabre-bundle-'));
  onTestFinished(() => rmSync(outdir, { recursive: true }));
  const entryPoints = { bucket: 'server/platform/files/bucket.ts' };
  await build({ ...bundling, entryPoints, outdir, outExtension: { '.js': '.mjs' } });
  await stop();
  const { openBucket } = await import(pathToFileURL(join(outdir, 'bucket.mjs')).href);
  const given = { endpoint: 'https://s3.exemple.fr', bucket: 'palabre', accessKey: 'clé', secretKey: 'secret' };
  const { sdk, client } = await openBucket(given, { connectMs: 1_000, silentMs: 1_000 });
  expect(client).toBeInstanceOf(sdk.S3Client);
  expect(new sdk.PutObjectCommand({ Bucket: 'palabre', Key: 'une-clé' }).input.Bucket).toBe('palabre');
});
