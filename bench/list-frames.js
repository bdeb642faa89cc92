// Runs in the page that is measured, before anything of it.
window.timesOfFrames = [];

window.watchFrames = () => {
  window.timesOfFrames = [];
  let before = 0;
  const next = now => {
    if (before > 0) window.timesOfFrames.push(now - before);
    before = now;
    requestAnimationFrame(next);
  };
  requestAnimationFrame(next);
};

/** The next frame is made: before anything else that waits for its turn, as what is drawn after the messages does. */
const painted = () =>
  new Promise(done => {
    requestAnimationFrame(() => void scheduler.postTask(done, { priority: 'user-blocking' }));
  });

/** Milliseconds from each click to the end of the frame that follows it, as the browser itself counts them (Event Timing, to 8 ms). */
window.timesOfClicks = [];
new PerformanceObserver(list => {
  for (const { name, duration } of list.getEntries()) if (name === 'click') window.timesOfClicks.push(duration);
}).observe({ type: 'event', durationThreshold: 16 });

/** Milliseconds from the next press to the frame that shows the messages of this channel. */
window.whenShown = title =>
  new Promise(done => {
    const pressed = async ({ timeStamp }) => {
      performance.mark('channel asked');
      for (;;) {
        await painted();
        const label = document.querySelector('[role=log]')?.getAttribute('aria-label') ?? '';
        if (!label.endsWith(`#${title}`)) continue;
        performance.mark('channel shown');
        return done(performance.now() - timeStamp);
      }
    };
    document.addEventListener('click', pressed, { capture: true, once: true });
  });

/** Milliseconds from the choice of a language, as in another tab, to the frame that shows the page in this language. */
window.languageShown = async language => {
  localStorage.setItem('palabre.language', language);
  performance.mark('language asked');
  const asked = performance.now();
  dispatchEvent(new StorageEvent('storage', { key: 'palabre.language' }));
  do await painted();
  while (document.documentElement.lang !== language);
  performance.mark('language shown');
  return performance.now() - asked;
};
