# hostile: {entry: 129, expect: [RE, CE], why: a coding that does not exist}
# -*- coding: hostile -*-
print("contained")
