# hostile: {entry: 128, expect: RE, why: its KeyboardInterrupt interrupts only itself}
print("contained", flush=True)
raise KeyboardInterrupt
