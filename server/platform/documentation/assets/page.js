// Script of the API page: search, copy buttons, contents that follow the reading, requests, theme.
const all = (selector, within = document) => [...within.querySelectorAll(selector)];
const root = document.documentElement;

const make = (name, properties = {}, ...children) => {
  const element = Object.assign(document.createElement(name), properties);
  element.append(...children);
  return element;
};

const stored = key => {
  try {
    return localStorage.getItem(key) ?? '';
  } catch {
    return '';
  }
};

/** Filters the contents: hides entries that lack a typed word, and features without entries left. */
const nav = document.querySelector('nav');
const search = nav.querySelector('input');
const none = nav.querySelector('.none');
search.hidden = false;
search.addEventListener('input', () => {
  const words = search.value.toLowerCase().split(/\s+/);
  for (const link of all('.item', nav))
    link.parentElement.hidden = !words.every(word => link.dataset.words.includes(word));
  for (const section of all('section', nav)) section.hidden = !section.querySelector('li:not([hidden])');
  none.hidden = Boolean(nav.querySelector('section:not([hidden])'));
});
nav.addEventListener('click', event => {
  if (event.target.closest('a') && nav.matches(':popover-open')) nav.hidePopover();
});

/** Marks the current entry of the contents: the last one that begins above a third of the window. */
const links = new Map(all('.item', nav).map(link => [link.hash.slice(1), link]));
const articles = all('.entry');
let current;
const follow = () => {
  const line = innerHeight / 3;
  const read = articles.findLast(article => article.getBoundingClientRect().top < line);
  const link = links.get(read?.id);
  if (link === current) return;
  current?.removeAttribute('aria-current');
  current = link;
  current?.setAttribute('aria-current', 'true');
  current?.scrollIntoView({ block: 'nearest' });
};
let asked = false;
addEventListener(
  'scroll',
  () => {
    if (asked) return;
    asked = true;
    requestAnimationFrame(() => {
      asked = false;
      follow();
    });
  },
  { passive: true },
);
follow();

/** Copies code to the clipboard. */
document.addEventListener('click', async event => {
  const button = event.target.closest('[data-copy]');
  if (!button) return;
  const { textContent } = button.closest('.code').querySelector('.text');
  const copied = await navigator.clipboard.writeText(textContent).then(
    () => true,
    () => false,
  );
  button.textContent = copied ? 'Copied' : 'Not copied';
  setTimeout(() => {
    button.textContent = 'Copy';
  }, 1_500);
});
// Only pages in a secure context may write to the clipboard.
if (navigator.clipboard) for (const button of all('[data-copy]')) button.hidden = false;

/** Sends a request from a form, filled with its example. */
const field = (name, properties) => {
  const control = make(properties.rows ? 'textarea' : 'input', {
    className: 'control',
    name,
    spellcheck: false,
    ...properties,
    title: '',
  });
  return make('label', { className: 'asked' }, properties.title, control);
};

function addressOf({ path, parameters }, values) {
  const given = place => parameters.filter(parameter => parameter.place === place);
  const filled = given('path').reduce(
    (before, { name }) => before.replace(`{${name}}`, encodeURIComponent(values.get(`path.${name}`))),
    path,
  );
  const query = new URLSearchParams(
    given('query').flatMap(({ name }) => (values.get(`query.${name}`) ? [[name, values.get(`query.${name}`)]] : [])),
  );
  return query.size > 0 ? `${filled}?${query}` : filled;
}

async function send(call, values) {
  const token = values.get('token');
  const body = values.get('body');
  const response = await fetch(addressOf(call, values), {
    method: call.method,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body }),
  });
  const type = response.headers.get('content-type') ?? '';
  const text = type.includes('json')
    ? JSON.stringify(await response.json(), null, 2)
    : `${type}, ${(await response.blob()).size} bytes`;
  return { title: `Answer ${response.status}`, text };
}

const dialog = make('dialog', { className: 'try' });
dialog.setAttribute('aria-labelledby', 'try');
document.body.append(dialog);

function attempt(button) {
  const call = JSON.parse(button.dataset.try);
  const { method, path, parameters, body, open } = call;
  const form = make('form', { method: 'dialog' });
  for (const { place, name, required, example = '' } of parameters) {
    form.append(field(`${place}.${name}`, { title: name, required, value: example }));
  }
  if (body) form.append(field('body', { title: 'Body', rows: Math.min(14, body.split('\n').length + 1), value: body }));
  if (!open) {
    form.append(
      field('token', { title: 'Token', type: 'password', required: true, value: stored('token'), autocomplete: 'off' }),
    );
  }
  const title = make('span', { className: 'grow' });
  const output = make('pre', { className: 'text', tabIndex: 0 });
  const answer = make(
    'figure',
    { className: 'code', hidden: true },
    make('figcaption', { className: 'caption' }, title),
    output,
  );
  answer.setAttribute('aria-live', 'polite');
  const close = make('button', {
    type: 'button',
    className: 'button',
    textContent: 'Close',
    onclick: () => dialog.close(),
  });
  const submit = make('button', { className: 'button primary', textContent: 'Send' });
  const note = make('p', { className: 'note', textContent: method === 'GET' ? '' : 'This is done for real.' });
  form.append(make('div', { className: 'doors' }, note, close, submit));
  form.addEventListener('submit', async event => {
    event.preventDefault();
    const { title: status, text } = await send(call, new FormData(form)).catch(error => ({
      title: 'No answer',
      text: error.message,
    }));
    title.textContent = status;
    output.textContent = text;
    answer.hidden = false;
  });
  dialog.replaceChildren(
    make('h2', { id: 'try', className: 'name', textContent: 'Try it' }),
    make(
      'p',
      { className: 'address' },
      button.closest('.entry').querySelector('.badge').cloneNode(true),
      make('code', { textContent: path }),
    ),
    form,
    answer,
  );
  dialog.showModal();
}

for (const button of all('[data-try]')) {
  button.hidden = false;
  button.addEventListener('click', () => attempt(button));
}

/** Switches the theme, stored under the key of the application. */
const themes = document.querySelector('[data-theme-switch]');
const nameOther = () => {
  themes.textContent = root.dataset.theme === 'dark' ? 'Light theme' : 'Dark theme';
};
themes.hidden = false;
nameOther();
themes.addEventListener('click', () => {
  root.dataset.theme = root.dataset.theme === 'dark' ? 'light' : 'dark';
  try {
    localStorage.setItem('palabre.theme', root.dataset.theme);
  } catch {
    // Storage may be refused: the choice then lasts as long as the page.
  }
  nameOther();
});
