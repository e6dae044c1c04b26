<?php
throw new Exception("nothing to add");
