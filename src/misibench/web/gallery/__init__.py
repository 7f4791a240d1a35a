"""The gallery: look at a dataset and at what was replied."""

from misibench.web.gallery.app import gallery_app
from misibench.web.gallery.browse import Gallery
from misibench.web.gallery.static_site import write_static_site

__all__ = ["Gallery", "gallery_app", "write_static_site"]
