import type { ParameterError } from '../../../base/failure.ts'
import type { Condition } from '../../../catalog/query.ts'
import { defaulted, format, oneOf } from '../../../params/index.ts'
import { between, family, when } from './family.ts'

const [NONE, OPEN] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY]

/** A studio has no separate bedroom. */
const COUNTS = [['Studio', 0], ...[1, 2, 3, 4, 5].map((count) => [String(count), count] as const)] as const
const bedMin = oneOf<number>(new Map([['No_Min', NONE], ...COUNTS]))
const bedMax = oneOf<number>(new Map([['No_Max', OPEN], ...COUNTS]))

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
    bathrooms: defaulted(oneOf(BATHS), 'Any', 'Fewest baths; half baths count.'),
  },
  rules: [
    {
      doc: 'bed_min is at most bed_max.',
      check: ({ bed_min, bed_max }): ParameterError | undefined => {
        if (bed_min <= bed_max) return undefined
        const [given, most] = [format(bedMin, bed_min), format(bedMax, bed_max)]
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
