program crashes;
begin
  runerror(201)
end.
