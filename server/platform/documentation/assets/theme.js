// Runs before the first paint, so that the page never shows the wrong theme.
(() => {
  let theme = 'light';
  try {
    if (localStorage.getItem('palabre.theme') === 'dark') theme = 'dark';
  } catch {
    // Storage may be refused: the default holds.
  }
  const root = document.documentElement;
  root.dataset.theme = theme;
  const bar = document.querySelector('meta[name="theme-color"]');
  if (bar) bar.setAttribute('content', theme === 'dark' ? '#0b1512' : '#17392f');
})();
