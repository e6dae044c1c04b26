for (let n: number = 0; ; n++);
