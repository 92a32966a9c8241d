/**
 * Words that are alike, and therefore near one another in any count of neighbours, but never mean the same: whoever says
 * one of them does not mean another of its line. Where strokes divide a line, the words between two of them are alike.
 */
const LINES = `
spring / summer / autumn fall / winter / season
monday tuesday wednesday thursday friday saturday sunday
morning noon afternoon evening night midnight dawn dusk
hourly / daily / weekly / biweekly / monthly / quarterly / yearly annual / periodical / nightly
second minute hour day week fortnight month year decade century
yesterday today tomorrow tonight
rain drizzle / snow / hail / sleet
heating / cooling
hot boiling / warm lukewarm tepid / cool chilly / cold freezing
wet soaked / damp moist / dry
dry / dried / baked / thirsty
head neck face eye ear nose mouth chin cheek forehead hair beard skin
arm leg hand foot finger toe knee elbow shoulder wrist ankle hip thigh chest stomach back
heart lung liver kidney brain bone muscle blood
laugh / cry weep / smile / frown
black / white / red crimson / green / blue / yellow / brown / orange / purple violet / pink / grey gray / golden / silver
north south east west left right
mother mom mum / father dad / parent / sister / brother / son / daughter / aunt / uncle / cousin / niece / nephew / grandmother / grandfather / husband / wife spouse
people / man / woman / friend / lover
scientist researcher / physicist / psychologist / chemist / biologist / economist
pedestrian / passenger / driver motorist / cyclist
official / diplomat
cat / guy
man / woman / boy / girl / male / female / child kid / baby infant / adult / teenager
king queen prince princess duke emperor
dog cat horse cow pig sheep goat chicken duck mouse rat rabbit fox wolf bear lion tiger elephant monkey bird fish snake
car / bus / train / truck lorry / bicycle bike / motorcycle / boat ship / plane airplane aircraft / helicopter / tram streetcar / van wagon / taxi cab
bread cake pie toast pasta rice potato cheese butter milk cream sugar salt pepper flour egg
apple pear orange lemon lime banana grape peach plum cherry strawberry
coffee tea chocolate beer wine juice soda water whiskey vodka milk
breakfast / lunch / dinner supper
bedroom kitchen bathroom hallway cellar attic garage basement balcony
table chair bed sofa desk shelf cupboard
doctor nurse dentist surgeon pharmacist psychiatrist
teacher professor / student pupil
lawyer judge jury defendant plaintiff prosecutor
buyer purchaser customer / seller vendor
landlord landowner owner / tenant renter
lender borrower
employer boss / employee worker
pay spend compensate / earn
lead / leave / follow
remember / forget
feel / look
tired weary exhausted / bored jaded
keep / continue
hear / listen
teach / learn
coat / jacket / shirt / hat / dress / skirt / shoe
buy purchase / sell / rent lease / lend loan / borrow
win lose draw
open / close shut / lock
begin start commence / end stop finish conclude / continue / pause
stop quit cease halt / keep continue
come go arrive leave depart
push pull
rise climb / fall drop / stay
increase raise grow / decrease reduce lower / keep
give take receive
ask / answer reply respond
accept / refuse reject decline
allow permit / forbid ban prohibit
always invariably constantly / ever / certainly / often frequently / usually generally normally / sometimes occasionally / rarely seldom / never
probably likely / certainly definitely surely / possibly maybe perhaps / hardly
all most many some few none
more less most least
before after during
early late
first last final initial
old new young
big large huge great / small little tiny miniature / medium
tall / short brief / long lengthy prolonged
high low
fast quick rapid swift / slow
good bad
happy glad / sad / angry / crazy mad / excited
rich poor
easy hard difficult
strong weak
heavy light
hard soft
loud / quiet silent
cheap inexpensive / expensive costly
clean dirty
safe dangerous
public private
true false
alive dead
full empty
deep shallow
wide broad / narrow / thin slender slim / thick
inner outer
upper / lower
quickly fast rapidly swiftly / slowly gradually
believe think / know / doubt
house / apartment flat condominium / mansion / palace / hut
house home / building / office
room / cabin / box
simple plain / easygoing
buy / win / steal / earn
internal external
national / international / regional / local / global worldwide / federal / municipal
rural urban
military civilian
mental physical
medical psychiatric dental surgical
import / export
replace / repair fix mend / destroy
say / tell / answer / allege / promise / predict / deny / admit
promise pledge / predict / deny
profit loss revenue income
debit credit
supply demand
attack defend defense defence
war peace
love hate
birth death
gold silver bronze copper iron steel tin brass
wood stone metal glass plastic marble brick concrete crystal
cotton wool silk linen leather nylon
river / creek brook / lake / sea ocean / pond / bay
mountain hill valley plain
island peninsula continent
city metropolis / town / village hamlet
country nation / county / state / province / region
street road / alley / avenue / highway thoroughfare / lane
church temple mosque synagogue
christian jewish muslim hindu buddhist catholic protestant
democrat republican liberal conservative
football soccer / basketball / baseball / tennis / golf / hockey
guitar piano violin drum flute
poem / novel / story tale / play / essay
english french german spanish italian chinese japanese russian
add subtract multiply divide
kilometre mile metre foot inch yard
gram kilogram pound ounce ton
boil bake fry roast grill cook
walk run swim fly drive ride
see hear smell taste
read write
eat drink
sit stand lie
whisper / shout yell scream / say
thousand million billion trillion
`;

/** Of each word: the lines it stands in, and in which of the groups of each. */
const PLACES = new Map<string, Map<number, number>>();
for (const [line, words] of LINES.trim().split("\n").entries()) {
  const groups = words.includes("/")
    ? words.split("/").map((group) => group.trim().split(" "))
    : words.split(" ").map((word) => [word]);
  for (const [group, members] of groups.entries()) {
    for (const word of members) {
      const known = PLACES.get(word);
      if (known === undefined) PLACES.set(word, new Map([[line, group]]));
      else known.set(line, group);
    }
  }
}

/** Whether the two dictionary forms exclude one another. */
export function areContrary(one: string, other: string): boolean {
  const places = PLACES.get(other);
  if (places === undefined) return false;
  for (const [line, group] of PLACES.get(one) ?? []) {
    const place = places.get(line);
    if (place !== undefined && place !== group) return true;
  }
  return false;
}
