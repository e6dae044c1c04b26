# hostile: {entry: 128, expect: RE, why: a KeyboardInterrupt of its own interrupts nobody else}
print("contained", flush=True)
raise KeyboardInterrupt
