program files;
var a, b: longint;
begin
  assign(input, 'input.txt');
  reset(input);
  assign(output, 'output.txt');
  rewrite(output);
  readln(a, b);
  writeln(a + b);
  close(output)
end.
