<?php
for (;;);
