// Form fields that write an answer in the exact answer format. The fields offer every possible
// answer; what is right is not known here.
(function () {
  "use strict";

  function element(name, attributes, ...children) {
    const made = document.createElement(name);
    for (const [key, value] of Object.entries(attributes || {})) {
      if (key === "class") made.className = value; else made.setAttribute(key, value);
    }
    made.append(...children);
    return made;
  }

  const shown = (value) => String(value).replace("-", "−");
  const WORDS = { move: "Move", roll: "Rotation" };
  const AXIS_HINTS = { x: "x: to the right", y: "y: up", z: "z: toward you" };

  function group(legend, ...children) {
    return element("fieldset", {}, element("legend", {}, legend), ...children);
  }

  // radio buttons side by side
  function chips(name, choices) {
    return element("div", { class: "chips" }, ...choices.map(([value, text, hint]) => {
      const input = element("input", { type: "radio", name, value });
      if (hint) input.title = hint;
      return element("label", { class: "chip" }, input, element("span", {}, text));
    }));
  }

  function select(name, label, choices) {
    const box = element("select", { name }, new Option("choose …", ""), ...choices.map(([value, text]) => new Option(text, value)));
    return [element("label", {}, label, box), box];
  }

  // ---- moves and rotations: T1, T2, T3, T7
  function motionFields(host, spec) {
    spec.parts.forEach((part, place) => {
      if (part.axes.length > 1) {
        host.append(group(`${WORDS[part.verb]}: axis`, chips(`axis${place}`, part.axes.map((axis) => [axis, axis, AXIS_HINTS[axis]]))));
      }
      const unit = part.unit === "Å" ? "Å" : "degrees";
      const along = part.axes.length > 1 ? "" : ` along ${part.axes[0]}`;
      const legend = `${WORDS[part.verb]}${along}: ${part.verb === "move" ? "distance" : "angle"} in ${unit}`;
      if (part.values) {
        host.append(group(legend, chips(`value${place}`, part.values.map((value) => [value, shown(value)]))));
      } else {
        const input = element("input", { type: "number", name: `value${place}`, step: "1", min: part.range[0], max: part.range[1], "aria-label": legend });
        host.append(group(legend, input, element("span", { class: "note" }, " negative: to the left")));
      }
    });
  }

  function motionText(fields, spec) {
    const texts = spec.parts.map((part, place) => {
      const axis = part.axes.length > 1 ? fields[`axis${place}`] : part.axes[0];
      const value = fields[`value${place}`];
      return axis && value && /^-?[1-9]\d*$/.test(value) ? `${part.verb} ${axis} ${value}` : null;
    });
    return texts.every(Boolean) ? texts.join(", ") : "";
  }

  // ---- letters: T5, T6, T8
  function letterFields(host, spec) {
    host.append(group("Your choice", ...spec.letters.map((letter, place) =>
      element("label", { class: "letter-line" }, element("input", { type: "radio", name: "letter", value: letter }), `${letter}: ${shown(spec.texts[place] || "").replaceAll("-", "−")}`))));
  }

  // ---- hydrogen bonds: T4, T9. Rows are numbered; a removed row leaves a gap.
  function bondFields(host, spec, change) {
    const none = spec.kind === "residue_bonds" ? "No hydrogen bond" : "No hydrogen bond at all";
    host.append(group("Hydrogen bonds",
      element("label", { class: "letter-line" }, element("input", { type: "radio", name: "any", value: "no" }), none),
      element("label", { class: "letter-line" }, element("input", { type: "radio", name: "any", value: "yes" }), "These hydrogen bonds:")));
    const rows = element("div", { id: "bond-rows" });
    const add = element("button", { type: "button", id: "add-bond" }, "Add a bond");
    add.addEventListener("click", () => { bondRow(rows, spec, nextRow(rows), change).querySelector("select").focus(); change(); });
    host.append(rows, add);
  }

  const nextRow = (rows) => [...rows.children].reduce((most, row) => Math.max(most, Number(row.dataset.row) + 1), 0);
  const residueName = (one) => `${one.name} ${one.number}${one.chain ? ` ${one.chain}` : ""}`;

  function bondRow(rows, spec, number, change) {
    const row = element("div", { class: spec.kind === "residue_bonds" ? "bond two" : "bond", role: "group", "aria-label": `Bond ${rows.children.length + 1}` });
    row.dataset.row = number;
    const atoms = (residue) => (residue ? residue.atoms : []).map((name) => [name, name]);
    const [atomLabel, atomBox] = select(`atom${number}`, spec.kind === "residue_bonds" ? `atom of ${spec.residue.name}` : "its atom", atoms(spec.residue));
    if (spec.kind === "pocket_bonds") {
      const [label, box] = select(`residue${number}`, "residue", spec.residues.map((one, place) => [place, residueName(one)]));
      box.addEventListener("change", () => fillAtoms(box, atomBox, spec));
      row.append(label);
    }
    const [ligandLabel] = select(`ligand${number}`, "ligand atom", spec.ligand.map((name) => [name, name]));
    const remove = element("button", { type: "button", "aria-label": "Remove this bond" }, "✕");
    remove.addEventListener("click", () => { row.remove(); document.getElementById("add-bond").focus(); change(); });
    row.append(atomLabel, ligandLabel, remove);
    rows.append(row);
    const yes = rows.closest("form").querySelector("input[name=any][value=yes]");
    if (yes) yes.checked = true;
    return row;
  }

  function fillAtoms(residueBox, atomBox, spec) {
    const residue = residueBox.value === "" ? null : spec.residues[Number(residueBox.value)];
    atomBox.replaceChildren(new Option("choose …", ""), ...(residue ? residue.atoms : []).map((name) => new Option(name, name)));
  }

  function bondText(fields, spec) {
    if (fields.any === "no") return "No";
    if (fields.any !== "yes") return "";
    const numbers = Object.keys(fields).filter((name) => name.startsWith("ligand")).map((name) => Number(name.slice(6))).sort((a, b) => a - b);
    const bonds = numbers.map((number) => {
      const atom = fields[`atom${number}`], ligand = fields[`ligand${number}`];
      if (!atom || !ligand) return null;
      if (spec.kind === "residue_bonds") return `${spec.residue.name} ${atom}, ${ligand}`;
      const residue = spec.residues[Number(fields[`residue${number}`])];
      return `${residue.name} ${residue.number} ${atom} ${residue.chain || "_"}, ${ligand}`;
    });
    if (!bonds.length || bonds.includes(null)) return "";
    return (spec.kind === "residue_bonds" ? "Yes: " : "") + [...new Set(bonds)].join("; ");
  }

  class AnswerForm {
    constructor(form, host, spec, change) {
      this.form = form;
      this.host = host;
      this.spec = spec;
      this.change = change;
      this.build();
    }

    build() {
      this.host.replaceChildren();
      const { kind } = this.spec;
      if (kind === "motions") motionFields(this.host, this.spec);
      if (kind === "letters") letterFields(this.host, this.spec);
      if (kind.endsWith("_bonds")) bondFields(this.host, this.spec, this.change);
    }

    fields() {
      return Object.fromEntries([...new FormData(this.form)].filter(([, value]) => value !== ""));
    }

    set(fields) {
      this.build();
      const rows = this.host.querySelector("#bond-rows");
      const numbers = new Set(Object.keys(fields).map((name) => /^(?:residue|atom|ligand)(\d+)$/.exec(name)).filter(Boolean).map((found) => Number(found[1])));
      if (rows) for (const number of [...numbers].sort((a, b) => a - b)) bondRow(rows, this.spec, number, this.change);
      for (const [name, value] of Object.entries(fields)) if (name.startsWith("residue")) this.put(name, value);
      if (rows && this.spec.kind === "pocket_bonds") {
        for (const number of numbers) fillAtoms(this.form.elements[`residue${number}`], this.form.elements[`atom${number}`], this.spec);
      }
      for (const [name, value] of Object.entries(fields)) if (!name.startsWith("residue")) this.put(name, value);
    }

    put(name, value) {
      const field = this.form.elements[name];
      if (field) field.value = value;
    }

    // the answer in the answer format; empty while something is missing
    text() {
      const fields = this.fields();
      if (this.spec.kind === "motions") return motionText(fields, this.spec);
      if (this.spec.kind === "letters") return fields.letter || "";
      if (this.spec.kind.endsWith("_bonds")) return bondText(fields, this.spec);
      return "";
    }
  }

  window.MisiAnswerForm = AnswerForm;
})();
