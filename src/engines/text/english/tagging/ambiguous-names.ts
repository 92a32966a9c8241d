/** Words of the language that are given names, family names, places or firms as well. */
const NAMES = new Set(
  (
    "abbey alec alfa angel anna april art ash ashley aurora autumn barb basil beau bell bella ben bert beth " +
    "betty bill billy blaine blanche bob bobby bonny brad brandy " +
    "brook brooks bud buddy candy carl carol chad chance charity charlie chase cherry chip christian chuck clay " +
    "cliff clover cole coral crystal daisy dale dan dash dawn dean dee " +
    "dick dixie dolly don dot doug drew duke dustin dusty earl eddy elder ella ellen emery emma ernest ethel eve " +
    "faith fay felicity fern flora forest frank gale garnet gay gene gill " +
    "ginger glen gloria grace grant guy hank harmony harry haven hazel heath heather henry herb holly honey hope " +
    "iris ivy jack jade jasmine jay jean jenny jerry jess jet jewel jim jimmy joe " +
    "jo john johnny josh joy juan jules june ken kent kit kitty lance lane laurel lee leo les liberty lily linda " +
    "liza lou louis luke madonna marina mark marsh martin mary matt " +
    "maud max may mercy merry mick mike miles milo mina minnie misty molly myrtle nan nelly nick nova olive opal " +
    "otto paddy pam pansy pat patience patsy paul pearl peg penny pete peter petra phil " +
    "piper pierce polly poppy prudence randy ray reed rich rick river rob robin rock rod roger rose rosemary " +
    "rowan roy ruby rusty ruth sal sally sam sandy sawyer scarlett shad shelly sienna skip " +
    "sky sonny spencer stella sterling stew storm stu sue summer sunny taffy tad tally ted terry tim timothy " +
    "toby todd tom tommy tony trinity troy val vera veronica victor victoria viola " +
    "violet wade wally walt ward warren wendy will willow winter woody " +
    "abbott archer austin baker banks barber barker bartlett bass bean becker berg bishop black blacksmith blair " +
    "bloom bond booth bow bowman boyle brand bridges brown buck bull bush butler byrd " +
    "cain camp cannon carpenter cart carter carver chandler chapman cherry church clark clerk coffin coleman " +
    "collier comb conway cook cooper cotton crane cross crow curry dance darling " +
    "day dean dickens dodge dole dove drake dyer english falls farmer farrow fields finch finn fisher fletcher " +
    "flint flowers flynn ford forester foster fowler fox franklin freeman french frost fry fuller " +
    "gable gallagher gardener gardner garland gates german glass glover golden goodman gore gould graves gray " +
    "green greene grey griffin grove gunn hacker hale hall hammer hammond hardy harper hart hawk hawking " +
    "hayward heller hogg holder holland hood hooper horn hull hunt hunter irons joule judge kay kelvin key king " +
    "kirk knight lamb lambert law leach lever lincoln link little locke long love low " +
    "lynch major mann manning marble marlin marshall mason maxwell mayer meadows mercer merchant merrill mill " +
    "miller mills moody moon moor moore morris moss myers nash newton noble nobel norman north nutter packard " +
    "page paine painter palmer park parker parks pascal payne peck perch perry pike pitt poe polk pole pollard " +
    "pool pope porter potter pound powers price prince proctor pullman quill " +
    "reader reeves rice rider rivers roach rockwell rogers root rush russell sage salmon savage sawyer saxon " +
    "schiller seal seller sergeant sexton sharp shaw shepherd shore siemens silver singer slater " +
    "small smart smith snow sparks speaker spears spice squire stark steed steel steele stern stone stout street " +
    "strong swan sweet swift tanner taylor teller temple thatcher thorn thorpe tucker turner tyler " +
    "underwood vance vaughan wagner wake walker wall waters watt watts weaver webb webster weeks weir wells west " +
    "wheeler whistler white wise wolf wolfe wood woods woodward wren wright young " +
    "amazon angola apple avon bath berlin berkshire bologna bordeaux boston brazil bristol burgundy cambridge " +
    "canary cayenne champagne china cologne cuba danish delta derby dodge dover dutch " +
    "florence florida ford frankfurt galway genoa georgia german ghana greek guinea hamburg havana holland india " +
    "indian irish italian japan java jersey jordan kent lebanon leicester lima limerick lincoln " +
    "london madeira madras malaga malta manila marathon march mars mercury mobile morocco nice odessa olympia " +
    "orange orient orlando oxford panama paris persian phoenix pluto polish prussian " +
    "reading roman rugby russia rwanda salem santiago saturn scotch shetland siena sofia somali spa sparta split " +
    "swede sydney tanzania texas tobago tours tunis turkey turkish uranus venice venus vichy vienna victoria " +
    "wales " +
    "waterloo wellington windsor worcester york zion " +
    "adobe android bing caterpillar chevron chrome citizen discovery edge excel explorer facebook fiat firefox " +
    "galaxy gap google guardian independent intel java jaguar kindle linux lotus meta microsoft " +
    "mini mirror nest netscape nike observer opera oracle outlook pampers patagonia pandora paramount pixel " +
    "python pinto puma rover ruby safari saturn shell siri slack smart spark sprint subway swatch target tesla " +
    "time titan twitter unilever uber unix viking virgin visa vodafone volt windows word yahoo zoom"
  ).split(" "),
);

export function isAlsoName(word: string): boolean {
  return NAMES.has(word);
}
