// Runs before the first paint, so that the page never shows the wrong theme or declares the wrong language.
(() => {
  let theme = 'light';
  let language = 'fr';
  try {
    if (localStorage.getItem('palabre.theme') === 'dark') theme = 'dark';
    if (localStorage.getItem('palabre.language') === 'en') language = 'en';
  } catch {
    // Storage may be refused: the defaults hold.
  }
  const root = document.documentElement;
  root.dataset.theme = theme;
  root.lang = language;
  const bar = document.querySelector('meta[name="theme-color"]');
  if (bar) bar.setAttribute('content', theme === 'dark' ? '#0b1512' : '#17392f');
})();
