"""The nine tasks: what is asked, how replies are read and scored."""
