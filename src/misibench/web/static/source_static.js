// Where the gallery's data come from: scripts beside the page, so that it works from a disk.
(function () {
  "use strict";
  const kept = new Map();
  const waiting = new Map();
  window.misiData = (name, content) => { waiting.get(name)?.(content); };

  function load(name) {
    if (!kept.has(name)) {
      kept.set(name, new Promise((resolve, reject) => {
        waiting.set(name, resolve);
        const script = document.createElement("script");
        script.src = `data/${encodeURIComponent(name)}.js`;
        script.onload = () => script.remove();
        script.onerror = () => { kept.delete(name); reject(new Error(`data/${name}.js could not be loaded`)); };
        document.head.append(script);
      }));
    }
    return kept.get(name);
  }

  const RIGHT = { right: ["correct"], not_right: ["partial", "wrong", "no_answer", "failed"] };

  function fits(index, row, filters, manyBonds) {
    if (filters.complex && index.complex[row] !== filters.complex) return false;
    if (filters.text && !index.id[row].toLowerCase().includes(filters.text.toLowerCase())) return false;
    if (filters.bonds) {
      const wanted = Number(filters.bonds);
      if (wanted >= manyBonds ? index.bonds[row] < wanted : index.bonds[row] !== wanted) return false;
    }
    return index.runs.every((outcomes, run) => {
      const wanted = filters[`run${run}`];
      if (!wanted) return true;
      const outcome = outcomes[row];
      return wanted === "not_asked" ? outcome === null : (RIGHT[wanted] || [wanted]).includes(outcome);
    });
  }

  async function tables(filters) {
    const config = await load("config");
    const found = [];
    for (const task of config.tasks) {
      if (filters.task && filters.task !== task.name) continue;
      for (const split of Object.keys(task.splits)) {
        if (filters.split ? filters.split !== split : split === "tiny" && "test" in task.splits) continue;
        found.push({ task: task.name, split, count: task.splits[split] });
      }
    }
    return found;
  }

  const narrow = (filters) => Object.entries(filters).some(([name, value]) => value && name !== "task" && name !== "split");

  async function list(filters, offset, limit) {
    const config = await load("config");
    let total = 0;
    const rows = [];
    for (const { task, split, count } of await tables(filters)) {
      const wanted = [];
      let index = null;
      if (narrow(filters)) {
        index = await load(`${task}.${split}.index`);
        for (let row = 0; row < count; row += 1) if (fits(index, row, filters, config.many_bonds)) wanted.push(row);
      }
      const size = index ? wanted.length : count;
      const first = Math.max(offset - total, 0), last = Math.min(offset + limit - total, size);
      if (first < last) {
        index = index || await load(`${task}.${split}.index`);
        for (let at = first; at < last; at += 1) {
          const row = narrow(filters) ? wanted[at] : at;
          rows.push({ task, split, row, id: index.id[row], complex: index.complex[row],
            bonds: index.bonds[row], outcomes: index.runs.map((outcomes) => outcomes[row]) });
        }
      }
      total += size;
    }
    return { total, rows };
  }

  async function find(id, split) {
    const config = await load("config");
    const code = id.split("/")[0].toUpperCase();
    const named = config.tasks.filter((task) => task.code === code);
    for (const task of named.length ? named : config.tasks) {
      const order = Object.keys(task.splits).sort((a, b) => (b === split) - (a === split) || (b === "test") - (a === "test"));
      for (const one of order) {
        const row = (await load(`${task.name}.${one}.index`)).id.indexOf(id);
        if (row >= 0) return { task: task.name, split: one, row };
      }
    }
    throw new Error("there is no question of this id");
  }

  async function question({ task, split, row }) {
    const { starts } = await load(`${task}.${split}.index`);
    let group = 0;
    while (starts[group + 1] <= row) group += 1;
    return (await load(`${task}.${split}.${group}`))[row - starts[group]];
  }

  window.misiSource = {
    config: () => load("config"),
    list,
    find,
    question,
    overlay: async (one) => one.overlay,
    complex: (one) => load(one.complex_file),
    image: (one, number) => one.images[number].split("/").map(encodeURIComponent).join("/"),
  };
})();
