import { lotArea } from '../lot-size.ts'
import type { Gathered } from './gathered.ts'

/** How big the home is. Counts are 0 when unknown, areas null. */
export function size({ home: { facts } }: Gathered) {
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
