<?php
// What PHP's own parsers, which the importer of WordPress uses, read in a WXR file: php read-wxr.php FILE
$file = $argv[1];
libxml_use_internal_errors(true);
$dom = new DOMDocument();
$whole = $dom->loadXML(file_get_contents($file), LIBXML_PARSEHUGE);
if (!$whole) {
    echo json_encode(['errors' => array_map(fn($error) => trim($error->message), libxml_get_errors())]);
    exit(0);
}
$xml = simplexml_import_dom($dom);
$spaces = $xml->getDocNamespaces();
$items = [];
foreach ($xml->channel->item as $item) {
    $wp = $item->children($spaces['wp']);
    $meta = [];
    foreach ($wp->postmeta as $one) $meta[(string) $one->meta_key] = (string) $one->meta_value;
    $terms = [];
    foreach ($item->category as $one) $terms[] = [(string) $one['domain'], (string) $one['nicename'], (string) $one];
    $items[] = [
        'id' => (int) $wp->post_id,
        'title' => (string) $item->title,
        'content' => (string) $item->children($spaces['content'])->encoded,
        'excerpt' => (string) $item->children($spaces['excerpt'])->encoded,
        'author' => (string) $item->children('http://purl.org/dc/elements/1.1/')->creator,
        'date' => (string) $wp->post_date,
        'slug' => (string) $wp->post_name,
        'status' => (string) $wp->status,
        'type' => (string) $wp->post_type,
        'parent' => (int) $wp->post_parent,
        'url' => (string) $wp->attachment_url,
        'meta' => (object) $meta,
        'terms' => $terms,
    ];
}
$channel = $xml->channel->children($spaces['wp']);
echo json_encode([
    'errors' => [],
    'version' => (string) $channel->wxr_version,
    'authors' => count($channel->author),
    'categories' => count($channel->category),
    'tags' => count($channel->tag),
    'items' => $items,
]);
