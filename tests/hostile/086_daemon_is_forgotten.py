# hostile: {entry: 86, expect: AC, why: a daemon thread ends with the program}
import threading
import time

threading.Thread(target=time.sleep, args=(20,), daemon=True).start()
print("contained")
