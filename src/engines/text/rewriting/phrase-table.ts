/**
 * Set phrases and what else says the same. `a > b` goes one way, `a = b` both. A word with `V:` stands for every form of
 * that verb and hands its form on. Behind the semicolon: what must surround the phrase for the change to be right.
 *
 * - `start`, `inside`: only at the beginning of a sentence, only elsewhere; `end`: a mark or the end follows
 * - `clause`: a subject and a finite verb follow; `phrase`: a noun phrase without one; `verbal`: a finite verb
 * - `plural`, `mass`, `noun`, `base`, `gerund`, `adjective`, `number`: what follows has this form
 * - `event`, `place`, `timely`, `abstract`, `things`: what kind of thing the noun that follows names
 *
 * The others are told where `GUARDS` has them.
 */
export const PHRASES = `
in order to > to ; base
not only > not just ; phrase
so as to > to ; base
to > in order to ; base purpose
due to the fact that > because ; clause
owing to the fact that > because ; clause
in view of the fact that > because ; clause
for the reason that > because ; clause
on account of the fact that > because ; clause
in spite of the fact that > although ; clause
despite the fact that > although ; clause
regardless of the fact that > although ; clause
in the event that > if ; clause
on condition that = provided that ; clause
on the condition that > provided that ; clause
provided that > as long as ; clause
with the exception of > except for ; phrase
except for > apart from ; phrase
apart from > except for ; phrase
in spite of = despite ; phrase
in addition to > besides ; phrase
as well as > and also ; phrase inside
because of > as a result of ; phrase
owing to > because of ; phrase
due to > because of ; phrase inside adverbial
on account of > because of ; phrase
thanks to > because of ; phrase
by means of > through ; phrase
with the help of = with the aid of ; phrase
with respect to > regarding ; phrase
with regard to > regarding ; phrase
in regard to > regarding ; phrase
in relation to > regarding ; phrase
in connection with > regarding ; phrase
concerning > regarding ; phrase adverbial
as regards > regarding ; phrase
in terms of > as regards ; phrase start
in accordance with = in line with ; phrase
in the course of > during ; phrase
throughout the course of > throughout ; phrase
during the course of > during ; phrase
for the duration of > throughout ; phrase
at the time of > during ; phrase event
prior to > before ; phrase
subsequent to > after ; phrase
following > after ; phrase start
in advance of > before ; phrase
in the absence of > without ; phrase
in the vicinity of > near ; phrase
close to > near ; phrase place
in close proximity to > near ; phrase
in the middle of = in the centre of ; phrase place
on behalf of > in the name of ; phrase
in favour of > in support of ; phrase
instead of = rather than ; gerund
in place of > instead of ; phrase
in the same way as > just as ; clause
in the same manner as > just as ; clause
as soon as = once ; clause
the moment that > as soon as ; clause
at the moment when > just as ; clause
at the time when > when ; clause
at the time that > when ; clause
during the time that > while ; clause
by the time that > by the time ; clause
every time that > whenever ; clause
every time = whenever ; clause
each time > whenever ; clause
until such time as > until ; clause
in the case where > where ; clause
even though = although ; clause
although = though ; clause
although > while ; clause start lasting
because > since ; clause stative
because > as ; clause inside stative
since > because ; clause causal
whereas > while ; clause contrast
in order that > so that ; clause modal
a number of = several ; plural
a large number of > many ; plural
a great number of > many ; plural
a small number of > a few ; plural
a great many > a large number of ; plural
a good many > many ; plural
many > a large number of ; plural quantity things
many > numerous ; plural quantity things
numerous > many ; plural
several > a number of ; plural quantity things
a few > a small number of ; plural quantity
lots of > many ; plural
a lot of > many ; plural
lots of > much ; mass
a lot of > a great deal of ; mass
a great deal of > a lot of ; mass
a variety of = a range of ; plural
a wide variety of = a wide range of ; plural
a majority of > most ; plural
the majority of > most ; plural bare
most > the majority of ; plural quantity noun
the vast majority of > almost all ; plural bare
the whole of the > the entire ; mass
all of the > all the ; plural
both of the > both ; plural
half of the > half the ; phrase
almost all = nearly all ; phrase
more than > over ; number
fewer than > under ; number
no more than > at most ; number
roughly = about ; number
approximately = about ; number
around > about ; number
nearly = almost ; number
for example , = for instance , ; start
for example = for instance ; inside
however , = nevertheless , ; start
however , > even so , ; start
nevertheless , > still , ; start
nonetheless , = nevertheless , ; start
in addition , = additionally , ; start
furthermore , = moreover , ; start
in addition , > moreover , ; start
moreover , > in addition , ; start
besides , > moreover , ; start
as a result , = consequently , ; start
as a consequence , > as a result , ; start
therefore , = for this reason , ; start
therefore , > as a result , ; start
thus , > therefore , ; start
hence , > therefore , ; start
for that reason , > therefore , ; start
because of this , = for this reason , ; start
in contrast , = by contrast , ; start
on the other hand , > by contrast , ; start
in fact , = indeed , ; start
as a matter of fact , > in fact , ; start
in general , = generally , ; start
on the whole , > in general , ; start
by and large , > in general , ; start
in most cases , = usually , ; start
most of the time , = usually , ; start
as a rule , > usually , ; start
in many cases , > often , ; start
in some cases , = sometimes , ; start
at times , = sometimes , ; start
from time to time , = occasionally , ; start
now and then , > from time to time , ; start
at first , = initially , ; start
to begin with , > first of all , ; start
first of all , > to begin with , ; start
in the beginning , > at first , ; start
in the end , = eventually , ; start
in conclusion , > to conclude , ; start
in short , = in brief , ; start
to sum up , > in short , ; start
in other words , > put differently , ; start
at present , = currently , ; start
at the moment , > at present , ; start
nowadays , = these days , ; start
in recent years , = over the past few years , ; start
in the past , > formerly , ; start
recently , = lately , ; start
soon afterwards , = shortly afterwards , ; start
soon after , > shortly after , ; start
a short time later , > soon afterwards , ; start
at the same time , = meanwhile , ; start
in the meantime , = meanwhile , ; start
fortunately , = luckily , ; start
unfortunately , = sadly , ; start
of course , = naturally , ; start
obviously , = clearly , ; start
in my opinion , = in my view , ; start
in theory , > theoretically , ; start
in practice , > in reality , ; start
above all , > most importantly , ; start
in total , > altogether , ; start
all in all , > overall , ; start
overall , > all in all , ; start
at last , > finally , ; start
similarly , = likewise , ; start
in the same way , > similarly , ; start
then , > after that , ; start
after that , = afterwards , ; start
next , > after that , ; start
at this point , > now , ; start
V:be able to > can ; base present
V:need to > V:have to ; base verb free
has to > needs to ; base verb free
has to = needs to ; base free
have to = need to ; base verb free
had to = needed to ; base free
V:begin to = V:start to ; base
V:try to = V:attempt to ; base
V:seek to > V:try to ; base
V:want to > V:wish to ; base
V:decide to > V:choose to ; base
V:help to = V:help ; base
V:tend to > V:be inclined to ; base
V:make use of > V:use ; phrase
V:make a decision > V:decide ; end
V:make a decision to > V:decide to ; base
V:come to a decision > V:reach a decision ; end
V:make an attempt to > V:attempt to ; base
V:make an effort to > V:try to ; base
V:make every effort to > V:do everything possible to ; base
V:make a contribution to > V:contribute to ; phrase
V:make changes to > V:change ; phrase
V:make improvements to > V:improve ; phrase
V:make a recommendation that > V:recommend that ; clause
V:make sure that = V:ensure that ; clause
V:make sure = V:ensure ; clause
V:make preparations for > V:prepare for ; phrase
V:make an improvement in > V:improve ; phrase
V:make a note of > V:note ; phrase
V:make reference to > V:refer to ; phrase
V:make contact with > V:contact ; phrase
V:make a payment > V:pay ; end
V:make a choice > V:choose ; end
V:make a difference to > V:affect ; phrase
V:take into account > V:consider ; phrase
V:take account of > V:consider ; phrase
V:take into consideration > V:consider ; phrase
V:take part in = V:participate in ; phrase
V:take place > V:happen ; event
V:take advantage of > V:make use of ; phrase
V:take care of > V:look after ; phrase
V:take control of > V:gain control of ; phrase
V:take a look at > V:look at ; phrase
V:take steps to > V:act to ; base
V:take action to > V:act to ; base
V:give consideration to > V:consider ; phrase
V:give an explanation of > V:explain ; phrase
V:give a description of > V:describe ; phrase
V:give support to > V:support ; phrase
V:give rise to > V:cause ; phrase
V:provide support for > V:support ; phrase
V:provide assistance to > V:help ; phrase
V:provide a description of > V:describe ; phrase
V:provide an explanation of > V:explain ; phrase
V:have an effect on > V:affect ; phrase
V:have an impact on > V:affect ; phrase
V:have an influence on > V:influence ; phrase
V:have a tendency to > V:tend to ; base
V:have the ability to > V:be able to ; base
V:have the opportunity to > V:have the chance to ; base
V:have a discussion about > V:discuss ; phrase
V:carry out > V:perform ; phrase
V:find out > V:discover ; reported
V:point out that > V:note that ; clause
V:put off > V:postpone ; phrase
V:put forward > V:propose ; phrase
V:look into > V:investigate ; phrase
V:look for > V:search for ; phrase
V:look after > V:take care of ; phrase
V:get rid of > V:dispose of ; phrase
V:go up > V:rise ; end
V:go down > V:fall ; end
V:hand out > V:distribute ; phrase
V:deal with > V:handle ; phrase
V:consist of = V:be made up of ; phrase
V:conduct a study of > V:study ; phrase
V:conduct an investigation into > V:investigate ; phrase
V:conduct an analysis of > V:analyse ; phrase
V:carry out an analysis of > V:analyse ; phrase
V:carry out an investigation into > V:investigate ; phrase
V:perform an analysis of > V:analyse ; phrase
V:undertake a review of > V:review ; phrase
V:reach an agreement > V:agree ; end
V:come to an agreement > V:reach an agreement ; end
V:come to the conclusion that > V:conclude that ; clause
V:reach the conclusion that > V:conclude that ; clause
V:come to the realisation that > V:realise that ; clause
V:be of the opinion that > V:believe that ; clause
V:be of the view that > V:believe that ; clause
V:express the view that > V:say that ; clause
V:play a role in > V:play a part in ; phrase
V:play an important role in > V:play an important part in ; phrase
V:bring about > V:cause ; phrase abstract
V:lead to = V:result in ; phrase abstract pathless
V:be in favour of > V:support ; phrase
V:be opposed to > V:oppose ; phrase
V:be aware of > V:know about ; phrase
V:be similar to > V:resemble ; phrase
V:be the same as > V:be identical to ; phrase
V:be in need of > V:need ; phrase
V:be located in = V:be situated in ; phrase
V:be located on > V:be situated on ; phrase
V:be located at > V:be situated at ; phrase
V:be dependent on > V:depend on ; phrase
V:be indicative of > V:indicate ; phrase
V:be equipped with > V:be fitted with ; phrase
V:keep an eye on > V:watch ; phrase
V:keep in mind that = V:bear in mind that ; clause
V:keep in mind that > V:remember that ; clause
it is important to note that > note that ; clause start
it should be noted that > note that ; clause start
it is worth noting that > note that ; clause start
it is possible that > perhaps ; clause start
it is likely that > probably ; clause start
it is clear that > clearly , ; clause start
it is obvious that > obviously , ; clause start
it is essential to > it is vital to ; base
it is vital to > it is essential to ; base
it seems that > apparently , ; clause start
it appears that > apparently , ; clause start
there is no doubt that > without doubt , ; clause start
all over the world > around the world
throughout the world = all over the world
across the world > around the world
around the world > across the globe
all over the country > throughout the country
across the country = throughout the country
from all over the world > from around the world
in the near future = before long ; inside
in the long run = in the long term
in the long term > over time ; inside
at a later date > later ; end
at some point > at some time ; inside
at the end of = at the close of ; timely
at the beginning of = at the start of ; timely
at an early stage > early on ; end
at the present time > now
at this point in time > now
at the same time > simultaneously ; end
on a regular basis > regularly ; end
on a daily basis > every day ; end
on a weekly basis > every week ; end
on a monthly basis > every month ; end
on an annual basis > every year ; end
on a temporary basis > temporarily ; end
on a permanent basis > permanently ; end
on a voluntary basis > voluntarily ; end
day after day > every day ; end
year after year > every year ; end
in a careful manner > carefully
in a timely manner > on time ; end
in an efficient way > efficiently
in an effective way > effectively
in the right way > correctly ; end
in a different way > differently ; end
in a similar way > similarly ; end
in such a way that > so that ; clause
to a large extent > largely ; end
to a great extent > largely
to a certain extent = to some extent
to some degree > to some extent
in large part > largely ; inside
for the most part > mostly ; inside
for the first time ever > for the first time
for the purpose of > for ; gerund
for the purposes of > for ; gerund
for a short time > briefly ; end
with great care > very carefully ; end
with ease > easily ; end
without difficulty > easily ; end
by accident > accidentally ; end
by hand > manually ; end
by mistake > in error ; end
on purpose = deliberately ; end
in secret > secretly ; end
in public > publicly ; end
in full > completely ; end
at once > immediately ; end
right away = immediately ; end
straight away = immediately ; end
as quickly as possible = as fast as possible
as soon as possible > at the earliest opportunity ; end
little by little > gradually
step by step > gradually ; end
side by side > next to each other ; end
again and again > time and again
once again = once more
again > once more ; end
more and more > increasingly ; adjective
all the time > constantly ; end
very often > frequently ; end
a long time ago > long ago
in the first place > to begin with ; end
of great importance > very important
of the utmost importance > extremely important
of great value > very valuable
a wide range of > many different ; plural
a whole range of > a wide range of ; plural
different kinds of = different types of ; plural
many kinds of = many types of ; plural
various kinds of > various types of ; plural
this kind of = this type of ; mass
this sort of > this kind of ; mass
that kind of = that type of ; mass
the reason why > the reason ; clause
the question of whether > whether ; clause
whether or not > whether ; clause
if it is possible > if possible
where it is necessary > where necessary
if it is necessary > if necessary
if need be > if necessary
when it comes to > as for ; phrase start
along with = together with ; phrase
next to = beside ; phrase place
not far from > close to ; phrase
on the basis of > based on ; phrase inside
in comparison with = compared with ; phrase
in comparison to > compared with ; phrase
in contrast to = unlike ; phrase start
in conjunction with > together with ; phrase
in response to > in answer to ; phrase
in return for > in exchange for ; phrase
in exchange for > in return for ; phrase
with a view to > with the aim of ; gerund
with the aim of > with the goal of ; gerund
with the intention of > with the aim of ; gerund
under the terms of > according to ; phrase
as a means of > as a way of ; gerund
do not need to > need not ; base
do not have to > need not ; base
each > every ; mass noun
every > each ; timely
only = just ; number inside
once > as soon as ; clause perfect
when = once ; clause perfect
after > once ; clause perfect start
while > as ; clause progressive narrated
till > until ; clause
a bit > slightly ; adjective
slightly = a little ; adjective
most of > the majority of ; manyof
plenty of > a lot of ; plural
plenty of > a lot of ; mass
in which = where ; clause placed
those who = people who ; verbal
such as > like ; phrase commaless
V:be made from > V:be produced from ; phrase
V:fill out > V:complete ; phrase
V:cut down on > V:reduce ; phrase
V:throw away > V:discard ; phrase
V:switch off = V:turn off ; phrase
V:switch on = V:turn on ; phrase
V:hand in > V:submit ; phrase
V:call off > V:cancel ; phrase
V:speed up > V:accelerate ; phrase
V:slow down > V:slow ; phrase
V:leave out > V:omit ; phrase
V:keep on > V:continue ; gerund
V:give back > V:return ; phrase
V:send back > V:return ; phrase
V:add up to > V:amount to ; phrase
V:pay for > V:cover the cost of ; phrase
V:pay back > V:repay ; phrase
V:pay off > V:repay ; phrase
V:write down > V:note down ; phrase
V:write down > V:make a note of ; phrase
V:see to it that > V:make sure that ; clause
a third of > one third of ; phrase
a quarter of > one quarter of ; phrase
a handful of > a few ; plural
in this way > like this ; end
in this way , = this way , ; start
for this purpose , > to this end , ; start
to this end , > for this purpose , ; start
up to now = so far ; end
until now = so far ; end
at night > during the night ; end
all day > the whole day ; end
the whole day > all day ; end
all night > the whole night ; end
all year round > throughout the year ; end
throughout the year > all year round ; end
every day > daily ; end
each day = every day ; end
each week = every week ; end
each month = every month ; end
each year = every year ; end
the following day > the next day ; end
the next day > the following day ; end
the following year = the next year ; end
at first glance = at first sight
first and foremost > above all
in addition > as well ; end
as well > too ; end
too > as well ; end
for free = free of charge ; end
free of charge > at no cost ; end
without any cost > free of charge ; end
`;
