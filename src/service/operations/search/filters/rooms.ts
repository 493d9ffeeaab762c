import type { ParameterError } from '../../../../kit/base/failure.ts'
import { atLeast, defaulted, format, oneOf } from '../../../../kit/params/index.ts'
import { AGENT_BEDROOMS, agentNumber } from '../../agent-words.ts'
import { between, family, when } from './family.ts'

const [NO_MIN, NO_MAX] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY]

const MAX_LISTED = 5

/** A studio has no separate bedroom. */
const COUNTS = [['Studio', 0], ...[1, 2, 3, 4, 5].map((count) => [String(count), count] as const)] as const

/**
 * A minimum of 0, unlike `Studio`, sets no condition. Homes with an unknown number of bedrooms, such as land, then
 * match too.
 */
const bedMin = atLeast(new Map([['No_Min', NO_MIN], ...COUNTS]), ['Any'])

/** Numbers above the last listed number mean no maximum. 0 means a studio. */
const bedMax = oneOf<number>(new Map([['No_Max', NO_MAX], ...COUNTS]), {
  also: { No_Max: ['Any'] },
  open: {
    accepted: 'a larger number, which sets no maximum',
    read: (text) => {
      const count = Number(/^(\d{1,9})(?:\.0+)?$/.exec(text)?.[1] ?? Number.NaN)
      return count > MAX_LISTED ? NO_MAX : Number.isNaN(count) ? undefined : count
    },
    format: String,
  },
})

const BATHS: ReadonlyMap<string, number> = new Map([
  ['Any', NO_MIN],
  ['OnePlus', 1],
  ['OneHalfPlus', 1.5],
  ['TwoPlus', 2],
  ['ThreePlus', 3],
  ['FourPlus', 4],
])

export const rooms = family('Rooms and size', {
  parameters: {
    bed_min: defaulted(bedMin, 'No_Min', 'Minimum number of bedrooms; Studio = 0.'),
    bed_max: defaulted(bedMax, 'No_Max', 'Maximum number of bedrooms; for an exact number, the same as bed_min.'),
    bathrooms: defaulted(atLeast(BATHS), 'Any', 'Minimum number of bathrooms; a half bath counts as half.'),
  },
  rules: [
    {
      doc: 'bed_min must not exceed bed_max.',
      leavesOut: ['bed_min'],
      check: ({ bed_min, bed_max }): ParameterError | undefined => {
        if (bed_min <= bed_max) return undefined
        const [given, max] = [format(bedMin, bed_min), format(bedMax, bed_max)]
        const detail = `Cannot use bed_min "${given}" with bed_max "${max}": bed_min must not exceed bed_max.`
        return { parameter: 'bed_min', code: 'param.invalid', detail, given }
      },
    },
  ],
  words: {
    bed_min: { label: 'Bedrooms, at least', agent: AGENT_BEDROOMS },
    bed_max: { label: 'Bedrooms, at most' },
    bathrooms: {
      label: 'Bathrooms, at least',
      agent: agentNumber(
        'bathrooms_min',
        'at least # bathrooms',
        'Minimum number of bathrooms; half baths count, e.g. 1.5.',
        {
          max: 20,
        },
      ),
    },
  },
  conditions: ({ bed_min, bed_max, bathrooms }) => [
    ...when('bed_min', between('bedrooms', bed_min, NO_MAX)),
    ...when('bed_max', between('bedrooms', NO_MIN, bed_max)),
    ...when('bathrooms', between('bathrooms', bathrooms, NO_MAX)),
  ],
})
