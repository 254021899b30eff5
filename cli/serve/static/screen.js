"use strict";
// Steps, follows and chooses; every page does without.

const typing = (target) => target.matches("input:not([type=radio]), select, textarea");

// A step is an address: the one that is shown stands in the bar, to be sent to somebody, and in all that says the same.
const steps = [...document.querySelectorAll("input[type=radio][name=step]")];
const at = (address, n) => {
  const url = new URL(address);
  url.searchParams.set("step", n);
  return url.href;
};
for (const step of steps) {
  step.addEventListener("change", () => {
    const n = step.id.slice(1);
    history.replaceState(null, "", at(location.href, n));
    for (const link of document.querySelectorAll("link[rel=alternate], .command a, #now")) link.href = at(link.href, n);
    const command = document.getElementById("command");
    command.textContent = command.textContent.replace(/ --until \S+|$/, ` --until ${n}`);
    const form = document.querySelector(".moment form");
    form.querySelector("[name=step]")?.remove();
    form.append(Object.assign(document.createElement("input"), { type: "hidden", name: "step", value: n }));
  });
}

// The arrow keys step wherever the page has the focus, but for what they scroll.
const stepBy = (by) => {
  const now = steps.findIndex((step) => step.checked);
  const next = steps[now + by];
  const focused = document.activeElement;
  if (next && focused !== steps[now] && focused.scrollWidth <= focused.clientWidth) {
    next.checked = true;
    next.dispatchEvent(new Event("change"));
    return true;
  }
  return false;
};

const keys = document.getElementById("keys");
document.addEventListener("keydown", (event) => {
  if (typing(event.target) || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "ArrowRight" && stepBy(1)) event.preventDefault();
  else if (event.key === "ArrowLeft" && stepBy(-1)) event.preventDefault();
  else if (event.key === "?") keys?.showModal();
  else {
    const way = document.querySelector(`[data-key="${CSS.escape(event.key)}"]`);
    if (!way) return;
    event.preventDefault();
    if (way.href) way.click();
    else way.focus();
  }
});

// The command, to copy.
for (const copy of document.querySelectorAll("button.copy-command")) {
  copy.hidden = !navigator.clipboard;
  copy.addEventListener("click", async () => {
    await navigator.clipboard.writeText(document.getElementById("command").textContent);
    copy.textContent = "Copied";
  });
}

// What follows the log is asked for again whenever that goes on; where it stands is said in words.
const following = document.querySelector("[data-follow]");
if (following && window.EventSource) {
  const source = new EventSource(following.dataset.follow);
  const shown = { position: -1, tag: "" };
  let last = 0;
  let asking = false;
  const ask = async () => {
    // Nobody asks: a session in which only this happens ends as any other, and what was shown is gone then.
    const answer = await fetch(location.href, { headers: { "If-None-Match": shown.tag, "Pit-Follows": "1" } });
    if (answer.redirected) return void location.assign(answer.url);
    if (!answer.ok && answer.status !== 304) throw new Error(answer.statusText);
    shown.position = Number(answer.headers.get("pit-position"));
    shown.tag = answer.headers.get("etag");
    if (answer.status === 304) return;
    // Styles are there already; those that come with it bear another nonce, and are refused with a word in the console.
    const text = (await answer.text()).replace(/<style[^]*?<\/style>/g, "");
    const page = new DOMParser().parseFromString(text, "text/html");
    document.getElementById("content").replaceChildren(...page.getElementById("content").childNodes);
    document.querySelector("footer.page")?.replaceWith(page.querySelector("footer.page"));
  };
  source.addEventListener("position", async (event) => {
    last = Number(event.data);
    if (asking) return;
    asking = true;
    try {
      await ask();
      while (shown.position < last) {
        // It is of a moment ago, as where much is fed.
        await new Promise((resolve) => setTimeout(resolve, 1000));
        await ask();
      }
    } finally {
      asking = false;
    }
  });
  source.addEventListener("error", () => {
    const said = document.getElementById("following");
    if (said) said.textContent = "Not followed: the server does not answer. Load the page again.";
    if (source.readyState === EventSource.CLOSED) ask().catch(() => {});
  });
}
