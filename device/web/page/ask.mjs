// Asks the box by HTTP: gets, or posts what is given. The answer's fields; `why` among them where it was refused.

export async function ask(path, posted) {
  const post = { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(posted) };
  try {
    const answer = await fetch(path, posted === undefined ? {} : post);
    const fields = await answer.json();
    return answer.ok ? fields : { why: `${answer.status}`, ...fields };
  } catch {
    return { why: "away" };
  }
}
