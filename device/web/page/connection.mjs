// The one connection of a page with the box. It comes back by itself: after a while, more and more seldom; at once when
// the machine has slept, is shown again or is back on the network. The box then tells the whole state, so that
// nothing is missed.

export const VERSION = 1; // of the messages, in text and in bytes
const OTHER_VERSION = 4001;
const PAIR_FIRST = 4003; // no pass, or none any more: the box sends to its door
const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 5000;
const BEAT_MS = 5000;
const SLEPT_MS = 15000; // the page did not run for so long: its connection may be dead without anybody having told it

// `told` has a function for each kind of message, `onBytes` takes what is none, and `onLost` is called whenever the
// connection goes, with the box's reason where it gave one.
export function connectTo(path, told, onLost, onBytes = () => {}) {
  let socket = null;
  let waitMs = FIRST_WAIT_MS;
  let timer = 0;
  let ranAt = Date.now();

  const connect = () => {
    clearTimeout(timer);
    const address = new URL(path, location);
    address.protocol = address.protocol.replace("http", "ws");
    const mine = new WebSocket(address);
    mine.binaryType = "arraybuffer";
    socket = mine;
    mine.addEventListener("message", ({ data }) => {
      if (socket !== mine) return;
      waitMs = FIRST_WAIT_MS;
      if (typeof data !== "string") {
        onBytes(data);
        return;
      }
      const message = JSON.parse(data);
      if (message.v === VERSION) told[message.kind]?.(message);
      else location.reload();
    });
    mine.addEventListener("close", ({ code, reason }) => {
      if (socket !== mine) return; // another has taken its place
      if (code === OTHER_VERSION || code === PAIR_FIRST) {
        location.reload();
        return;
      }
      onLost(reason);
      timer = setTimeout(connect, waitMs * (0.75 + Math.random() / 2)); // not all pages at once
      waitMs = Math.min(2 * waitMs, LONGEST_WAIT_MS);
    });
  };

  const anew = () => {
    const old = socket;
    waitMs = FIRST_WAIT_MS;
    if (old.readyState === WebSocket.OPEN) onLost("");
    connect();
    old.close();
  };

  const look = () => {
    if (document.hidden) return;
    const slept = Date.now() - ranAt > SLEPT_MS;
    ranAt = Date.now();
    if (slept || socket.readyState === WebSocket.CLOSED) anew();
  };

  setInterval(() => {
    if (socket.readyState !== WebSocket.CLOSED) look(); // a lost one has its own time
  }, BEAT_MS);
  document.addEventListener("visibilitychange", look);
  addEventListener("pageshow", look);
  addEventListener("online", anew);
  connect();

  return {
    get open() {
      return socket.readyState === WebSocket.OPEN;
    },
    send(message) {
      if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify({ v: VERSION, ...message }));
    },
    // Left out where more than so many bytes wait already: what comes late is of no use.
    sendBytes(bytes, mostWaiting) {
      if (socket.readyState === WebSocket.OPEN && socket.bufferedAmount < mostWaiting) socket.send(bytes);
    },
  };
}
