import type { Field } from '../../../model/field.ts'

/** What a word beside a number means: its kind, and its factor to dollars, square feet or payments per month. */
export interface Measure {
  readonly kind: 'dollars' | 'zloty' | 'times' | 'area' | 'lot' | 'period' | 'nights' | 'count' | 'nothing'
  readonly factor: number
}

const SQUARE_FEET_PER_ACRE = 43_560
const SQUARE_FEET_PER_SQUARE_METER = 10.763_910_4

const WORDS: readonly (readonly [words: string, kind: Measure['kind'], factor: number])[] = [
  ['$ us$ usd dollar dollars', 'dollars', 1],
  ['zł zl pln', 'zloty', 1],
  ['k thousand thousands 000 000s 1000s $000 $000s', 'times', 1000],
  ['m mm mil mill million millions', 'times', 1_000_000],
  ['sqft sf ft2 ft² squarefeet squarefoot sqfeet sqfoot sqf sqrtft', 'area', 1],
  ['lot land', 'lot', 1],
  [
    'sqm m2 m² mt2 mts2 squaremeters squaremeter squaremetres sqmeters sqmetres sqmt',
    'area',
    SQUARE_FEET_PER_SQUARE_METER,
  ],
  ['ac acre acres', 'area', SQUARE_FEET_PER_ACRE],
  ['ha hectare hectares', 'area', 10_000 * SQUARE_FEET_PER_SQUARE_METER],
  ['mo month months monthly pm pcm mth', 'period', 1],
  ['yr year years yearly annual annually pa annum', 'period', 1 / 12],
  ['qtr quarter quarterly', 'period', 1 / 3],
  ['semiannual semiannually halfyear', 'period', 1 / 6],
  ['bimonthly', 'period', 1 / 2],
  ['wk week weekly pw', 'nights', 52 / 12],
  ['night nightly nt day daily pn', 'nights', 365 / 12],
  ['bed beds bd bds br brs bdrm bdrms bedroom bedrooms bdr bath baths ba bathroom bathrooms bth', 'count', 1],
  ['car cars garage garages story stories storey storeys floor floors space spaces level levels', 'count', 1],
  [
    '+ from starting startingat est approx about ~ c ca circa asking total % obo built in yearbuilt price living livable area interior size finished heated tax',
    'nothing',
    1,
  ],
]

const MEASURES: ReadonlyMap<string, Measure> = new Map(
  WORDS.flatMap(([words, kind, factor]) => words.split(' ').map((word) => [word, { kind, factor }] as const)),
)

/** Returns the meanings of the words before or after a number. Undefined if one of them is unknown. */
export function measuresOf(sign: string): readonly Measure[] | undefined {
  const words = sign
    .toLowerCase()
    .split(/[.,:\s/()\-_|]+/)
    .filter((word) => word !== '' && !/^(?:per|an?|each)$/.test(word))
  const measures: Measure[] = []
  while (words.length > 0) {
    // Units of two words come first: `sq ft`.
    const count = [2, 1].find((one) => one <= words.length && meaningsOf(words.slice(0, one).join('')) !== undefined)
    if (count === undefined) return undefined
    measures.push(...(meaningsOf(words.splice(0, count).join('')) ?? []))
  }
  return measures
}

/** Returns the meanings of a word, which may join two units: `k/mo`. */
function meaningsOf(given: string): readonly Measure[] | undefined {
  const word = given.replace(/^per(?=[a-z]{2})/, '')
  const whole = MEASURES.get(word)
  if (whole !== undefined) return [whole]
  for (let at = 1; at < word.length; at++) {
    const [first, second] = [MEASURES.get(word.slice(0, at)), MEASURES.get(word.slice(at).replace(/^per/, ''))]
    if (first !== undefined && second !== undefined) return [first, second]
  }
  return undefined
}

/** The units of fields: area units in square feet, and the currencies of money. */
const SQUARE_FEET: Readonly<Record<string, number>> = {
  'square feet': 1,
  'square meters': SQUARE_FEET_PER_SQUARE_METER,
  acres: SQUARE_FEET_PER_ACRE,
}
const CURRENCIES: Readonly<Record<string, Measure['kind']>> = { dollars: 'dollars', PLN: 'zloty' }

/** Fields with recurring payments, and the number of months in their period. */
const PERIODIC: Readonly<Record<string, number>> = {
  ListPrice: 1,
  AssociationFee: 1,
  EstimatedRent: 1,
  TaxAnnualAmount: 12,
}

/** Returns the factor that converts numbers with these units to the field's unit. Undefined if there is none. */
export function factorFor(measures: readonly Measure[], name: string, { unit = '' }: Field): number | undefined {
  let factor = 1
  for (const { kind, factor: own } of measures) {
    if (kind === 'nothing' || (kind === 'lot' && name.startsWith('Lot'))) continue
    // No home is measured in acres.
    if (kind === 'area' && own >= SQUARE_FEET_PER_ACRE && !name.startsWith('Lot')) return undefined
    if (kind === 'area' && unit in SQUARE_FEET) factor *= own / (SQUARE_FEET[unit] ?? 1)
    else if (kind === CURRENCIES[unit] || (kind === 'times' && unit in CURRENCIES)) factor *= own
    else if (kind === 'period' && name in PERIODIC) factor *= own * (PERIODIC[name] ?? 1)
    else if (kind === 'nights' && name === 'AssociationFee') factor *= own
    else if (kind !== 'count' || unit !== '') return undefined
  }
  return factor === 1 ? 1 : Number(factor.toPrecision(12))
}

/** A header without its unit, and the meaning of the unit. */
export interface MeasuredName {
  readonly bare: string
  readonly measures: readonly Measure[]
}

/** Finds a unit at the end of a header or at its beginning: `Living Area (sq m)`, `lot_acres`, `annual_hoa`, `Price ($000s)`. */
export function measuredName(header: string): MeasuredName | undefined {
  const words = header
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\d$²]+/u)
    .filter((word) => word !== '')
  const cuts = [
    [words.slice(-2), words.slice(0, -2)],
    [words.slice(-1), words.slice(0, -1)],
    [words.slice(0, 1), words.slice(1)],
  ] as const
  const readings = cuts.flatMap(([own, rest]) => {
    const measures = own.includes('lot') ? [] : (meaningsOf(own.join('')) ?? [])
    const bare = rest.filter((word, i) => i < rest.length - 1 || !/^(per|in|usd|\$)$/.test(word)).join('')
    return measures.some(({ kind }) => !['count', 'nothing', 'lot'].includes(kind)) ? [{ bare, measures }] : []
  })
  return readings.find(({ bare }) => bare !== '') ?? readings[0]
}
