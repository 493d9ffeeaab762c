import type { ParameterError } from '../../../base/failure.ts'
import type { Condition } from '../../../catalog/query.ts'
import { atLeast, defaulted, oneOf, written } from '../../../params/index.ts'
import { between, family, when } from './family.ts'

const [NONE, OPEN] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY]

const MOST_LISTED = 5

/** A studio has no separate bedroom. */
const COUNTS = [['Studio', 0], ...[1, 2, 3, 4, 5].map((count) => [String(count), count] as const)] as const

/** Whoever asks for at least 0 asks for nothing: homes whose bedrooms nobody counted, such as land, stay in. */
const bedMin = atLeast(new Map([['No_Min', NONE], ...COUNTS]), ['Any'])

/** Beyond the last of the list there is no upper end; 0 is a studio. */
const bedMax = oneOf<number>(new Map([['No_Max', OPEN], ...COUNTS]), {
  also: { No_Max: ['Any'] },
  open: {
    accepted: 'a larger number, which is no upper end',
    read: (text) => {
      const count = Number(/^(\d{1,3})(?:\.0+)?$/.exec(text)?.[1] ?? Number.NaN)
      return count > MOST_LISTED ? OPEN : Number.isNaN(count) ? undefined : count
    },
    written: String,
  },
})

const BATHS: ReadonlyMap<string, number> = new Map([
  ['Any', NONE],
  ['OnePlus', 1],
  ['OneHalfPlus', 1.5],
  ['TwoPlus', 2],
  ['ThreePlus', 3],
  ['FourPlus', 4],
])

/** Fewest and most bedrooms; an end that is open asks for nothing. */
export function bedroomConditions(min: number, max: number): readonly Condition[] {
  return [...when('bed_min', between('bedrooms', min, OPEN)), ...when('bed_max', between('bedrooms', NONE, max))]
}

/** Half baths count. */
export function bathroomConditions(min: number, max: number): readonly Condition[] {
  return when('bathrooms', between('bathrooms', min, max))
}

export const rooms = family({
  parameters: {
    bed_min: defaulted(bedMin, 'No_Min', 'Fewest bedrooms; Studio = 0.'),
    bed_max: defaulted(bedMax, 'No_Max', 'Most bedrooms; for an exact count equal to bed_min.'),
    bathrooms: defaulted(atLeast(BATHS), 'Any', 'Fewest baths; half baths count.'),
  },
  rules: [
    {
      doc: 'bed_min is at most bed_max.',
      leavesOut: ['bed_min'],
      check: ({ bed_min, bed_max }): ParameterError | undefined => {
        if (bed_min <= bed_max) return undefined
        const [given, most] = [written(bedMin, bed_min), written(bedMax, bed_max)]
        const detail = `Cannot use bed_min "${given}" with bed_max "${most}": bed_min is at most bed_max.`
        return { parameter: 'bed_min', code: 'param.invalid', detail, given }
      },
    },
  ],
  conditions: ({ bed_min, bed_max, bathrooms }) => [
    ...bedroomConditions(bed_min, bed_max),
    ...bathroomConditions(bathrooms, OPEN),
  ],
})
