import type { RecordLookup } from '../../catalog/ports/record-lookup.ts'
import { sourceName } from '../../catalog/ports/source-name.ts'
import { answer } from '../../kit/answers/answer-head.ts'
import { component } from '../../kit/answers/index.ts'
import { Fault } from '../../kit/base/failure.ts'
import { buildingUrl, optional, quote, text, unlogged } from '../../kit/params/index.ts'
import type { Building } from '../../model/building.ts'
import { BUILDING_DOCUMENT, buildingDocument } from '../rendering/documents/building-document.ts'
import { anyOf } from './identify.ts'
import { operation } from './operation.ts'

const parameters = {
  bylotid: optional(
    text(200, 'Tz4kQ9xLw2Vb7NfR'),
    'Id of the building, as searches and /lotid_from_address return it.',
  ),
  byapturl: unlogged(
    optional(buildingUrl, 'URL of the building’s page; it ends in the id. Used if you do not send bylotid.'),
  ),
}

export const apartmentDetails = operation({
  path: '/apartment_details',
  summary: 'An apartment building: its floor plans, its units and what is available.',
  group: 'Property look-ups',
  parameters,
  rules: anyOf(parameters, 'building'),
  failures: ['building.unknown'],
  answer: component('ApartmentDetails', answer({ apartmentBuildingDetails: BUILDING_DOCUMENT })),
  run: async ({ bylotid, byapturl }, context) => {
    const building = await identifyBuilding(
      bylotid === undefined ? (byapturl ?? []) : [bylotid],
      context.catalog.records,
    )
    return {
      message: '200: Success',
      source: sourceName(context.catalog.about(), building),
      apartmentBuildingDetails: await buildingDocument(building, context),
    }
  },
})

/** Returns the building with the first id that the catalog has. */
async function identifyBuilding(lotIds: readonly string[], records: RecordLookup): Promise<Building> {
  for (const lotId of lotIds) {
    const building = await records.get('building', lotId)
    if (building) return building
  }
  const given = lotIds.length === 1 ? `has the id ${quote(lotIds[0] ?? '')}` : 'has an id that this URL ends in'
  throw new Fault('building.unknown', `404: no building in this catalog ${given}.`, {
    container: { apartmentBuildingDetails: {} },
  })
}
