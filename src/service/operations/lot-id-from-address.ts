import type { AddressLookup } from '../../catalog/ports/address-lookup.ts'
import type { Catalog } from '../../catalog/ports/catalog.ts'
import { sourceName } from '../../catalog/ports/source-name.ts'
import { answer } from '../../kit/answers/answer-head.ts'
import { component, each, listOf, number, object, text } from '../../kit/answers/index.ts'
import { Fault } from '../../kit/base/failure.ts'
import { quote, required, unlogged } from '../../kit/params/index.ts'
import type { AddressEntry } from '../../model/address-entry.ts'
import type { Building } from '../../model/building.ts'
import { resolveAddress } from '../../places/addresses/resolve.ts'
import { addressLine } from '../rendering/shown-address.ts'
import { addressText } from './identify.ts'
import { operation } from './operation.ts'

/** Maximum number of buildings in the answer. No real address has more. */
const MAX_RESULTS = 20

export const lotIdFromAddress = operation({
  path: '/lotid_from_address',
  summary: 'The buildings at an address, or the buildings that the homes there belong to.',
  group: 'Property look-ups',
  parameters: { propertyaddress: unlogged(required(addressText, 'Address of the building or of a unit in it.')) },
  failures: ['building.unknown'],
  answer: component(
    'LotIds',
    answer({
      results: listOf(
        object({ lotId: text('Id of the building.'), display: text(), ...each(number('Degrees.'), 'lat', 'lng') }),
      ),
    }),
  ),
  run: async ({ propertyaddress }, { catalog }) => {
    const buildings = await buildingsAt(propertyaddress, catalog)
    if (buildings.length === 0) throw noBuildingAt(propertyaddress)
    return {
      message: '200: Success',
      source: sourceName(catalog.about(), buildings[0]),
      results: buildings.map((building) => ({
        lotId: building.lotId,
        display: [building.name, addressLine(building)].filter(Boolean).join(', '),
        lat: building.point.latitude,
        lng: building.point.longitude,
      })),
    }
  },
})

type Ports = Pick<Catalog, 'addresses' | 'records'>

/** Returns the buildings at the address. If there are none, returns the buildings of the homes at the address. */
async function buildingsAt(address: string, { addresses, records }: Ports): Promise<readonly Building[]> {
  const lotIds = (await entriesAt(address, 'building', addresses)).map(({ id }) => String(id))
  const buildingIds = lotIds.length > 0 ? lotIds : await lotIdsOfHomes(address, { addresses, records })
  const buildings = await Promise.all(buildingIds.slice(0, MAX_RESULTS).map((lotId) => records.get('building', lotId)))
  return buildings.filter((building) => building !== undefined)
}

async function lotIdsOfHomes(address: string, { addresses, records }: Ports): Promise<readonly string[]> {
  const entries = await entriesAt(address, 'home', addresses)
  const homes = await records.briefs(entries.map(({ id }) => Number(id)))
  return [...new Set(homes.map(({ lotId }) => lotId))].filter((lotId) => lotId !== undefined)
}

async function entriesAt(
  address: string,
  kind: AddressEntry['kind'],
  addresses: AddressLookup,
): Promise<readonly AddressEntry[]> {
  const resolved = await resolveAddress(address, addresses, { kind })
  if (resolved.kind === 'one') return [resolved.entry]
  if (resolved.kind === 'none' || resolved.inPart || resolved.doubtful?.some((part) => part !== 'unit')) return []
  return resolved.candidates.map(({ entry }) => entry)
}

function noBuildingAt(address: string): Fault {
  return new Fault('building.unknown', `404: no building in this catalog is at ${quote(address)}.`, {
    container: { results: [] },
  })
}
