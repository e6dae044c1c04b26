# talk: {with: guess, expect: ILE, message: sleeps while the interactor waits for it}
import time

time.sleep(3600)
