/** Words that say nothing about a search. Every other word is used by a rule or reported to have no effect. */
const STOP_WORDS: ReadonlySet<string> = new Set(
  `a an the and or with in on at of for to from by near around within inside is are be that which who it its
  i i'm im i'd we we're us our my me you your please show find get give list see search searching look looking want
  wants wanted need needs needed like would love can could should do does have has having had any some all there here
  where what home homes house's property properties place places listing listings real estate residence residences
  residential available options option results result something anything one ones currently now this these those than
  then also plus but preferably ideally must feature features featuring including includes include offers offering
  offered hi hello hey thanks thank price priced prices cost costs costing budget range max maximum min minimum total
  size sized area location located locations living family hunting help trying display fetch return only first sort
  sorted order ordered building buildings unit units kind type types dollars usd per listed market close next nearby city town state zip code
  neighborhood neighbourhood`.split(/\s+/),
)

export function isStopWord(word: string): boolean {
  return STOP_WORDS.has(word)
}
