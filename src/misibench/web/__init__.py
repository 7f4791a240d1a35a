"""Web pages: the gallery (``misi view``) and the human study (``misi human``)."""
