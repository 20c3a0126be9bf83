// Keeps a phone's or tablet's screen on while the box is awake and the page seen, where the browser lets it.

export function screenKeeper() {
  let wanted = false;
  let lock = null;

  const follow = async () => {
    if (!wanted) {
      lock?.release();
      lock = null;
    } else if (navigator.wakeLock && !document.hidden && (lock === null || lock.released)) {
      try {
        lock = await navigator.wakeLock.request("screen");
      } catch {
        lock = null; // the machine saves its battery, and knows better
      }
    }
  };
  document.addEventListener("visibilitychange", follow); // a page that is not seen loses it

  return (awake) => {
    wanted = awake;
    follow();
  };
}
