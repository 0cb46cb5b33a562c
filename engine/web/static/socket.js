/**
 * The connection to the server. It comes back by itself, to the same session, and tells the page
 * whether it stands: while it does not, nothing is sent and nothing is kept to be sent later, since
 * the game may look different by then.
 */

const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 4000;
const PING_MS = 8000;
const SILENCE_MS = 8000;
const KEY = "crownhead.session";
const RECORD = "crownhead.record";

export class Socket {
  /**
   * @param {(message: any) => void} onMessage
   * @param {(open: boolean) => void} onChange
   */
  constructor(onMessage, onChange) {
    this.onMessage = onMessage;
    this.onChange = onChange;
    this.wait = FIRST_WAIT_MS;
    this.open = false;
    this.retry = 0;
    this.silence = 0;
    setInterval(() => this.ping(), PING_MS);
    window.addEventListener("online", () => this.connect());
    this.connect();
  }

  /** Connect now, unless that is done or under way. */
  connect() {
    if (this.socket && this.socket.readyState <= WebSocket.OPEN) return;
    clearTimeout(this.retry);
    const socket = new WebSocket(`ws://${location.host}/talk`);
    this.socket = socket;
    socket.onopen = () => socket.send(JSON.stringify({ type: "join", ...remembered() }));
    socket.onmessage = (event) => this.receive(JSON.parse(event.data));
    socket.onclose = () => this.lost(socket);
  }

  /**
   * Send a request; tells whether it could be sent.
   * @param {any} request
   */
  send(request) {
    if (!this.open) return false;
    this.socket.send(JSON.stringify(request));
    return true;
  }

  receive(message) {
    clearTimeout(this.silence);
    this.silence = 0;
    if (message.type === "board") {
      remember({ session: message.session, token: message.token });
      this.wait = FIRST_WAIT_MS;
      if (!this.open) {
        this.open = true;
        this.onChange(true);
      }
    }
    if (message.type !== "pong") this.onMessage(message);
  }

  /** Ask for a sign of life: a connection that hangs is closed, and made anew. */
  ping() {
    if (!this.send({ type: "ping" }) || this.silence) return;
    const socket = this.socket;
    this.silence = setTimeout(() => {
      socket.close();
      this.lost(socket);
    }, SILENCE_MS);
  }

  lost(socket) {
    if (socket !== this.socket) return;
    clearTimeout(this.silence);
    this.silence = 0;
    socket.onclose = socket.onmessage = null;
    this.socket = null;
    if (this.open) {
      this.open = false;
      this.onChange(false);
    }
    this.retry = setTimeout(() => this.connect(), this.wait);
    this.wait = Math.min(this.wait * 2, LONGEST_WAIT_MS);
  }
}

/** A tab keeps its own session: a second tab plays a second game. */
function remembered() {
  try {
    const { session = "", token = "" } = JSON.parse(sessionStorage.getItem(KEY) || "{}");
    return { session: String(session), token: String(token) };
  } catch {
    return {};
  }
}

function remember(session) {
  keep(KEY, session);
}

/**
 * Keep the game as it stands, for a server that was started anew and has forgotten it.
 * @param {any} record a request that loads it
 */
export function keepRecord(record) {
  keep(RECORD, record);
}

/** Return the game that was kept, null where there is none. */
export function keptRecord() {
  try {
    return JSON.parse(sessionStorage.getItem(RECORD) || "null");
  } catch {
    return null;
  }
}

function keep(key, value) {
  try {
    sessionStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Without storage a reload begins a new game; nothing else is lost.
  }
}
