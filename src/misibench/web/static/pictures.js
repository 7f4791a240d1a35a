// A grid of pictures with linked zoom and pan: wheel, pinch, drag, keys. Plain script, no modules,
// so that it also runs in pages opened from a disk.
(function () {
  "use strict";
  const MOST = 12;
  const SVG = "http://www.w3.org/2000/svg";

  function clamp(value, low, high) { return Math.min(Math.max(value, low), high); }

  class Pictures {
    // host: an element; its content is replaced
    constructor(host) {
      this.host = host;
      host.classList.add("pictures");
      this.linked = true;
      this.views = [];
      this.figures = [];
    }

    // pictures: [{url, caption, alt}]
    show(pictures) {
      this.host.replaceChildren();
      this.figures = [];
      this.views = pictures.map(() => ({ scale: 1, x: 0, y: 0 }));
      pictures.forEach((picture, place) => this._add(picture, place));
    }

    _add(picture, place) {
      const figure = document.createElement("figure");
      figure.className = "picture";
      const frame = document.createElement("div");
      frame.className = "frame";
      frame.tabIndex = 0;
      frame.setAttribute("role", "group");
      frame.setAttribute("aria-label", (picture.alt || picture.caption) + ". Plus and minus zoom, arrows pan, Enter enlarges.");
      const sheet = document.createElement("div");
      sheet.className = "sheet";
      const image = document.createElement("img");
      image.alt = picture.alt || picture.caption;
      image.draggable = false;
      image.decoding = "async";
      image.addEventListener("error", () => {
        figure.classList.add("absent");
        sheet.textContent = "This picture could not be loaded.";
      });
      image.src = picture.url;
      const caption = document.createElement("figcaption");
      caption.textContent = picture.caption;
      sheet.append(image);
      frame.append(sheet);
      figure.append(frame, caption);
      this.host.append(figure);
      this.figures.push({ figure, frame, sheet });
      this._listen(frame, place);
    }

    _listen(frame, place) {
      const pointers = new Map();
      let moved = false;
      frame.addEventListener("wheel", (event) => {
        event.preventDefault();
        const at = this._at(frame, event);
        this.zoom(place, Math.exp(-event.deltaY * 0.0016), at.x, at.y);
      }, { passive: false });
      frame.addEventListener("pointerdown", (event) => {
        pointers.set(event.pointerId, this._at(frame, event));
        frame.setPointerCapture(event.pointerId);
        frame.classList.add("dragging");
        moved = false;
      });
      frame.addEventListener("pointermove", (event) => {
        const before = pointers.get(event.pointerId);
        if (!before) return;
        const now = this._at(frame, event);
        if (pointers.size === 2) {
          const [other] = [...pointers].filter(([id]) => id !== event.pointerId).map(([, at]) => at);
          const old = Math.hypot(before.x - other.x, before.y - other.y);
          const wide = Math.hypot(now.x - other.x, now.y - other.y);
          if (old > 0.01) this.zoom(place, wide / old, (now.x + other.x) / 2, (now.y + other.y) / 2);
        } else {
          this.pan(place, now.x - before.x, now.y - before.y);
        }
        moved = true;
        pointers.set(event.pointerId, now);
      });
      const end = (event) => {
        pointers.delete(event.pointerId);
        if (!pointers.size) frame.classList.remove("dragging");
      };
      frame.addEventListener("pointerup", end);
      frame.addEventListener("pointercancel", end);
      frame.addEventListener("dblclick", () => { if (!moved) this.enlarge(place); });
      frame.addEventListener("keydown", (event) => {
        if (event.ctrlKey || event.metaKey || event.altKey) return;
        const steps = { ArrowLeft: [0.1, 0], ArrowRight: [-0.1, 0], ArrowUp: [0, 0.1], ArrowDown: [0, -0.1] };
        if (event.key === "+" || event.key === "=") this.zoom(place, 1.25, 0.5, 0.5);
        else if (event.key === "-") this.zoom(place, 0.8, 0.5, 0.5);
        else if (event.key === "0") this.reset();
        else if (event.key === "Enter") this.enlarge(place);
        else if (event.key === "Escape") this.enlarge(null);
        else if (steps[event.key] && this.views[place].scale > 1) this.pan(place, ...steps[event.key]);
        else return;
        event.preventDefault();
        event.stopPropagation();
      });
    }

    // place of a pointer as a share of the frame's width and height
    _at(frame, event) {
      const box = frame.getBoundingClientRect();
      return { x: (event.clientX - box.left) / box.width, y: (event.clientY - box.top) / box.height };
    }

    _change(place, change) {
      this.views = this.views.map((view, at) => {
        if (!this.linked && at !== place) return view;
        const next = change(view);
        const scale = clamp(next.scale, 1, MOST);
        return { scale, x: clamp(next.x, 1 - scale, 0), y: clamp(next.y, 1 - scale, 0) };
      });
      this._apply();
    }

    zoom(place, factor, x, y) {
      this._change(place, (view) => {
        const scale = clamp(view.scale * factor, 1, MOST);
        const real = scale / view.scale;
        return { scale, x: x - (x - view.x) * real, y: y - (y - view.y) * real };
      });
    }

    pan(place, dx, dy) {
      this._change(place, (view) => ({ scale: view.scale, x: view.x + dx, y: view.y + dy }));
    }

    reset() {
      this.views = this.views.map(() => ({ scale: 1, x: 0, y: 0 }));
      this._apply();
    }

    _apply() {
      this.figures.forEach(({ sheet }, place) => {
        const { scale, x, y } = this.views[place];
        sheet.style.transform = `translate(${x * 100}%, ${y * 100}%) scale(${scale})`;
      });
    }

    // show one picture large above the others; the same again, or null, goes back
    enlarge(place) {
      this.figures.forEach(({ figure, frame }, at) => {
        const big = at === place && !figure.classList.contains("big");
        figure.classList.toggle("big", big);
        if (big) { figure.scrollIntoView({ block: "nearest" }); frame.focus({ preventScroll: true }); }
      });
    }

    perRow(count) { this.host.dataset.perRow = String(count); }

    // overlays: one list of {from, to, label} in pixels per picture, or null to take them away
    overlay(overlays, width, height) {
      this.figures.forEach(({ sheet }, place) => {
        sheet.querySelectorAll("svg").forEach((old) => old.remove());
        const lines = overlays && overlays[place];
        if (!lines || !lines.length) return;
        const svg = document.createElementNS(SVG, "svg");
        svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
        svg.setAttribute("aria-hidden", "true");
        for (const line of lines) svg.append(...shapes(line, width));
        sheet.append(svg);
      });
    }
  }

  function shapes(line, width) {
    const unit = width / 1024;
    const made = [["line", { x1: line.from[0], y1: line.from[1], x2: line.to[0], y2: line.to[1] }],
      ["circle", { cx: line.from[0], cy: line.from[1], r: 12 * unit }],
      ["circle", { cx: line.to[0], cy: line.to[1], r: 12 * unit }]];
    return made.map(([name, attributes]) => {
      const shape = document.createElementNS(SVG, name);
      for (const [key, value] of Object.entries(attributes)) shape.setAttribute(key, value);
      const title = document.createElementNS(SVG, "title");
      title.textContent = line.label;
      shape.append(title);
      return shape;
    });
  }

  window.MisiPictures = Pictures;
})();
