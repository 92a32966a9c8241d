/**
 * Connectives and set phrases, each with up to three others that say the same, best first.
 * After the semicolon stands what must be around the phrase for the change to be right; `set-phrases.ts` reads it:
 *
 * - `start`, `inside`: only as the first words of a sentence, only elsewhere
 * - `comma`: a comma follows
 * - `base`: a verb in its basic form follows; `gerund`: one in -ing
 * - `noun`: a noun phrase follows
 * - `plural`, `mass`: a plural noun follows, a singular one
 * - `clause`: a subject and its verb follow
 * - `undenied`: no `no` or `not` stands before
 * - `end`: a mark or the end of the text follows
 * - `adjective`: an adjective or adverb follows
 */
export const PHRASE_TABLE = `
however > nevertheless, even so, still ; start comma
nevertheless > nonetheless, even so ; start comma
therefore > as a result, for this reason, consequently ; start comma
as a result > consequently, as a consequence ; start comma
consequently > as a result, therefore ; start comma
thus > therefore, in this way ; start comma
for this reason > because of this, that is why ; start comma
that is why > this is why ; start clause
moreover > furthermore, in addition, what is more ; start comma
additionally > in addition, moreover, on top of that ; start comma
besides > in addition, on top of that ; start comma
also > in addition, besides ; start comma
for example > for instance ; comma
for example > for instance ; end
for example > for instance ; start
on the other hand > by contrast, in contrast ; start comma
in contrast > by contrast ; start comma
on the contrary > quite the opposite ; start comma
in fact > as a matter of fact, actually ; start comma
in reality > in fact, in practice ; start comma
in short > in brief, to sum up ; start comma
in conclusion > to conclude, to sum up ; start comma
overall > all in all, on the whole ; start comma
all in all > on the whole, overall ; start comma
in general > generally, as a rule ; start comma
generally > in general, as a rule, usually ; start comma
usually > as a rule, normally, in most cases ; start comma
in most cases > most of the time, usually ; start comma
sometimes > at times, now and then, occasionally ; start comma
sometimes > at times, occasionally ; inside
from time to time > now and then, every so often ; inside
now and then > from time to time, every so often
every now and then > from time to time, every so often
once in a while > now and then, from time to time
meanwhile > in the meantime, at the same time ; start comma
in the meantime > meanwhile ; start comma
at the same time > meanwhile ; start comma
afterwards > after that, later ; start comma
after that > afterwards ; start comma
first of all > to begin with, first ; start comma
to begin with > first of all, to start with ; start comma
to start with > first of all, to begin with ; start comma
finally > lastly, in the end ; start comma
lastly > finally ; start comma
eventually > in the end, in time ; start comma
in the end > eventually, ultimately ; start comma
ultimately > in the end ; start comma
at first > initially, in the beginning ; start comma
initially > at first, in the beginning ; start comma
fortunately > luckily, happily ; start comma
luckily > fortunately, happily ; start comma
unfortunately > sadly, regrettably ; start comma
sadly > unfortunately, regrettably ; start comma
surprisingly > to the surprise of many ; start comma
of course > naturally, needless to say ; start comma
naturally > of course ; start comma
obviously > clearly, plainly ; start comma
clearly > plainly, obviously ; start comma
in particular > above all, especially ; start comma
above all > most of all, most importantly ; start comma
most importantly > above all, most of all ; start comma
in other words > put differently, that is to say ; start comma
that said > having said that, even so ; start comma
having said that > that said, even so ; start comma
otherwise > if not, or else ; start comma
instead > in place of this, rather ; start comma
similarly > likewise, in the same way ; start comma
likewise > similarly, in the same way ; start comma
today > nowadays, these days ; start comma
nowadays > these days, today ; start comma
these days > nowadays, today ; start comma
recently > of late, lately, in recent times ; start comma
lately > recently, of late ; start comma
currently > at present, at the moment, right now ; start comma
at the moment > right now, at present, currently ; start comma
at present > currently, at the moment ; start comma
for the most part > mostly, in the main ; start comma
as far as possible > as much as possible ; end
as soon as possible > without delay ; end
right away > straight away, at once, immediately
straight away > right away, at once, immediately
immediately > at once, right away ; end
all the time > constantly ; end
at all times > always ; end
over and over > again and again, time and again ; end
again and again > over and over, time and again
little by little > bit by bit, step by step
step by step > bit by bit ; end
sooner or later > in the end, eventually
in order to > to, so as to ; base
so as to > to, in order to ; base
with the aim of > with the goal of, for the purpose of ; gerund
for the purpose of > with the aim of ; gerund
in an effort to > in an attempt to ; base
in an attempt to > in an effort to ; base
is able to > can ; base
are able to > can ; base
was able to > managed to ; base
were able to > managed to ; base
is unable to > cannot ; base
are unable to > cannot ; base
has the ability to > is able to, can ; base
have the ability to > are able to, can ; base
due to > because of, owing to, as a result of ; noun inside
because of > owing to, due to ; noun inside
because of > owing to, as a result of ; noun start
owing to > because of, as a result of ; noun
on account of > because of, owing to ; noun
as a result of > because of, owing to ; noun
as a consequence of > as a result of, because of ; noun
thanks to > with the help of ; noun start
due to the fact that > because, since ; clause
owing to the fact that > because, since ; clause
in view of the fact that > because, since ; clause
despite the fact that > although, even though ; clause
in spite of the fact that > although, even though ; clause
although > even though, though ; clause start
even though > although, though ; clause
because > since, as ; clause inside
in spite of > despite ; noun
despite > in spite of ; noun
in the event of > in case of, if there is ; noun
in the event that > if, in case ; clause
as long as > provided that, so long as ; clause
provided that > as long as, on condition that ; clause
as soon as > once, the moment ; clause
until such time as > until ; clause
a lot of > lots of, plenty of ; plural
a lot of > lots of, plenty of ; mass
lots of > a lot of, plenty of ; plural
lots of > a lot of, plenty of ; mass
plenty of > a lot of, lots of ; plural
plenty of > a lot of, lots of ; mass
a number of > several, various, quite a few ; plural
a large number of > a great many, many, numerous ; plural
a great number of > a great many, many, numerous ; plural
a great many > a large number of, numerous ; plural
a wide range of > a broad range of, a wide variety of ; plural
a wide variety of > a wide range of, a great variety of ; plural
a variety of > a range of, various, different kinds of ; plural
many different > all sorts of, many kinds of ; plural
all kinds of > all sorts of, every kind of ; plural
all sorts of > all kinds of ; plural
many > a lot of, plenty of, numerous ; plural inside
numerous > many, a lot of, plenty of ; plural
several > a number of, a few, various ; plural
various > a number of, a range of, different ; plural
the majority of > most of ; noun
most of the time > in most cases, usually ; comma
a great deal of > a lot of, much ; mass
a large amount of > a great deal of, a lot of ; mass
all over the world > around the world, across the globe
around the world > all over the world, across the globe
throughout the world > all over the world, around the globe
in addition to > besides, along with, on top of ; noun
along with > together with ; noun
together with > along with ; noun
as well as > and also, in addition to ; noun inside
apart from > aside from, other than ; noun
aside from > apart from ; noun
except for > apart from, with the exception of ; noun
with the exception of > except for, apart from ; noun
instead of > rather than, in place of ; noun
instead of > rather than ; gerund
such as > like, for instance ; noun inside
with regard to > regarding, concerning, as regards ; noun
with respect to > regarding, concerning, as regards ; noun
regarding > concerning, about ; noun inside
in terms of > when it comes to, as regards ; noun start
in accordance with > in line with, in keeping with ; noun
in line with > in accordance with, in keeping with ; noun
by means of > with the help of, through ; noun
with the help of > with the aid of, by means of ; noun
prior to > before, ahead of ; noun
prior to > before ; gerund
subsequent to > after, following ; noun
in the course of > during, over the course of ; noun
over the course of > in the course of, during ; noun
in the middle of > in the midst of ; noun
at the end of > at the close of ; noun
at the beginning of > at the start of ; noun
at the start of > at the beginning of ; noun
takes place > happens, occurs
take place > happen, occur
took place > happened, occurred
taking place > happening, occurring
make sure that > ensure that, see to it that ; clause
make sure > be sure, check ; clause
make use of > use, take advantage of ; noun
makes use of > uses, takes advantage of ; noun
made use of > used, took advantage of ; noun
making use of > using, taking advantage of ; noun
take advantage of > make the most of, profit from ; noun
make the most of > take full advantage of, get the best out of ; noun
in charge of > responsible for ; noun
it is important to > it is vital to, it is essential to ; base
it is important that > it is vital that, it is essential that ; clause
it is possible to > one can, there is a way to ; base
it is necessary to > it is essential to, there is a need to ; base
it is worth noting that > note that, it should be noted that ; clause
it should be noted that > it is worth noting that, note that ; clause
keep in mind that > bear in mind that, remember that ; clause
bear in mind that > keep in mind that, remember that ; clause
as you know > as you are aware ; comma
at least > no less than ; number
at most > no more than ; number
about > around, roughly, approximately ; number inside
approximately > about, roughly, around ; number
roughly > about, approximately, around ; number
around > about, roughly, approximately ; number inside
more than > over ; number inside undenied
up to > as many as ; number plural
almost > nearly, close to ; number
nearly > almost, close to ; number
extremely > exceedingly, exceptionally ; adjective
in recent years > over the past few years, over the last few years
over the years > through the years, as the years went by ; end
in the future > in times to come, in the years to come ; end
in the near future > before long, soon ; end
in the past > in former times, in earlier days ; end
at the moment > right now, at present ; end
right now > at the moment, at present ; end
at that time > back then, in those days ; comma
on a regular basis > regularly ; end
on a daily basis > every day, daily ; end
every day > each day, daily ; end
each year > every year, annually ; end
every year > each year, annually ; end
in a timely manner > in good time, promptly ; end
free of charge > at no cost, for free ; end
for free > free of charge, at no cost ; end
at no extra cost > without extra charge, free of charge ; end
by hand > manually ; end
on purpose > deliberately, intentionally ; end
by accident > accidentally, by mistake ; end
in detail > at length ; end
one of the most important > one of the key, one of the principal ; noun
`;
