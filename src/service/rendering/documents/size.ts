import { fixed, nullable, number, objectFrom, optional, whole } from '../../../kit/answers/index.ts'
import { BATHROOMS, BEDROOMS, shownBathrooms, shownBedrooms } from '../bedrooms.ts'
import { LOT_AREA } from '../lot-size.ts'
import type { Gathered } from './gathered.ts'

const SQUARE_FEET = nullable(number(), 'Square feet.')

export const SIZE = objectFrom<Gathered>()({
  bedrooms: [BEDROOMS, shownBedrooms],
  bathrooms: [BATHROOMS, shownBathrooms],
  yearBuilt: [optional(whole()), ({ home }) => home.facts.yearBuilt],
  livingArea: [SQUARE_FEET, ({ home }) => home.facts.livingArea],
  livingAreaValue: [SQUARE_FEET, ({ home }) => home.facts.livingArea],
  livingAreaUnits: fixed('Square Feet'),
  livingAreaUnitsShort: fixed('sqft'),
  lotSize: [SQUARE_FEET, ({ home }) => home.facts.lotSizeSquareFeet],
  ...LOT_AREA.within(({ home }: Gathered) => home.facts.lotSizeSquareFeet),
})
