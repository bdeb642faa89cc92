// Runs in the measured page, before its own scripts.
const paints = { first: 0, largest: 0, shift: 0 };
window.paints = paints;

const watch = (type, heed) =>
  new PerformanceObserver(list => list.getEntries().forEach(heed)).observe({ type, buffered: true });

watch('paint', entry => {
  if (entry.name === 'first-contentful-paint') paints.first = entry.startTime;
});
watch('largest-contentful-paint', entry => {
  paints.largest = entry.startTime;
});
watch('layout-shift', entry => {
  if (!entry.hadRecentInput) paints.shift += entry.value;
});
