import {
  type AnswerOf,
  always,
  component,
  each,
  large,
  number,
  object,
  oneOf,
  optional,
  text,
} from '../../answers/index.ts'
import type { RecordLookup } from '../../catalog/record-lookup.ts'
import type { Suggestion } from '../../completion/suggest.ts'
import type { AddressEntry } from '../../model/address-entry.ts'
import type { Building } from '../../model/building.ts'
import type { Home, Point } from '../../model/home.ts'
import { BAD_GEOCODE_FIELD, coarseMark, shownPoint } from '../place.ts'
import type { Regions } from '../regions.ts'
import { disclosedStreet } from '../shown-address.ts'

export const ADDRESS_SUGGESTION = component(
  'AddressSuggestion',
  object({
    display: text('The address in one line.'),
    resultType: always('Address'),
    metaData: object({
      addressType: oneOf(['house', 'unit', 'building']),
      ...each(optional(text()), 'streetNumber', 'streetName', 'unitNumber', 'zipCode'),
      city: text(),
      state: text('Two letters.'),
      country: always('USA'),
      ...each(number('Degrees; 0 if unknown.'), 'lat', 'lng'),
      ...BAD_GEOCODE_FIELD,
      zpid: optional(large('Of a home.')),
      lotId: optional(text('Of a building.')),
    }),
  }),
)

type AddressSuggestion = Extract<Suggestion, { kind: 'address' }>

/**
 * An entry of the address book as a suggestion; undefined if its home or building is gone meanwhile or its address may
 * not be shown.
 */
export async function addressResult(
  { entry, byName }: AddressSuggestion,
  records: RecordLookup,
  regions: Regions,
): Promise<AnswerOf<typeof ADDRESS_SUGGESTION> | undefined> {
  const home = entry.kind === 'home' ? await records.get('home', Number(entry.id)) : undefined
  const building = entry.kind === 'building' ? await records.get('building', String(entry.id)) : undefined
  const found = home ?? building
  if (!found || found.address.undisclosed) return undefined
  return {
    display: byName && building?.name ? `${building.name}, ${entry.display}` : entry.display,
    resultType: 'Address',
    metaData: {
      addressType: addressType(entry),
      ...streetParts(entry, found),
      ...place(found, home ? shownPoint(home, regions) : { point: found.point, coarse: false }),
      ...(home && { zpid: home.zpid }),
      ...(building && { lotId: building.lotId }),
    },
  }
}

function addressType({ kind, unit }: AddressEntry): 'building' | 'unit' | 'house' {
  if (kind === 'building') return 'building'
  return unit === '' ? 'house' : 'unit'
}

function place(
  { address }: Home | Building,
  { point, coarse }: { readonly point: Point | undefined; readonly coarse: boolean },
) {
  const { city, state, zipcode } = address
  return {
    city,
    state,
    country: 'USA' as const,
    ...(zipcode !== '' && { zipCode: zipcode }),
    lat: point?.latitude ?? 0,
    lng: point?.longitude ?? 0,
    ...coarseMark(coarse),
  }
}

/** The street as the record writes it: the part between the house number and the unit. */
function streetParts({ houseNumber, unit }: AddressEntry, found: Home | Building) {
  const streetName = disclosedStreet(found)
    .replace(/^\S*\d\S*\s+(\d\/\d\s+)?/, '')
    .replace(unit === '' ? /$/ : /[\s,]+(#|[a-z]+\.?)\s*\S*$/i, '')
  return {
    ...(houseNumber !== '' && { streetNumber: houseNumber.toUpperCase() }),
    ...(streetName !== '' && { streetName }),
    ...(unit !== '' && { unitNumber: unit.toUpperCase() }),
  }
}
