open(my $given, '<', 'input.txt') or die;
open(my $taken, '>', 'output.txt') or die;
my ($a, $b) = split ' ', <$given>;
print $taken $a + $b, "\n";
