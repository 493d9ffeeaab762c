import { COUNT, meaningOf, numberOf, type Quantity, quantity } from './amounts.ts'
import { type Finding, valued, withoutEffect } from './finding.ts'
import { LETTERS, type Match, phrase, type Sentence } from './sentence.ts'

const BEDS = ' ?-?(?:bed ?-?rooms?|beds?|brs?|bds?|bdrms?)'
const BATHS = ' ?-?(?:full |full-)?(?:bath ?-?rooms?|baths?|ba|bths?)'

const BED_COUNT = quantity(COUNT, { after: BEDS })
const COUNT_OF_BEDS = quantity(COUNT, { before: '(?:bedrooms?|beds?):? ?' })
const BATH_COUNT = quantity(COUNT, { after: BATHS })
const COUNT_OF_BATHS = quantity(COUNT, { before: '(?:bathrooms?|baths?):? ?' })
const STUDIO_TO = phrase(`studios?(?: apartments?)? ?(?:or|to|and|-) ?(?<most>${COUNT})${BEDS}`)
const STUDIO = phrase('studios?')
/** `3/2`, `3x2` */
const BOTH = new RegExp(
  String.raw`(?<![${LETTERS}$/.,])(?<beds>\d) ?[/x] ?(?<baths>\d(?:\.5)?)(?![${LETTERS}/]| ?acre)`,
)

/** Reads numbers of rooms. For bedrooms, a number means exactly that number; for baths, at least that number. */
export function rooms(sentence: Sentence): readonly Finding[] {
  return [
    ...sentence
      .takeAll(STUDIO_TO)
      .flatMap(({ words, groups }) => bedsOf(words, { min: 0, max: numberOf(groups.most ?? ''), said: 'bounds' })),
    ...takeBoth(sentence, BED_COUNT, COUNT_OF_BEDS).flatMap((match) =>
      bedsOf(match.words, meaningOf(match, true)).map((one) => toldIfGap(one, match)),
    ),
    ...takeBoth(sentence, BATH_COUNT, COUNT_OF_BATHS).map((match) => bathsOf(match.words, meaningOf(match))),
    ...sentence.takeAll(STUDIO).flatMap(({ words }) => bedsOf(words, { min: 0, max: 0, said: 'bare' })),
    ...sentence.takeAll(BOTH).flatMap(({ words, groups }) => {
      const [beds, baths] = [numberOf(groups.beds ?? ''), numberOf(groups.baths ?? '')]
      const findings = [...bedsOf(words, { min: beds, max: beds, said: 'bare' }), bathsOf(words, exactly(baths))]
      return findings.map((one) => ({ ...one, doubt: 'read as bedrooms and baths.' }))
    }),
  ]
}

function takeBoth(sentence: Sentence, one: RegExp, other: RegExp): Match[] {
  return [...sentence.takeAll(one), ...sentence.takeAll(other)]
}

/** Explains that `3 or 5` became 3 to 5, because a filter can have only one range. */
function toldIfGap(finding: Finding, { words, groups }: Match): Finding {
  const [from, to] = [numberOf(groups.from ?? ''), numberOf(groups.number ?? '')]
  const hasGap = groups.from !== undefined && /\bor\b/i.test(words) && Math.abs(to - from) > 1
  return hasGap ? { ...finding, doubt: 'read as all numbers in between, too.' } : finding
}

function exactly(count: number): Quantity {
  return { min: count, max: count, said: 'bare' }
}

function bedsOf(words: string, asked: Quantity): Finding[] {
  const { min, max } = asked.said === 'around' ? aroundOne(asked) : asked
  return [
    ...(Number.isFinite(min) ? [bedEnd(words, 'bed_min', min)] : []),
    ...(Number.isFinite(max) ? [bedEnd(words, 'bed_max', max)] : []),
  ]
}

/** `around 3 bedrooms` means 2 to 4: the usual tenth in both directions would leave only 3. */
function aroundOne({ min, max }: Quantity): Pick<Quantity, 'min' | 'max'> {
  const middle = Math.round((min + max) / 2)
  return { min: Math.max(0, middle - 1), max: middle + 1 }
}

function bedEnd(words: string, parameter: 'bed_min' | 'bed_max', count: number): Finding {
  if (!Number.isInteger(count) || count < 0) return withoutEffect(words, 'bedrooms are counted in whole numbers.')
  return valued(words, parameter, count, count === 0 ? 'Studio' : String(count))
}

function bathsOf(words: string, { min, max, said }: Quantity): Finding {
  if (!Number.isFinite(min)) return withoutEffect(words, 'no filter has a maximum number of baths.')
  return valued(words, 'bathrooms', said === 'around' ? Math.round((min + max) / 2) : min)
}
