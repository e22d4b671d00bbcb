"""The tools over the Model Context Protocol, for agents.

The protocol library takes more than a second to import, so that nothing imports this package before it is needed.
"""
