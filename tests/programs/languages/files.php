<?php
[$a, $b] = explode(" ", trim(file_get_contents("input.txt")));
file_put_contents("output.txt", $a + $b . "\n");
