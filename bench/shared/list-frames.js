// Runs in the measured page, before its own scripts.
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

/** Resolves after the next frame, before other pending tasks, such as later renders. */
const painted = () =>
  new Promise(done => {
    requestAnimationFrame(() => void scheduler.postTask(done, { priority: 'user-blocking' }));
  });

/** Milliseconds from each click to the end of its frame, by the browser's Event Timing (multiples of 8 ms). */
window.timesOfClicks = [];
new PerformanceObserver(list => {
  for (const { name, duration } of list.getEntries()) if (name === 'click') window.timesOfClicks.push(duration);
}).observe({ type: 'event', durationThreshold: 16 });

/** Measures the milliseconds from the next click to the frame that shows this channel's messages. */
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

/** Measures the milliseconds from a change of language, as another tab makes it, to the frame in this language. */
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
