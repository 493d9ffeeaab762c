import type { ParameterError } from '../../../base/failure.ts'
import type { Condition } from '../../../catalog/query.ts'
import { defaulted, oneOf } from '../../../params/index.ts'
import { between, family, when } from './family.ts'

const COUNTS = ['1', '2', '3', '4', '5'] as const

/** A studio has no bedroom of its own. */
function bedrooms(text: string, none: number): number {
  if (text === 'Studio') return 0
  return /^\d$/.test(text) ? Number(text) : none
}

const BATHS = { Any: Number.NEGATIVE_INFINITY, OnePlus: 1, OneHalfPlus: 1.5, TwoPlus: 2, ThreePlus: 3, FourPlus: 4 }
const BATH_NAMES = Object.keys(BATHS) as (keyof typeof BATHS)[]

/** Fewest and most bedrooms; an end that is open asks for nothing. */
export function bedroomConditions(min: number, max: number): readonly Condition[] {
  return [
    ...when('bed_min', between('bedrooms', min, Number.POSITIVE_INFINITY)),
    ...when('bed_max', between('bedrooms', Number.NEGATIVE_INFINITY, max)),
  ]
}

/** Half baths count. */
export function bathroomConditions(min: number, max: number): readonly Condition[] {
  return when('bathrooms', between('bathrooms', min, max))
}

export const rooms = family({
  parameters: {
    bed_min: defaulted(oneOf(['No_Min', 'Studio', ...COUNTS]), 'No_Min', 'Fewest bedrooms; Studio = 0.'),
    bed_max: defaulted(
      oneOf(['No_Max', 'Studio', ...COUNTS]),
      'No_Max',
      'Most bedrooms; for an exact count equal to bed_min.',
    ),
    bathrooms: defaulted(oneOf(BATH_NAMES), 'Any', 'Fewest baths; half baths count.'),
  },
  rules: [
    {
      doc: 'bed_min is at most bed_max.',
      check: ({ bed_min, bed_max }): ParameterError | undefined =>
        bedrooms(bed_min, Number.NEGATIVE_INFINITY) <= bedrooms(bed_max, Number.POSITIVE_INFINITY)
          ? undefined
          : {
              parameter: 'bed_min',
              code: 'param.invalid',
              detail: `Cannot use bed_min "${bed_min}" with bed_max "${bed_max}": bed_min is at most bed_max.`,
              given: bed_min,
            },
    },
  ],
  conditions: ({ bed_min, bed_max, bathrooms }) => [
    ...bedroomConditions(bedrooms(bed_min, Number.NEGATIVE_INFINITY), bedrooms(bed_max, Number.POSITIVE_INFINITY)),
    ...bathroomConditions(BATHS[bathrooms], Number.POSITIVE_INFINITY),
  ],
})
