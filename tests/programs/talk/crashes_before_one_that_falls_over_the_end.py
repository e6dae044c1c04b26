# talk: {with: needs_all, expect: RE}
1 / 0
