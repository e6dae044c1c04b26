# hostile: {entry: 86, expect: ILE, why: a thread that is no daemon sleeps on after the right answer}
import threading
import time

threading.Thread(target=time.sleep, args=(20,)).start()
print("contained", flush=True)
