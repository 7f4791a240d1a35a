"""Web pages: gallery and human study."""
