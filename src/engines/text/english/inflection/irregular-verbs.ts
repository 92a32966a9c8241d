/** Past and participle of a verb, the usual American one first, others after a bar. */
export interface PrincipalParts {
  readonly past: readonly string[];
  readonly participle: readonly string[];
}

// Base, past, participle; where the participle is the past it is left out.
const TABLE = `
abide abided|abode
arise arose arisen
awake awoke|awaked awoken|awaked
bear bore borne|born
beat beat beaten|beat
beget begot|begat begotten|begot
begin began begun
behold beheld
bend bent
bereave bereaved|bereft
beseech besought|beseeched
bestride bestrode bestridden
bet bet|betted
bid bid|bade bid|bidden
bind bound
bless blessed|blest
bite bit bitten|bit
bleed bled
blow blew blown
break broke broken
breed bred
bring brought
build built
burn burned|burnt
burst burst
bust busted|bust
buy bought
cast cast
catch caught
chide chided|chid chided|chidden
choose chose chosen
cleave cleaved|clove|cleft cleaved|cloven|cleft
cling clung
clothe clothed|clad
come came come
cost cost|costed
creep crept
cut cut
deal dealt
dig dug
dive dived|dove dived
do did done
draw drew drawn
dream dreamed|dreamt
drink drank drunk
drive drove driven
dwell dwelt|dwelled
eat ate eaten
fall fell fallen
feed fed
feel felt
fight fought
find found
flee fled
fling flung
fly flew flown
forbid forbade|forbad forbidden
forget forgot forgotten|forgot
forsake forsook forsaken
freeze froze frozen
get got gotten|got
gild gilded|gilt
gird girded|girt
give gave given
gnaw gnawed gnawed|gnawn
go went gone
grind ground
grow grew grown
hamstring hamstrung
hang hung|hanged
have had
hear heard
heave heaved|hove
hew hewed hewn|hewed
hide hid hidden|hid
hit hit
hold held
hurt hurt
keep kept
kneel knelt|kneeled
knit knitted|knit
know knew known
lade laded laden|laded
lay laid
lead led
lean leaned|leant
leap leaped|leapt
learn learned|learnt
leave left
lend lent
let let
lie lay|lied lain|lied
light lit|lighted
lose lost
make made
mean meant
meet met
melt melted melted|molten
mow mowed mowed|mown
pay paid
plead pleaded|pled|plead
prove proved proven|proved
put put
quit quit|quitted
read read
rend rent
rid rid|ridded
ride rode ridden
ring rang rung
rise rose risen
rive rived riven|rived
run ran run
saw sawed sawed|sawn
say said
see saw seen
seek sought
sell sold
send sent
set set
sew sewed sewn|sewed
shake shook shaken
shave shaved shaved|shaven
shear sheared shorn|sheared
shed shed
shine shone|shined
shit shit|shat|shitted
shoe shod|shoed
shoot shot
show showed shown|showed
shrink shrank|shrunk shrunk|shrunken
shrive shrived|shrove shriven|shrived
shut shut
sing sang sung
sink sank|sunk sunk|sunken
sit sat
slay slew|slayed slain|slayed
sleep slept
slide slid slid|slidden
sling slung
slink slunk
slit slit
smell smelled|smelt
smite smote smitten|smote
sneak sneaked|snuck
sow sowed sown|sowed
speak spoke spoken
speed sped|speeded
spell spelled|spelt
spend spent
spill spilled|spilt
spin spun|span spun
spit spat|spit
split split
spoil spoiled|spoilt
spread spread
spring sprang|sprung sprung
stand stood
stave staved|stove
steal stole stolen
stick stuck
sting stung
stink stank|stunk stunk
strew strewed strewn|strewed
stride strode stridden|strode
strike struck struck|stricken
string strung
strive strove|strived striven|strived
sunburn sunburned|sunburnt
swear swore sworn
sweat sweated|sweat
sweep swept
swell swelled swollen|swelled
swim swam swum
swing swung
take took taken
teach taught
tear tore torn
tell told
think thought
thrive thrived|throve thrived|thriven
throw threw thrown
thrust thrust
tread trod|treaded trodden|trod
understand understood
wake woke|waked woken|waked
wear wore worn
weave wove|weaved woven|weaved
wed wed|wedded
weep wept
wet wet|wetted
win won
wind wound
withdraw withdrew withdrawn
withhold withheld
withstand withstood
wreak wreaked|wrought
wring wrung
write wrote written
`;

// Prefixes that make new verbs of nearly any verb, and the few words that only look so made.
const PREFIX = /^(?:under|un|re|over|out|mis|fore|up|pre|counter|cross|inter)-?(?=[a-z]{2})/u;
const NOT_PREFIXED = new Set(["relay", "interleave"]);

// Other verbs made of an irregular one: its base, then what stands before it.
const COMPOUNDS = `
cast: broad tele web pod simul type fore rough
sit: baby house
beat: brow
write: hand ghost type copy screen song
read: proof lip sight speed
feed: spoon breast bottle force hand drip winter
slide: back
bite: back frost
blow: fly
breed: in
let: sub blood
lay: way in
say: gain nay sooth
set: be in off type
put: in out through
cut: inter hair short wood
bind: spell
string: ham
dive: sky nose
come: be
fall: be
get: be for
go: for
give: for
do: for
wind: en
take: par be
hold: be with
speak: be for
swear: for
bear: for
think: be
see: fore sight
tell: fore
know: fore
stand: with
draw: with wire
spread: wide be
freeze: deep quick flash
light: flood back gas green day star
drive: test
fly: test
run: front
shoot: trouble
build: body
sell: short
hit: pinch
keep: house book time safe goal
make: match home
strew: be
stride: be
sweep: mine
shear: sheep
fight: dog bull
burn: sun heart
shake: hand
`;

const table = readTable();

/** The principal parts of an irregular verb, prefixed and compound ones included (undo, overcome, babysit). */
export function principalParts(verb: string): PrincipalParts | undefined {
  const own = table.get(verb);
  if (own || NOT_PREFIXED.has(verb)) return own;
  const prefix = PREFIX.exec(verb)?.[0];
  const stem = prefix === undefined ? undefined : table.get(verb.slice(prefix.length));
  return stem && withPrefix(prefix!, stem);
}

/** The verbs of the table, compounds included, without those that a common prefix makes. */
export function irregularVerbs(): ReadonlyMap<string, PrincipalParts> {
  return table;
}

/** The verb without a prefix that leaves its inflection as it is: `do` for `undo`; undefined where there is none. */
export function withoutPrefix(verb: string): { readonly prefix: string; readonly stem: string } | undefined {
  const prefix = PREFIX.exec(verb)?.[0];
  return prefix === undefined ? undefined : { prefix, stem: verb.slice(prefix.length) };
}

function withPrefix(prefix: string, { past, participle }: PrincipalParts): PrincipalParts {
  return { past: past.map((form) => prefix + form), participle: participle.map((form) => prefix + form) };
}

function readTable(): Map<string, PrincipalParts> {
  const parts = new Map<string, PrincipalParts>();
  for (const line of TABLE.trim().split("\n")) {
    const [base, past, participle = past] = line.split(" ");
    parts.set(base!, { past: past!.split("|"), participle: participle!.split("|") });
  }
  for (const line of COMPOUNDS.trim().split("\n")) {
    const [base, prefixes] = line.split(": ");
    for (const prefix of prefixes!.split(" ")) {
      if (!parts.has(prefix + base)) parts.set(prefix + base, withPrefix(prefix, parts.get(base!)!));
    }
  }
  return parts;
}
