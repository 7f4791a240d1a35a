// The gallery page: filters, list, one question. Everything from the dataset goes into the page as
// text, never as HTML.
(function () {
  "use strict";
  const PAGE = 50;
  const MARKS = { correct: "✓", partial: "½", wrong: "✗", no_answer: "?", failed: "!" };
  const WORDS = { correct: "right", partial: "partly right", wrong: "wrong", no_answer: "no answer could be read", failed: "failed" };
  const source = window.misiSource;
  const get = (id) => document.getElementById(id);
  const form = get("filters");
  const pictures = new window.MisiPictures(get("pictures"));
  const { root, version } = document.body.dataset;
  let config = null, rows = [], offset = 0, total = 0, current = null, overlayOn = false, modelOn = false;

  function element(name, attributes, ...children) {
    const made = document.createElement(name);
    for (const [key, value] of Object.entries(attributes || {})) {
      if (key === "class") made.className = value; else made.setAttribute(key, value);
    }
    made.append(...children);
    return made;
  }

  function fail(error) {
    get("empty").hidden = false;
    get("empty").textContent = `This did not work: ${error.message}`;
  }

  const filters = () => Object.fromEntries(new FormData(form));

  function setUpFilters() {
    get("dataset").textContent = config.dataset;
    for (const task of config.tasks) form.elements.task.append(new Option(`${task.code} ${task.name.replaceAll("_", " ")}`, task.name));
    const splits = new Set(config.tasks.flatMap((task) => Object.keys(task.splits)));
    for (const split of splits) form.elements.split.append(new Option(split, split));
    for (let bonds = 0; bonds <= config.many_bonds; bonds += 1) form.elements.bonds.append(new Option(bonds === config.many_bonds ? `${bonds} or more` : bonds, bonds));
    get("complexes").append(...config.complexes.map((name) => new Option(name)));
    config.runs.forEach((name, run) => {
      const choice = element("select", { name: `run${run}` }, new Option("any", ""), new Option("right", "right"), new Option("not right", "not_right"),
        ...config.outcomes.filter((one) => one !== "correct").map((one) => new Option(WORDS[one], one)), new Option("not asked", "not_asked"));
      get("run-filters").append(element("label", {}, `${name} `, choice));
    });
  }

  // the address after # holds filters and question, so that it can be shared
  function readAddress() {
    const words = new URLSearchParams(location.hash.slice(1));
    for (const field of form.elements) if (field.name) field.value = words.get(field.name) || "";
    return words;
  }

  function address(id, split) {
    const words = new URLSearchParams();
    for (const [name, value] of Object.entries(filters())) if (value) words.set(name, value);
    if (id) { words.set("q", id); words.set("s", split); }
    return `#${words}`;
  }

  async function loadPage(at) {
    const found = await source.list(filters(), at, PAGE);
    offset = at;
    total = found.total;
    rows = found.rows;
    get("count").textContent = `${total.toLocaleString("en")} question${total === 1 ? "" : "s"}`;
    get("page-place").textContent = total ? `${offset + 1}–${offset + rows.length}` : "";
    get("page-back").disabled = offset === 0;
    get("page-on").disabled = offset + rows.length >= total;
    get("rows").replaceChildren(...rows.map(rowElement));
    if (!rows.length) get("empty").textContent = "No question fits these filters.";
  }

  function mark(outcome, run) {
    const title = `${config.runs[run]}: ${outcome ? WORDS[outcome] : "not asked"}`;
    return element("span", { class: `mark ${outcome || "none"}`, title, "aria-label": title, role: "img" }, outcome ? MARKS[outcome] : "·");
  }

  function rowElement(row) {
    const button = element("button", { type: "button" },
      element("span", { class: "id" }, row.id), element("span", { class: "marks" }, ...row.outcomes.map(mark)));
    button.addEventListener("click", () => show(row));
    return element("li", {}, button);
  }

  function markCurrent() {
    [...get("rows").querySelectorAll("button")].forEach((button, place) => {
      const here = current && rows[place].id === current.id && rows[place].split === current.split;
      button.setAttribute("aria-current", String(Boolean(here)));
      if (here) button.scrollIntoView({ block: "nearest" });
    });
  }

  async function show(at) {
    try {
      current = await source.question(at);
      history.replaceState(null, "", address(current.id, current.split));
      get("empty").hidden = true;
      get("question").hidden = false;
      fill(current);
      markCurrent();
      await Promise.all([drawOverlay(), drawModel()]);
      preload();
    } catch (error) { fail(error); }
  }

  function fill(question) {
    const reference = question.reference ? `, reference ${question.reference}` : "";
    const bonds = question.bonds >= 0 ? `, ${question.bonds} hydrogen bond${question.bonds === 1 ? "" : "s"}` : "";
    get("question-title").textContent = `${question.code} ${question.task.replaceAll("_", " ")} · ${question.complex}${reference} · ${question.split}${bonds}`;
    get("permalink").href = `#${new URLSearchParams({ q: question.id, s: question.split })}`;
    pictures.show(question.images.map((name, number) => ({
      url: source.image(question, number), caption: String(number + 1), alt: `Image ${number + 1}: ${name.split("/").pop().replace(".png", "").replaceAll("_", " ")}`,
    })));
    get("prompt").textContent = question.prompt;
    get("options-box").hidden = !question.options.length;
    get("options").replaceChildren(...question.options.map((text, place) =>
      element("li", { class: "ABCD"[place] === question.answer ? "true" : "" }, text)));
    get("answer").textContent = question.answer;
    get("facts").replaceChildren(...["truth", "meta"].flatMap((part) => Object.entries(question[part])
      .filter(([, value]) => value !== null)
      .flatMap(([key, value]) => [element("dt", {}, `${part}.${key}`), element("dd", {}, typeof value === "string" ? value : JSON.stringify(value))])));
    get("replies").replaceChildren(...question.replies.map(replyElement));
    if (!config.runs.length) get("replies").append(element("p", { class: "note" }, "No runs were given: misi view DIR RUN …"));
  }

  function replyElement(reply, run) {
    const card = element("div", { class: "reply-card" }, element("strong", {}, config.runs[run]), " ", mark(reply && reply.outcome, run), " ");
    if (!reply) { card.append("not asked"); return card; }
    const figures = Object.entries(reply.figures).map(([name, value]) => `, ${name} ${Math.round(value * 1000) / 1000}`).join("");
    card.append(`${WORDS[reply.outcome]}; score ${reply.paper.toFixed(2)}, exact ${reply.exact}${figures}`);
    if (reply.answer !== null) card.append(element("div", {}, "read as ", element("code", {}, reply.answer)));
    if (reply.note) card.append(element("div", { class: "note" }, reply.note));
    if (reply.reply) card.append(element("details", {}, element("summary", {}, "Reply"), element("pre", { class: "reply" }, reply.reply)));
    return card;
  }

  async function drawOverlay() {
    get("overlay-button").setAttribute("aria-pressed", String(overlayOn));
    if (!current) return;
    const question = current;
    const overlays = overlayOn ? await source.overlay(question) : null;
    if (question === current) pictures.overlay(overlays, config.width, config.height);
  }

  async function drawModel() {
    get("model-button").setAttribute("aria-pressed", String(modelOn));
    get("model").hidden = !modelOn;
    if (!modelOn || !current) return;
    try {
      const count = await window.misiModel(get("model-view"), await source.complex(current), root, version);
      get("model-note").textContent = `${current.complex}: ${count} hydrogen bond${count === 1 ? "" : "s"}, yellow. Drag turns, wheel zooms.`;
    } catch (error) { get("model-note").textContent = `No 3D view: ${error.message}`; }
  }

  // fetch the next question's pictures while this one is looked at
  async function preload() {
    const next = rows[place() + 1];
    if (!next) return;
    const question = await source.question(next);
    question.images.forEach((_, number) => { new Image().src = source.image(question, number); });
  }

  const place = () => rows.findIndex((row) => current && row.id === current.id && row.split === current.split);

  async function step(by) {
    const to = place() + by;
    if (rows[to]) { await show(rows[to]); return; }
    const page = by > 0 ? offset + PAGE : offset - PAGE;
    if (page < 0 || page >= total) return;
    await loadPage(page);
    await show(by > 0 ? rows[0] : rows[rows.length - 1]);
  }

  async function filtersChanged() {
    try {
      await loadPage(0);
      if (rows.length) await show(rows[0]);
      else { current = null; get("question").hidden = true; get("empty").hidden = false; history.replaceState(null, "", address()); }
    } catch (error) { fail(error); }
  }

  function flip(what) {
    if (what === "overlay") { overlayOn = !overlayOn; drawOverlay().catch(fail); }
    if (what === "model") { modelOn = !modelOn; drawModel(); }
    if (what === "link") { pictures.linked = !pictures.linked; get("link-button").setAttribute("aria-pressed", String(pictures.linked)); }
  }

  function listen() {
    form.addEventListener("change", filtersChanged);
    form.addEventListener("submit", (event) => event.preventDefault());
    form.addEventListener("reset", () => setTimeout(filtersChanged));
    get("page-back").addEventListener("click", () => loadPage(Math.max(0, offset - PAGE)).then(markCurrent, fail));
    get("page-on").addEventListener("click", () => loadPage(offset + PAGE).then(markCurrent, fail));
    get("overlay-button").addEventListener("click", () => flip("overlay"));
    get("model-button").addEventListener("click", () => flip("model"));
    get("link-button").addEventListener("click", () => flip("link"));
    get("reset-button").addEventListener("click", () => pictures.reset());
    get("help-button").addEventListener("click", () => get("help").showModal());
    get("per-row").addEventListener("change", (event) => pictures.perRow(event.target.value));
    window.addEventListener("hashchange", () => start(readAddress()));
    document.addEventListener("keydown", (event) => {
      const typing = event.target.closest("input, select, textarea");
      if (event.ctrlKey || event.metaKey || event.altKey || typing || get("help").open) return;
      const keys = { j: () => step(1), k: () => step(-1), b: () => flip("overlay"), d: () => flip("model"), l: () => flip("link"),
        0: () => pictures.reset(), "/": () => form.elements.text.focus(), "?": () => get("help").showModal(), Escape: () => pictures.enlarge(null) };
      const action = keys[event.key] || (/^[1-9]$/.test(event.key) ? () => pictures.enlarge(Number(event.key) - 1) : null);
      if (!action) return;
      event.preventDefault();
      action();
    });
  }

  async function start(words) {
    try {
      const id = words.get("q");
      if (id) {
        const at = await source.find(id, words.get("s"));
        const narrowed = Object.entries(filters()).some(([name, value]) => value && name !== "task" && name !== "split");
        if (!narrowed) { form.elements.task.value = at.task; form.elements.split.value = at.split; }
        await loadPage(narrowed ? 0 : at.row - (at.row % PAGE));
        await show(at);
      } else {
        await filtersChanged();
      }
    } catch (error) { fail(error); }
  }

  source.config().then((content) => {
    config = content;
    pictures.perRow(get("per-row").value);
    setUpFilters();
    listen();
    return start(readAddress());
  }).catch(fail);
})();
