"""Everything that needs Inspect AI (the extra ``misibench[eval]``); imported only when used."""
