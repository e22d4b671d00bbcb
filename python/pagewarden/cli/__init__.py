"""The command line: one file per command, text on stdout, everything else on stderr.

It calls the public Python functions and nothing below them, so that it cannot give another answer than they do.
"""
