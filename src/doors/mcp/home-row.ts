import { grouped } from '../../kit/base/figures.ts'
import type { Door } from './door.ts'
import { at, dayAt, type Fields, flagAt, joined, known, listAt, numberAt, textAt } from './json.ts'

export type Detail = 'concise' | 'full'

/** Returns a search result as one row. Unknown values are null. */
export function homeRow(result: unknown, detail: Detail, words: Door['words']): Fields {
  const isBuilding = textAt(result, 'resultType') === 'propertyGroup'
  const property = at(result, 'property')
  return isBuilding ? buildingRow(property, detail) : ownRow(property, detail, words)
}

function ownRow(home: unknown, detail: Detail, { portalOrigin, Portal }: Door['words']): Fields {
  const rules = at(home, 'propertyDisplayRules', 'mls')
  const price = numberAt(home, 'price', 'value')
  const status = textAt(home, 'listing', 'marketingStatus')
  const broker = flagAt(rules, 'mustDisplayBrokerName') || detail === 'full' ? textAt(rules, 'brokerName') : null
  const row = {
    id: String(numberAt(home, 'zpid')),
    address: addressOf(at(home, 'address')),
    ...(status === 'closed' ? { sold_on: textAt(home, 'soldDate'), sold_price: price } : { price }),
    beds: numberAt(home, 'bedrooms'),
    baths: numberAt(home, 'bathrooms'),
    sqft: numberAt(home, 'livingArea'),
    type: `${textAt(home, 'propertyType')}${at(home, 'buildingId') === undefined ? '' : ' unit'}`,
    year: numberAt(home, 'yearBuilt'),
    listed: dayAt(home, `listingDateTimeOn${Portal}`),
    // Most homes are active or closed, so a concise row leaves these two statuses out.
    status: status === 'active' || status === 'closed' ? null : status,
    listed_by: broker?.replace(/^Listing by: /, '') ?? null,
  }
  if (detail === 'concise') return row
  const path = textAt(home, 'hdpView', 'hdpUrl')
  return {
    ...row,
    status,
    lot: lotOf(at(home, 'lotSizeWithUnit')),
    price_per_sqft: numberAt(home, 'price', 'pricePerSquareFoot'),
    price_change: numberAt(home, 'price', 'priceChange'),
    estimate: numberAt(home, 'estimates', 'zestimate'),
    rent_estimate: numberAt(home, 'estimates', 'rentZestimate'),
    tax_assessed: numberAt(home, 'taxAssessment', 'taxAssessedValue'),
    days_listed: numberAt(home, `daysOn${Portal}`),
    latitude: numberAt(home, 'location', 'latitude'),
    longitude: numberAt(home, 'location', 'longitude'),
    agent: textAt(home, 'propertyDisplayRules', 'agent', 'agentName'),
    photo: textAt(home, 'media', 'propertyPhotoLinks', 'mediumSizeLink'),
    url: path === null ? null : `${portalOrigin}${path}`,
  }
}

/** Returns a building as one row. Its prices and bedrooms come from the matching available units. */
function buildingRow(building: unknown, detail: Detail): Fields {
  const units = listAt(building, 'unitsGroup')
  const prices = [numberAt(building, 'minPrice'), numberAt(building, 'maxPrice')].filter((each) => each !== null)
  const bedrooms = [...new Set(units.map((unit) => numberAt(unit, 'bedrooms')))].filter((each) => each !== null)
  const from = prices[0] === undefined ? '' : `, from $${grouped(prices[0])}`
  const row = {
    id: String(numberAt(building, 'zpid') ?? ''),
    address: addressOf(at(building, 'address')),
    price: [...new Set(prices)].join('-'),
    beds: bedrooms.sort((a, b) => a - b).join(','),
    baths: null,
    sqft: null,
    type: `building with ${numberAt(building, 'matchingHomeCount')} units that fit${from}`,
    year: null,
    listed: null,
    listed_by: null,
    building: textAt(building, 'title'),
  }
  if (detail === 'concise') return row
  return {
    ...row,
    building_id: textAt(building, 'lotId'),
    latitude: numberAt(building, 'location', 'latitude'),
    longitude: numberAt(building, 'location', 'longitude'),
    photo: textAt(building, 'media', 'propertyPhotoLinks', 'mediumSizeLink'),
  }
}

/** Writes an address on one line. */
export function addressOf(address: unknown): string {
  const state = joined([textAt(address, 'state'), textAt(address, 'zipcode')], ' ')
  return joined([textAt(address, 'streetAddress'), textAt(address, 'city'), state])
}

function lotOf(lot: unknown): string | null {
  const size = numberAt(lot, 'lotSize')
  return size === null ? null : `${size} ${textAt(lot, 'lotSizeUnit') === 'acres' ? 'acres' : 'sqft'}`
}

/** Returns a home as a short row, for lists of comparable or similar homes. */
export function miniRow(home: unknown): Fields {
  return {
    id: String(numberAt(home, 'zpid')),
    address: addressOf(at(home, 'address')),
    price: numberAt(home, 'price'),
    beds: numberAt(home, 'bedrooms'),
    baths: numberAt(home, 'bathrooms'),
    sqft: numberAt(home, 'livingArea'),
    lot_sqft: numberAt(home, 'lotSize'),
    type: textAt(home, 'homeType'),
    year: numberAt(home, 'yearBuilt'),
    ...known({ listed_by: textAt(home, 'attributionInfo', 'brokerName') }),
  }
}
