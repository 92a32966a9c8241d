/** Runs in the page before its own scripts: measures what is painted, scrolled and shown. */
export function watchPage() {
  const tasks = [];
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) tasks.push({ startTime, duration });
  }).observe({ type: "longtask", buffered: true });
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  const longest = (since = 0) =>
    Math.max(0, ...tasks.filter(({ startTime }) => startTime >= since).map(({ duration }) => duration));
  /** Their milliseconds, as long as the function says so. */
  async function frames(goesOn) {
    const found = [];
    for (let last = await frame(); goesOn(); ) {
      const now = await frame();
      found.push(now - last);
      last = now;
    }
    return found;
  }
  const late = (found) => found.filter((ms) => ms > 34).length;
  let firstAt;
  let wanted;
  const look = new MutationObserver(async () => {
    if (firstAt !== undefined || !document.querySelector(wanted ?? ".task-name, [role=gridcell], td")) return;
    firstAt = 0;
    await frame();
    // A message comes after the frame has been painted.
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      firstAt = performance.now();
    };
    port2.postMessage(0);
  });
  look.observe(document, { childList: true, subtree: true });

  let isLive = false;
  let living;
  window.bench = {
    longest,
    /** Milliseconds from the navigation to the frame that has the first row. */
    async painted(selector) {
      wanted = selector;
      while (!firstAt) await frame();
      look.disconnect();
      return firstAt;
    },
    /** Scrolls on to a part of the whole, in so many frames as the whole would take. */
    async scroll(selector, frameCount, part = 1) {
      const box = document.querySelector(selector);
      const step = Math.ceil((box.scrollHeight - box.clientHeight) / frameCount);
      const since = performance.now();
      let isOver = false;
      const timed = frames(() => !isOver);
      while (box.scrollTop < (box.scrollHeight - box.clientHeight) * part - 1) {
        const before = box.scrollTop;
        box.scrollTop += step;
        await frame();
        if (box.scrollTop === before) break;
      }
      isOver = true;
      const found = await timed;
      return { longest: longest(since), slowest: Math.max(...found), late: late(found) };
    },
    /** In every frame: how old the newest moment is that a name tells. */
    beginLive(selector) {
      const [since, begun] = [performance.now(), Date.now()];
      isLive = true;
      living = (async () => {
        const ages = [];
        const timed = frames(() => isLive);
        while (isLive) {
          await frame();
          const told = [...document.querySelectorAll(selector)].slice(0, 40).map(({ textContent }) => textContent);
          const newest = Math.max(0, ...told.map((text) => Number(/^now (\d+)$/.exec(text)?.[1] ?? 0)));
          // Names may still tell a moment of the measurement before.
          if (newest >= begun) ages.push(Date.now() - newest);
        }
        const found = await timed;
        const middle = (some) => some.toSorted((one, other) => one - other)[some.length >> 1];
        return {
          medianAge: middle(ages),
          lastAge: middle(ages.slice(-Math.floor(ages.length / 4))),
          oldest: Math.max(...ages),
          longest: longest(since),
          late: late(found),
          framesPerSecond: found.length / ((performance.now() - since) / 1000),
        };
      })();
    },
    endLive() {
      isLive = false;
      return living;
    },
  };
}
