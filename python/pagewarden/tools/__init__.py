"""The tools that an agent may call: one function per tool, and the one table that describes them.

Nothing here knows a protocol. The server, the command line and the reference are made from the table, so that none of
them can promise what another does not keep.
"""
