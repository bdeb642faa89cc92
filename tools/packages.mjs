import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root, StepError } from './setup.mjs';

const readJson = path => JSON.parse(readFileSync(join(root, path), 'utf8'));

/**
 * Lists the folders of these packages and of all their dependencies, as Node resolves them.
 * @param from folder of the package that depends on them
 */
export function packageFolders(names, from = '.') {
  const { packages } = readJson('node_modules/.package-lock.json');
  const found = new Set();
  const find = (name, start) => {
    for (let folder = start; ; folder = dirname(folder)) {
      const path = join(folder, 'node_modules', name);
      if (packages[path]) return path;
      if (folder === '.') return undefined;
    }
  };
  const add = (name, start, optional) => {
    const path = find(name, start);
    if (path === undefined && !optional) throw new StepError(`Le paquet ${name} manque : relancez npm install.`);
    if (path === undefined || found.has(path)) return;
    found.add(path);
    const { dependencies = {}, optionalDependencies = {} } = packages[path] ?? {};
    for (const needed of Object.keys(dependencies)) add(needed, path, false);
    for (const needed of Object.keys(optionalDependencies)) add(needed, path, true);
  };
  for (const name of names) add(name, from, false);
  return [...found];
}

/** Dependencies that build the page, without any code in it. */
const builders = ['vite', '@vitejs/plugin-react'];

/** Lists the folders of the packages that the server and the page include. */
function folders() {
  const found = ['server', 'web'].flatMap(workspace => {
    const { dependencies } = readJson(`${workspace}/package.json`);
    const names = Object.keys(dependencies).filter(name => !builders.includes(name) && !name.startsWith('@palabre/'));
    return packageFolders(names, workspace);
  });
  return [...new Set(found)];
}

/** Packages copied into a file here, with the path of their licence; they are not installed. */
const copied = [
  {
    name: '@zxcvbn-ts/language-common',
    version: '4.1.3',
    license: 'MIT',
    text: 'server/platform/sessions/common-passwords.licence.txt',
  },
];

/**
 * Lists the licences of all packages that the server and the page include, by name: the answer of `GET /api/licences`
 * without its version. A text shared by several packages appears once.
 */
export function listLicences() {
  const texts = [];
  const placeOf = text => {
    const known = texts.indexOf(text);
    return known < 0 ? texts.push(text) - 1 : known;
  };
  const textsOf = folder =>
    readdirSync(join(root, folder))
      .filter(file => /^(licen[cs]e|copying|notice)/i.test(file))
      .sort()
      .map(file => `${folder}/${file}`);
  const packages = [
    ...folders().map(folder => ({ ...readJson(`${folder}/package.json`), files: textsOf(folder) })),
    ...copied.map(({ text, ...one }) => ({ ...one, files: [text] })),
  ]
    .sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : a.version < b.version ? -1 : 1))
    .map(({ files, name, version, license }) => ({
      name,
      version,
      licence: typeof license === 'string' ? license : (license?.type ?? ''),
      texts: files.map(file => placeOf(readFileSync(join(root, file), 'utf8').trim())),
    }));
  return { packages, texts };
}
