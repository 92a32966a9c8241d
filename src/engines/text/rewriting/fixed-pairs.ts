/** Whether people say the two in this order alone, or the one comes before the other in life. */
export const isFixed = (one: string, other: string) => FIXED.has(`${one} ${other}`);

const FIXED = new Set(
  (
    "research development|delivery maintenance|review adjustment|collection analysis|detection response|supply demand|trial error|food drink|food drinks|drinks food|food beverage|long tortuous|manufacture sale|manufacture marketing|short sweet|time money|cause effect|wear tear|law order|profit loss|" +
    "health safety|arts crafts|pros cons|terms conditions|nuts bolts|ups downs|ins outs|rules regulations|friends family|" +
    "family friends|men women|ladies gentlemen|boys girls|mergers acquisitions|questions answers|goods services|bed breakfast|" +
    "products services|sales marketing|marketing sales|science technology|peace quiet|life death|birth death|war peace|" +
    "planning execution|design development|design implementation|installation maintenance|search rescue|back forth|" +
    "trial error|name address|names addresses|fish chips|salt pepper|bread butter|heart soul|body mind|mind body|black white|" +
    "hot cold|public private|male female|big small|big bold|large small|good bad|old new|young old|long short|high low|up down|" +
    "left right|first second|first last|primary secondary|past present|past current|present future|current future|short long|early late|" +
    "formal informal|direct indirect|positive negative|internal external|national international|local global|dos donts|" +
    "likes comments|sights sounds|fruits vegetables|fruit vegetables|brothers sisters|parents grandparents|mothers fathers|" +
    "rights responsibilities|tips tricks|bits pieces|odds ends|thoughts prayers|hopes dreams|stocks bonds|assets liabilities|" +
    "signs symptoms|strengths weaknesses|advantages disadvantages|benefits drawbacks|risks benefits|costs benefits|days nights|" +
    "weeks months|months years|hours days|minutes hours|seconds minutes|tens hundreds|hundreds thousands|crime punishment|" +
    "nature nurture|theory practice|words actions|love hate|yes no|input output|inputs outputs|import export|imports exports|" +
    "loading unloading|buying selling|diagnosis treatment|prevention treatment|growth development|copyright trademark|" +
    "inpatient outpatient|undergraduate graduate|physical mental|mental physical|tried tested|tried true|safe sound|free fair|" +
    "shapes sizes|friends acquaintances|rows columns|simple easy|home office|time energy|sun moon|hands feet|arms legs|knife fork|knives forks|clear concise|thick thin|blood sweat|hands knees|flesh blood|" +
    "hugs kisses|rise fall|ebb flow|give take|pen paper|pencil paper|lock key|king queen|kings queens|husband wife|" +
    "mother father|son daughter|sons daughters|brother sister|mom dad|moms dads|man woman|boy girl|milk honey|soap water|" +
    "gin tonic|mac cheese|cream sugar|room board|heating cooling|hardware software|buyers sellers|buyer seller|cap gown|hook loop|" +
    "nooks crannies|fun games|aches pains|cuts bruises|bumps bruises|twists turns|thunder lightning|wind rain|land sea|heaven earth|" +
    "sugar spice|needle thread|bow arrow|bows arrows|hammer nails|pots pans|cups saucers|neck shoulders|head shoulders|skin bones|" +
    "rich poor|sick tired|dead buried|alive well|house home|bed bath|kitchen bath|track field|part parcel|hustle bustle|" +
    "checks balances|wants needs|near far|far wide|first foremost|null void|state local|federal state|upper lower|new existing|new used|" +
    "legal regulatory|top bottom|front back|oral written|single double|mild moderate|moderate severe|low middle|junior senior|" +
    "basic advanced|simple complex|light dark|day night|hit run|stop start|rest relaxation|wine dine|cash carry|pick mix|time space|" +
    "supply demand|bread water|cause effects|name number|names numbers|title author|author title|date time|dates times|" +
    "time place|time date|day time|week month|username password|login password|key value|keys values|latitude longitude|" +
    "length width|height width|width height|height weight|plug play|drag drop|copy paste|wait see|hide seek|hot cold|trial errors|" +
    "safe secure|sweet sour|sweet salty|fast furious|quick easy|nice easy|warm cozy|bright early|loud clear|fair square"
  ).split("|"),
);
