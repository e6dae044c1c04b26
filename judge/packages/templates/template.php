<?php
$words = preg_split('/\s+/', stream_get_contents(STDIN), -1, PREG_SPLIT_NO_EMPTY);
