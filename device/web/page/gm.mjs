// The game master's screen.
import { connectTo } from "./connection.mjs";

connectTo("/socket/gm", {}, () => {});
