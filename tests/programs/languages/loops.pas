program loops;
begin
  while true do
end.
