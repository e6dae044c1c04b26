const nothing: number[] = [];
console.log(nothing[1].toFixed());
