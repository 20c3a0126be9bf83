// Lets a device in: has the panel show a code, and sends it with what the device shall be. Who is in already is told so.
import { ask } from "./ask.mjs";
import { fillWords } from "./words.mjs";

const FIRST_PAGE = { master: "/gm", table: "/table" };
const byId = (id) => document.getElementById(id);
let texts = {};

const tell = (why) => {
  byId("wrong").textContent = why ? (texts[why] ?? why) : "";
};

function letIn(grant) {
  byId("now").textContent = grant ? texts[`now_${grant}`] : "";
  byId("go_on").hidden = !grant;
  if (grant) byId("go_on").href = FIRST_PAGE[grant];
}

byId("show").addEventListener("click", async () => {
  const { why } = await ask("/knock", {});
  tell(why);
  byId("shown").hidden = Boolean(why);
  if (!why) byId("digits").focus();
});

byId("form").addEventListener("submit", async (event) => {
  event.preventDefault();
  const entered = new FormData(byId("form"));
  const code = byId("digits").value.replaceAll(" ", "");
  const { why, grant } = await ask("/enter", { code, grant: entered.get("grant") });
  tell(why);
  if (why) byId("digits").select();
  else location.assign(FIRST_PAGE[grant]);
});

const who = await ask("/who");
if (who.texts) {
  ({ texts } = who);
  fillWords(who);
  letIn(who.grant);
} else {
  byId("wrong").textContent = "The box does not answer: load the page again.";
}
