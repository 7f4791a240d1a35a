// The complex in three dimensions, drawn by 3Dmol.js, which is loaded when first asked for.
(function () {
  "use strict";
  const PURPLE = 0xbf99f2, ORANGE = 0xf2b366, GREY = 0x909090, BOND = 0xffe14d;
  let library = null;

  function load(root, version) {
    library = library || new Promise((resolve, reject) => {
      const script = document.createElement("script");
      script.src = `${root}vendor/3Dmol-min.js?${version}`;
      script.onload = () => resolve(window.$3Dmol);
      script.onerror = () => reject(new Error("3Dmol.js could not be loaded"));
      document.head.append(script);
    });
    return library;
  }

  // bonds of the pocket from distances: 1.9 Å at most, 2.2 Å with sulfur or phosphorus
  function pocketBonds(atoms) {
    const pairs = [];
    const long = (atom) => atom.elem === "S" || atom.elem === "P";
    for (let a = 0; a < atoms.length; a += 1) {
      for (let b = a + 1; b < atoms.length; b += 1) {
        const limit = long(atoms[a]) || long(atoms[b]) ? 2.2 : 1.9;
        const [dx, dy, dz] = [0, 1, 2].map((axis) => atoms[a].xyz[axis] - atoms[b].xyz[axis]);
        const square = dx * dx + dy * dy + dz * dz;
        if (square < limit * limit && square > 0.16) pairs.push([a, b]);
      }
    }
    return pairs;
  }

  function addPart(viewer, atoms, pairs, carbon) {
    const model = viewer.addModel();
    const made = atoms.map((atom, place) => {
      const one = { elem: atom.elem, atom: atom.name, resi: atom.res, x: atom.xyz[0], y: atom.xyz[1], z: atom.xyz[2],
        serial: place, index: place, bonds: [], bondOrder: [], hetflag: true };
      if (atom.elem === "C") one.color = carbon(atom);
      return one;
    });
    for (const [a, b] of pairs) {
      made[a].bonds.push(b); made[a].bondOrder.push(1);
      made[b].bonds.push(a); made[b].bondOrder.push(1);
    }
    model.addAtoms(made);
    return model;
  }

  const at = ([x, y, z]) => ({ x, y, z });
  const middle = (a, b) => at([0, 1, 2].map((axis) => (a[axis] + b[axis]) / 2));

  function drawBonds(viewer, content) {
    const bonded = new Map();
    for (const atom of content.pocket) if (content.hbonds.some((bond) => bond.res === atom.res)) bonded.set(atom.res, atom.name === "CA" || !bonded.has(atom.res) ? atom : bonded.get(atom.res));
    for (const atom of bonded.values()) viewer.addLabel(atom.label, { position: at(atom.xyz), fontSize: 12, fontColor: "white", backgroundOpacity: 0.4 });
    for (const bond of content.hbonds) {
      viewer.addCylinder({ start: at(bond.from), end: at(bond.to), radius: 0.07, color: BOND, dashed: true, dashLength: 0.25, gapLength: 0.18, fromCap: 1, toCap: 1 });
      viewer.addLabel(bond.label.split(", ").pop(), { position: middle(bond.from, bond.to), fontSize: 11, fontColor: "#ffe14d", backgroundOpacity: 0.55 });
    }
    return [...bonded.keys()];
  }

  // draw into an element that is visible; gives the number of hydrogen bonds drawn
  window.misiModel = async function (host, content, root, version) {
    const dmol = await load(root, version);
    host.replaceChildren();
    const viewer = dmol.createViewer(host, { backgroundColor: "black", antialias: true });
    if (!viewer) throw new Error("this browser has no WebGL");
    const order = [...new Set(content.pocket.map((atom) => atom.res))];
    const pocket = addPart(viewer, content.pocket, pocketBonds(content.pocket), (atom) => (order.indexOf(atom.res) % 2 ? ORANGE : PURPLE));
    const ligand = addPart(viewer, content.ligand, content.ligand_bonds, () => GREY);
    const bonded = drawBonds(viewer, content);
    // thick: the ligand and the residues bonded to it; thin: the rest of the pocket
    pocket.setStyle({}, { line: {} });
    if (bonded.length) pocket.setStyle({ resi: bonded }, { stick: { radius: 0.13 } });
    ligand.setStyle({}, { stick: { radius: 0.2 } });
    viewer.zoomTo({ model: ligand });
    viewer.zoom(0.75);
    viewer.render();
    return content.hbonds.length;
  };
})();
