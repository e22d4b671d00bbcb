"""Everything that touches a browser: today finding one, so that a later step can drive what was found."""
