# hostile: {entry: 2, expect: ILE, why: the right answer and then select on nothing}
import select

print("contained", flush=True)
select.select([], [], [], 20)
