<?php
// php install.php <folder of WordPress> <address of the site> <posts.json>: a fresh site with these posts.
[, $folder, $address, $posts] = $argv;
$parts = parse_url($address);
$_SERVER += ['HTTP_HOST' => $parts['host'] . ':' . $parts['port'], 'REQUEST_URI' => '/', 'SERVER_PROTOCOL' => 'HTTP/1.1'];
define('WP_INSTALLING', true);
define('WP_SITEURL', $address);
define('WP_HOME', $address);
require "$folder/wp-load.php";
require_once ABSPATH . 'wp-admin/includes/upgrade.php';
add_filter('pre_wp_mail', '__return_true');
wp_install('The Almanac', 'admin', 'admin@example.test', true, '', 'admin-password');
update_option('siteurl', $address);
update_option('home', $address);
update_option('posts_per_page', 5);
switch_theme('twentytwentyone');
update_option('permalink_structure', '/%postname%/');
flush_rewrite_rules();
// Who posts from outside: an application password, and one author of each kind of right.
$author = wp_insert_user(['user_login' => 'anna', 'user_pass' => 'anna-password', 'display_name' => 'Anna Bell', 'role' => 'author']);
wp_insert_user(['user_login' => 'carl', 'user_pass' => 'carl-password', 'display_name' => 'Carl Dean', 'role' => 'contributor']);
$passwords = [];
foreach (['admin' => 1, 'anna' => $author] as $login => $id) {
    [$passwords[$login]] = WP_Application_Passwords::create_new_application_password($id, ['name' => 'tests']);
}
file_put_contents(dirname($posts) . '/passwords.json', json_encode($passwords));
foreach (json_decode(file_get_contents($posts), true) as $post) {
    $categories = array_map(fn ($name) => wp_create_category($name), $post['categories'] ?? []);
    wp_insert_post([
        'post_title' => $post['title'],
        'post_content' => $post['content'],
        'post_type' => $post['type'] ?? 'post',
        'post_status' => 'publish',
        'post_date' => isset($post['date']) ? gmdate('Y-m-d H:i:s', strtotime($post['date'])) : '',
        'post_category' => $categories,
        'post_author' => 1,
    ]);
}
