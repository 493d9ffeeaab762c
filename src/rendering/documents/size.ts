import { always, each, type FieldsOf, nullable, number, optional, whole } from '../../answers/index.ts'
import { LOT_AREA, lotArea } from '../lot-size.ts'
import type { Gathered } from './gathered.ts'

export const SIZE = {
  bedrooms: number('0 if unknown.'),
  bathrooms: number('0 if unknown.'),
  yearBuilt: optional(whole()),
  ...each(nullable(number(), 'Square feet.'), 'livingArea', 'livingAreaValue', 'lotSize'),
  livingAreaUnits: always('Square Feet'),
  livingAreaUnitsShort: always('sqft'),
  ...LOT_AREA,
}

/** The size of the home. */
export function size({ home: { facts } }: Gathered): FieldsOf<typeof SIZE> {
  return {
    bedrooms: facts.bedroomsTotal ?? 0,
    bathrooms: facts.bathrooms ?? 0,
    ...(facts.yearBuilt !== undefined && { yearBuilt: facts.yearBuilt }),
    livingArea: facts.livingArea ?? null,
    livingAreaValue: facts.livingArea ?? null,
    livingAreaUnits: 'Square Feet',
    livingAreaUnitsShort: 'sqft',
    lotSize: facts.lotSizeSquareFeet ?? null,
    ...lotArea(facts.lotSizeSquareFeet),
  }
}
