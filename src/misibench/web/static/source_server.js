// Where the gallery's data come from: the running server.
(function () {
  "use strict";
  async function ask(path) {
    const reply = await fetch(path);
    const content = await reply.json();
    if (!reply.ok) throw new Error(content.error || `the server said ${reply.status}`);
    return content;
  }
  const place = (at) => `${at.task}/${at.split}/${at.row}`;

  window.misiSource = {
    config: () => ask("/api/config"),
    list(filters, offset, limit) {
      const query = new URLSearchParams({ offset, limit });
      for (const [name, value] of Object.entries(filters)) if (value) query.set(name, value);
      return ask(`/api/list?${query}`);
    },
    find: (id, split) => ask(`/api/find?${new URLSearchParams({ id, split: split || "" })}`),
    question: (at) => ask(`/api/question/${place(at)}`),
    overlay: (question) => ask(`/api/overlay/${place(question)}`),
    complex: (question) => ask(`/api/complex/${place(question)}`),
    image: (question, number) => `/image/${place(question)}/${number}`,
  };
})();
