console.log(undefined.sum);
