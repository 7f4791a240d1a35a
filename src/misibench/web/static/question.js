// A question's page: pictures, answer form, drafts that save themselves, time, navigation.
(function () {
  "use strict";
  const DRAFT_AFTER_MS = 700;
  const RETRY_MS = 3000;
  const get = (id) => document.getElementById(id);
  const main = get("main");
  const { pictures, form: spec, state } = JSON.parse(get("item").textContent);
  const position = Number(main.dataset.position), total = Number(main.dataset.total);
  const formElement = get("answer"), textBox = get("text");
  let version = state.version, savedKey = "", draftTimer = null, sending = Promise.resolve(), blocked = false, leaving = false;

  // ---- time: only while the page is visible
  let activeMs = state.active_ms, visibleSince = document.hidden ? null : performance.now();
  const elapsed = () => Math.round(activeMs + (visibleSince === null ? 0 : performance.now() - visibleSince));
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) {
      activeMs = elapsed();
      visibleSince = null;
      leave();
    } else if (visibleSince === null) {
      visibleSince = performance.now();
    }
  });
  // a draft is sent before the next page is asked for, or that page would show an older one
  window.addEventListener("beforeunload", () => { if (key() !== savedKey) saveDraft(true); });
  window.addEventListener("pagehide", leave);
  // a page brought back from the browser's memory may be old
  window.addEventListener("pageshow", (event) => { if (event.persisted) location.reload(); });

  function say(text, problem) {
    get("status").textContent = text;
    get("status").classList.toggle("problem", Boolean(problem));
  }

  const key = () => JSON.stringify([answers.fields(), textBox.value]);
  const newId = () => crypto.getRandomValues(new Uint32Array(4)).join("-");

  function body(action, id, force) {
    return JSON.stringify({ action, form: answers.fields(), text: textBox.value, active_ms: elapsed(), version, request_id: id, force: Boolean(force) });
  }

  async function post(content, keepalive) {
    const reply = await fetch(`/study/api/save/${position}`, {
      method: "POST", body: content, keepalive: Boolean(keepalive),
      headers: { "Content-Type": "application/json", "X-Form-Token": main.dataset.formToken },
    });
    let told = {};
    try { told = await reply.json(); } catch { /* a reply that is cut off is treated like none */ }
    return { status: reply.status, told };
  }

  // one request after the other, so that versions follow each other
  function inTurn(work) {
    sending = sending.then(work, work);
    return sending;
  }

  function accept(told, sentKey) {
    version = told.state.version;
    savedKey = sentKey;
  }

  function saveDraft(keepalive) {
    clearTimeout(draftTimer);
    if (blocked || leaving) return sending;
    return inTurn(async () => {
      const sentKey = key();
      if (sentKey === savedKey) return;
      try {
        const { status, told } = await post(body("draft", newId()), keepalive);
        if (status === 200) {
          accept(told, sentKey);
          say(told.state.reply !== null && told.state.reply !== textBox.value ? "Draft saved. The answer counts once you save it." : "Draft saved.");
        } else if (status === 409 && told.state) conflict();
        else { say(told.error || `Not saved: the server said ${status}.`, true); if (status === 429) retry(); }
      } catch { say("Not saved: no connection. Trying again …", true); retry(); }
    });
  }

  // what must be known of a page that may never come back: a draft, or only the time
  function leave() {
    if (leaving) return;
    if (key() !== savedKey) saveDraft(true);
    else post(body("time", newId()), true).catch(() => {});
  }

  // another tab, or this one before a reload, may have saved after this page was made
  async function refresh() {
    try {
      const reply = await fetch(`/study/api/state/${position}`);
      const now = await reply.json();
      if (!reply.ok || now.version <= version || key() !== savedKey) return;
      version = now.version;
      answers.set(now.form);
      textBox.value = now.text;
      savedKey = key();
    } catch { /* the next save finds out */ }
  }

  function retry() { clearTimeout(draftTimer); draftTimer = setTimeout(() => saveDraft(), RETRY_MS); }

  function changed() {
    get("save-anyway").hidden = true;
    clearTimeout(draftTimer);
    draftTimer = setTimeout(() => saveDraft(), DRAFT_AFTER_MS);
  }

  function fieldsChanged() {
    textBox.value = answers.text();
    changed();
  }

  function conflict() {
    blocked = true;
    say("");
    get("conflict").hidden = false;
    get("take-theirs").focus();
  }

  async function resolve(takeTheirs) {
    const reply = await fetch(`/study/api/state/${position}`);
    if (!reply.ok) { say("Not possible now: try again.", true); return; }
    const theirs = await reply.json();
    version = theirs.version;
    if (takeTheirs) { answers.set(theirs.form); textBox.value = theirs.text; }
    savedKey = takeTheirs ? key() : "";
    blocked = false;
    get("conflict").hidden = true;
    if (takeTheirs) say("Shown as saved elsewhere."); else saveDraft();
  }

  // an answer or a skip; sent again with the same id until the server has answered
  function submit(action, force) {
    if (blocked || leaving) return;
    clearTimeout(draftTimer);
    get("save").disabled = true;
    say("Saving …");
    const id = newId();
    inTurn(async () => {
      for (let attempt = 0; ; attempt += 1) {
        let outcome = null;
        try { outcome = await post(body(action, id, force)); } catch { outcome = null; }
        if (outcome && outcome.status === 200) { leaving = true; location.assign(outcome.told.next); return; }
        if (outcome && outcome.status !== 429 && outcome.status < 500) { refused(outcome, force); return; }
        say("Not saved yet: no connection. Trying again …", true);
        await new Promise((done) => setTimeout(done, Math.min(RETRY_MS * 2 ** attempt, 30000) / 3));
      }
    }).finally(() => { get("save").disabled = false; });
  }

  function refused({ status, told }) {
    if (status === 409 && told.state) { conflict(); return; }
    say(told.error || `Not saved: the server said ${status}.`, true);
    if (told.unreadable) { get("save-anyway").hidden = false; get("save-anyway").focus(); } else textBox.focus();
  }

  async function goTo(place) {
    if (place < 1 || place > total) return;
    await saveDraft();
    if (blocked) return;
    leaving = true;
    location.assign(`/study/question/${place}`);
  }

  const answers = new window.MisiAnswerForm(formElement, get("fields"), spec, fieldsChanged);
  answers.set(state.form);
  textBox.value = state.text;
  savedKey = key();
  if (state.status === "answered") say(state.reply === state.text ? "Answered. You can change the answer." : "Answered; this draft is newer than the answer saved.");
  if (state.status === "skipped") say("Skipped before.");

  refresh();

  const gallery = get("pictures") ? new window.MisiPictures(get("pictures")) : null;
  if (gallery) {
    let perRow = null;
    try { perRow = localStorage.getItem("per-row"); } catch { /* no storage: the default stays */ }
    if (perRow) get("per-row").value = perRow;
    gallery.perRow(get("per-row").value);
    gallery.show(pictures);
    get("link-button").addEventListener("click", link);
    get("reset-button").addEventListener("click", () => gallery.reset());
    get("per-row").addEventListener("change", (event) => {
      gallery.perRow(event.target.value);
      try { localStorage.setItem("per-row", event.target.value); } catch { /* not kept */ }
    });
  }

  function link() {
    gallery.linked = !gallery.linked;
    get("link-button").setAttribute("aria-pressed", String(gallery.linked));
  }

  get("fields").addEventListener("input", fieldsChanged);
  textBox.addEventListener("input", changed);
  textBox.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && !event.shiftKey) { event.preventDefault(); submit("answer"); }
  });
  formElement.addEventListener("submit", (event) => { event.preventDefault(); submit("answer"); });
  get("save-anyway").addEventListener("click", () => submit("answer", true));
  get("skip").addEventListener("click", () => submit("skip"));
  get("back").addEventListener("click", () => goTo(position - 1));
  get("take-theirs").addEventListener("click", () => resolve(true));
  get("keep-mine").addEventListener("click", () => resolve(false));
  get("help-button").addEventListener("click", () => get("help").showModal());

  document.addEventListener("keydown", (event) => {
    const typing = event.target.closest("input, select, textarea, dialog");
    if (event.ctrlKey || event.metaKey || event.altKey || typing) return;
    const keys = { n: () => goTo(position + 1), p: () => goTo(position - 1), s: () => submit("skip"), "?": () => get("help").showModal() };
    if (gallery) Object.assign(keys, { l: link, 0: () => gallery.reset(), Escape: () => gallery.enlarge(null) });
    const action = keys[event.key] || (gallery && /^[1-9]$/.test(event.key) ? () => gallery.enlarge(Number(event.key) - 1) : null);
    if (!action) return;
    event.preventDefault();
    action();
  });
})();
