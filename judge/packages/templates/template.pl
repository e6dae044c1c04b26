use strict;
use warnings;

my @words = split ' ', join '', <STDIN>;
