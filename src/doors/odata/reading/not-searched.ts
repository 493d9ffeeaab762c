import { nearestName } from '../../../kit/base/sentence.ts'
import { QueryError } from '../language/query-error.ts'
import type { Resource } from '../resources/resource.ts'

/** Patterns of field names that cannot be searched, each with a similar field that can. */
const NEAR: readonly (readonly [RegExp, string])[] = [
  [/Address|Street|Unit(Number|s)|Direction|PostalCity|CrossStreet/, 'City'],
  [/Zip|Postal/, 'PostalCode'],
  [/AgentFullName|AgentEmail|AgentPreferredPhone|CoListAgentMlsId|BuyerAgentMlsId/, 'ListAgentKey'],
  [/Office/, 'ListOfficeName'],
  [/SourceSystem/, 'SourceSystemID'],
  [/Close|Sold|OffMarket/, 'CloseDate'],
  [/Price|Value|Amount/, 'ListPrice'],
  [/Date|Timestamp/, 'OnMarketDate'],
  [/Lot/, 'LotSizeSquareFeet'],
  [/Bath/, 'BathroomsTotalDecimal'],
  [/Stories|Levels/, 'StoriesTotal'],
  [/Parking|Garage|Carport/, 'GarageSpaces'],
  [/Type/, 'PropertySubType'],
]

/** Returns the error for a field that `$filter` cannot use. */
export function notFiltered(resource: Resource, name: string, at: number): QueryError {
  const words =
    /Remarks|Features|Description/.test(name) && resource.name === 'Property' ? ', or search words with $search' : ''
  const sentence = `${resource.name} cannot be filtered by ${name}. Allowed: ${nearest(name, resource, resource.filtered)}${words}. FilterRestrictions in $metadata lists the fields that cannot be filtered by.`
  return new QueryError('$filter', at, sentence)
}

/** Returns the error for a field that `$orderby` cannot use. */
export function notSorted(resource: Resource, name: string, at: number): QueryError {
  const sentence = `${resource.name} cannot be sorted by ${name}. Allowed: ${nearest(name, resource, resource.sorted)}. SortRestrictions in $metadata lists the fields that cannot be sorted by.`
  return new QueryError('$orderby', at, sentence)
}

/** Returns a hint with the most similar searchable field, and the key. */
function nearest(name: string, { key, name: resource }: Resource, among: ReadonlySet<string>): string {
  const [, similar] = (resource === 'Property' && NEAR.find(([pattern]) => pattern.test(name))) || []
  const other = similar !== undefined && among.has(similar) ? similar : nearestName(name, [...among])
  const any = resource === 'Property' ? 'City' : [...among].find((one) => one !== key)
  return [...new Set([other ?? any ?? key, key])].join(' and ')
}
