import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { variableNames } from '../server/env.variables.ts';
import { version } from '../server/platform/paths.ts';
import { readImage } from './dockerfile.ts';
import { root } from './setup.mjs';

// biome-ignore lint/suspicious/noExplicitAny: YAML of Compose and Kubernetes, whose shapes are theirs.
type Yaml = any;

/** Parses a file of YAML; a mistake or a warning in it fails. */
function parse(path: string): Yaml[] {
  const override = { tag: '!override', collection: 'seq', identify: () => false, resolve: (seq: Yaml) => seq } as const;
  const documents = parseAllDocuments(readFileSync(join(root, path), 'utf8'), { merge: true, customTags: [override] });
  return [...documents].map(document => {
    expect([...document.errors, ...document.warnings]).toEqual([]);
    return document.toJS();
  });
}

const image = readImage();
const composeFiles = ['compose.yaml', 'compose.caddy.yaml', 'compose.several.yaml'];
const [alone, caddy, several] = composeFiles.map(file => parse(`deploy/docker/${file}`)[0]);
const kubernetes = parse('deploy/kubernetes/palabre.yaml');
const ofKind = (kind: string) => kubernetes.find(document => document.kind === kind);
const pod = ofKind('Deployment').spec.template.spec;
const [container] = pod.containers;
const [proxy] = pod.initContainers;

const palabres: [string, string[]][] = [
  ['deploy/docker/Dockerfile', Object.keys(image.env)],
  ...[alone, caddy, several].flatMap((file, at) =>
    Object.entries<Yaml>(file.services)
      .filter(([name]) => name.startsWith('palabre'))
      .map(([name, { environment }]): [string, string[]] => [`${composeFiles[at]}, ${name}`, Object.keys(environment)]),
  ),
  ['deploy/kubernetes/palabre.yaml', container.env.map(({ name }: Yaml) => name)],
];

test.each(palabres)('Palabre of %s is given variables that it reads', (_where, names) => {
  const known = new Set([...variableNames.flatMap(name => [name, `${name}_FILE`]), 'NODE_ENV']);
  expect(names.length).toBeGreaterThan(0);
  expect(names.filter(name => !known.has(name))).toEqual([]);
});

test('Compose files name only folders and files of this project, and volumes that they declare', () => {
  const here = (path: string) => existsSync(join(root, 'deploy/docker', path));
  for (const file of [alone, caddy, several]) {
    for (const { build, volumes = [], configs = [] } of Object.values<Yaml>(file.services)) {
      if (build) expect([here(build.context), existsSync(join(root, build.dockerfile))]).toEqual([true, true]);
      for (const [source = ''] of volumes.map((volume: string) => volume.split(':')))
        expect(source.startsWith('.') ? here(source) : source in file.volumes, source).toBe(true);
      for (const { source } of configs) expect(Object.keys(file.configs)).toContain(source);
    }
  }
});

test('Containers keep what they must on the one volume of the image, and have its version', () => {
  const services = [alone.services.palabre, several.services['palabre-1'], several.services['palabre-2']];
  for (const service of services) {
    expect(service.volumes).toEqual([`data:${image.volume}`]);
    expect([service.read_only, service.image]).toEqual([true, `palabre:${version}`]);
  }
  expect(image.env.DATA_DIR).toBe(image.volume);
  expect(container.image).toMatch(new RegExp(`/palabre:${version.replaceAll('.', '\\.')}$`));
  expect(container.volumeMounts.map(({ mountPath }: Yaml) => mountPath)).toContain(image.volume);
  expect(pod.securityContext).toMatchObject({ runAsUser: image.uid, runAsGroup: image.gid });
});

test('Containers of Palabre have no capability, gain no privilege and write to their volume alone', () => {
  const services = [alone.services.palabre, several.services['palabre-1'], several.services['palabre-2']];
  for (const { cap_drop, security_opt, read_only } of services)
    expect([cap_drop, security_opt, read_only]).toEqual([['ALL'], ['no-new-privileges:true'], true]);
  for (const { securityContext } of [container, proxy])
    expect(securityContext).toMatchObject({
      ...{ allowPrivilegeEscalation: false, readOnlyRootFilesystem: true, capabilities: { drop: ['ALL'] } },
    });
  expect(pod.securityContext).toMatchObject({ runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } });
});

test('Databases and stores of Compose files are reached by containers alone: what is published is Palabre or its proxy', () => {
  const published = ({ services }: Yaml) =>
    Object.entries<Yaml>(services).flatMap(([name, { ports = [] }]) => (ports.length > 0 ? [name] : []));
  expect([alone, caddy, several].map(published)).toEqual([['palabre'], ['palabre'], ['caddy']]);
  const garage: string = several.configs.garage.content;
  const binds = [...garage.matchAll(/bind_addr = "(.+):\d+"/g)].map(([, host]) => host);
  expect(binds).toEqual(['127.0.0.1', '127.0.0.1']);
});

test('Each proxy speaks to the port on which Palabre listens beside it', () => {
  expect([image.env.PORT, alone.services.palabre.ports]).toEqual([
    `${image.port}`,
    [`127.0.0.1:${image.port}:${image.port}`],
  ]);
  const upstreams = (text: string) => [...text.matchAll(/127\.0\.0\.1:(\d+)/g)].map(([, port]) => Number(port));
  expect(upstreams(readFileSync(join(root, 'deploy/caddy/Caddyfile'), 'utf8'))).toEqual([image.port]);
  const { 'palabre-1': one, 'palabre-2': two } = several.services;
  expect(upstreams(several.configs.caddy.content)).toEqual([one.environment.PORT, two.environment.PORT]);
  expect(upstreams(several.configs.garage.content)).toContain(upstreams(one.environment.S3_URL)[0]);

  const conf = ofKind('ConfigMap').data['palabre.conf'];
  const { value: port } = container.env.find(({ name }: Yaml) => name === 'PORT');
  expect(upstreams(conf)).toEqual([Number(port)]);
  const listens = Number(/listen (\d+);/.exec(conf)?.[1]);
  const probes = [container.startupProbe, container.livenessProbe, container.readinessProbe];
  expect([...probes.map(({ httpGet }) => httpGet.port), proxy.ports[0].containerPort]).toEqual(Array(4).fill(listens));
  expect(ofKind('Service').spec.ports[0].targetPort).toBe(listens);
});

test('The Kubernetes example mounts only volumes and names only labels, secrets and services that are there', () => {
  const volumes = pod.volumes.map(({ name }: Yaml) => name);
  for (const { name } of [...container.volumeMounts, ...proxy.volumeMounts]) expect(volumes).toContain(name);
  const mount = container.volumeMounts.find(({ name }: Yaml) => name === 'secrets').mountPath;
  const keys = container.env.flatMap(({ name, value }: Yaml) => (name.endsWith('_FILE') ? [value] : []));
  const text = readFileSync(join(root, 'deploy/kubernetes/palabre.yaml'), 'utf8');
  const made = [...text.matchAll(/--from-file=([\w-]+)/g)].map(([, key]) => `${mount}/${key}`);
  expect(keys.sort()).toEqual(made.sort());
  const { labels } = ofKind('Deployment').spec.template.metadata;
  const selected = [
    ofKind('Deployment').spec.selector.matchLabels,
    ofKind('PodDisruptionBudget').spec.selector.matchLabels,
  ];
  expect([...selected, ofKind('Service').spec.selector]).toEqual([labels, labels, labels]);
  expect(ofKind('ConfigMap').metadata.name).toBe('palabre-proxy');
});
