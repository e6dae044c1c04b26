# talk: {with: floods, expect: ILE, message: 'does not read what the interactor said (400,002 bytes)'}
import time

time.sleep(3600)
