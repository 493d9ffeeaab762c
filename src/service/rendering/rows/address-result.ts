import type { RecordLookup } from '../../../catalog/ports/record-lookup.ts'
import {
  type AnswerOf,
  component,
  fixed,
  large,
  number,
  objectFrom,
  oneOf,
  optional,
  text,
} from '../../../kit/answers/index.ts'
import type { AddressEntry } from '../../../model/address-entry.ts'
import type { Building } from '../../../model/building.ts'
import type { Point } from '../../../model/home.ts'
import type { HomeBrief } from '../../../model/home-brief.ts'
import type { Suggestion } from '../../../places/completion/suggest.ts'
import type { Regions } from '../../../places/regions/near-regions.ts'
import { BAD_GEOCODE, shownPoint } from '../place.ts'
import { disclosedStreet } from '../shown-address.ts'

/** An entry of the address book, with its home or building. */
interface Suggested {
  readonly entry: AddressEntry
  /** Whether the name of the building precedes the address. */
  readonly byName: boolean
  readonly home: HomeBrief | undefined
  readonly building: Building | undefined
  readonly shown: HomeBrief | Building
  readonly place: { readonly point: Point | undefined; readonly coarse: boolean }
}

const META_DATA = objectFrom<Suggested>()({
  addressType: [oneOf(['house', 'unit', 'building']), ({ entry }) => addressType(entry)],
  streetNumber: [optional(text()), ({ entry }) => entry.houseNumber.toUpperCase() || undefined],
  streetName: [optional(text()), ({ entry, shown }) => streetName(entry, shown) || undefined],
  unitNumber: [optional(text()), ({ entry }) => entry.unit.toUpperCase() || undefined],
  city: [text(), ({ shown }) => shown.address.city],
  state: [text('Two letters.'), ({ shown }) => shown.address.state],
  country: fixed('USA'),
  zipCode: [optional(text()), ({ shown }) => shown.address.zipcode || undefined],
  lat: [number('Degrees; 0 if unknown.'), ({ place }) => place.point?.latitude ?? 0],
  lng: [number('Degrees; 0 if unknown.'), ({ place }) => place.point?.longitude ?? 0],
  ...BAD_GEOCODE.within(({ place }: Suggested) => place),
  zpid: [optional(large('Of a home.')), ({ home }) => home?.zpid],
  lotId: [optional(text('Of a building.')), ({ building }) => building?.lotId],
})

export const ADDRESS_SUGGESTION = component(
  'AddressSuggestion',
  objectFrom<Suggested>()({
    display: [
      text('The address in one line.'),
      ({ entry, byName, building }) =>
        byName && building?.name ? `${building.name}, ${entry.display}` : entry.display,
    ],
    resultType: fixed('Address'),
    metaData: [META_DATA, (suggested) => META_DATA.of(suggested)],
  }),
)

/**
 * Returns an entry of the address book as a suggestion. Undefined if the catalog no longer has its home or building, or
 * if its address must not be shown.
 */
export async function addressResult(
  { entry, byName }: Extract<Suggestion, { kind: 'address' }>,
  records: RecordLookup,
  regions: Regions,
): Promise<AnswerOf<typeof ADDRESS_SUGGESTION> | undefined> {
  const [home] = entry.kind === 'home' ? await records.briefs([Number(entry.id)]) : []
  const building = entry.kind === 'building' ? await records.get('building', String(entry.id)) : undefined
  const shown = home ?? building
  if (!shown || shown.address.undisclosed) return undefined
  const place = home ? shownPoint(home, regions) : { point: shown.point, coarse: false }
  return ADDRESS_SUGGESTION.of({ entry, byName, home, building, shown, place })
}

function addressType({ kind, unit }: AddressEntry): 'building' | 'unit' | 'house' {
  if (kind === 'building') return 'building'
  return unit === '' ? 'house' : 'unit'
}

/** Returns the street as the record spells it: the part between the house number and the unit. */
function streetName({ unit }: AddressEntry, shown: HomeBrief | Building): string {
  return disclosedStreet(shown)
    .replace(/^\S*\d\S*\s+(\d\/\d\s+)?/, '')
    .replace(unit === '' ? /$/ : /[\s,]+(#|[a-z]+\.?)\s*\S*$/i, '')
}
