<?php
// For php -S: files as they are, everything else through WordPress, so that addresses without .php work.
$path = parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH);
$file = $_SERVER['DOCUMENT_ROOT'] . $path;
if ($path !== '/' && is_file($file)) {
    return false;
}
$folder = $path !== '/' && is_file("$file/index.php") ? rtrim($path, '/') : '';
$_SERVER['SCRIPT_NAME'] = "$folder/index.php";
$_SERVER['SCRIPT_FILENAME'] = $_SERVER['DOCUMENT_ROOT'] . "$folder/index.php";
require $_SERVER['SCRIPT_FILENAME'];
