import { addressOf } from './home-row.ts'
import { valueInDocument } from './home-value.ts'
import { at, dayAt, type Fields, flagAt, isFields, known, listAt, numberAt, textAt, textsAt } from './json.ts'
import { clipped, firstOf, type Part, tableOf } from './rows.ts'
import type { Table } from './text.ts'

const DESCRIPTION_CHARACTERS = { concise: 600, full: 4000 } as const
const HISTORY_ROWS = { concise: 12, full: 60 } as const
const SCHOOL_ROWS = 8
const PHOTO_ROWS = { concise: 3, full: 20 } as const
const TEXT_CHARACTERS = 200
const OTHER_FACTS = 80

/**
 * Returns the main facts of a home from its document.
 *
 * @param value The home's estimated value, with source and range.
 */
export function factsOf(home: Fields, detail: 'concise' | 'full', value = valueInDocument(home)): Fields {
  const facts = at(home, 'resoFacts')
  return known({
    id: String(numberAt(home, 'zpid')),
    address: addressOf(home),
    status: textAt(home, 'homeStatus'),
    ...(at(home, 'homeStatus') === 'OTHER' && { listing_status: textAt(home, 'attributionInfo', 'trueStatus') }),
    price: numberAt(home, 'price'),
    ...value,
    rent_estimate: numberAt(home, 'rentZestimate'),
    last_sold_price: numberAt(home, 'lastSoldPrice'),
    listed: textAt(home, 'datePostedString'),
    type: textAt(home, 'homeType'),
    beds: numberAt(home, 'bedrooms'),
    baths: numberAt(home, 'bathrooms'),
    sqft: numberAt(home, 'livingArea'),
    lot_sqft: numberAt(home, 'lotSize'),
    year_built: numberAt(home, 'yearBuilt'),
    stories: numberAt(facts, 'stories'),
    parking: numberAt(facts, 'parkingCapacity'),
    monthly_dues: numberAt(home, 'monthlyHoaFee'),
    monthly_cost: numberAt(home, 'affordabilityEstimate', 'totalMonthlyCost'),
    tax_assessed: numberAt(home, 'taxAssessedValue'),
    tax_annual: numberAt(facts, 'taxAnnualAmount'),
    county: textAt(home, 'county'),
    neighborhood: textAt(home, 'neighborhoodRegion', 'name'),
    parcel: textAt(home, 'parcelId'),
    mls_id: textAt(home, 'mlsid'),
    latitude: numberAt(home, 'latitude'),
    longitude: numberAt(home, 'longitude'),
    heating: shortTexts(facts, 'heating'),
    cooling: shortTexts(facts, 'cooling'),
    appliances: shortTexts(facts, 'appliances'),
    flooring: shortTexts(facts, 'flooring'),
    exterior: shortTexts(facts, 'exteriorFeatures'),
    interior: shortTexts(facts, 'interiorFeatures'),
    description: clipped(textAt(home, 'description'), DESCRIPTION_CHARACTERS[detail]),
    ...(detail === 'full' && { other_facts: otherFacts(facts) }),
  })
}

/**
 * Whether the price of a home is a rent. Also true for pending rentals, although their status is the same as for sales.
 */
export function isRental(home: Fields): boolean {
  return flagAt(home, 'isNonOwnerOccupied') // true if the listing is a lease
}

function shortTexts(facts: unknown, name: string): readonly unknown[] | Part {
  const texts = textsAt(facts, name).map((text) => clipped(text, 60))
  return firstOf(texts, 12)
}

/** Returns the other facts that are plain values or lists of strings. */
function otherFacts(facts: unknown): Table {
  const plain = Object.entries(isFields(facts) ? facts : {}).filter(
    ([, value]) => value !== '' && (typeof value !== 'object' || isTexts(value)),
  )
  const rows = plain.slice(0, OTHER_FACTS).map(([fact, value]) => ({
    fact,
    value: clipped(Array.isArray(value) ? value.join(', ') : String(value), TEXT_CHARACTERS),
  }))
  return tableOf(rows, plain.length)
}

function isTexts(value: unknown): boolean {
  return Array.isArray(value) && value.length > 0 && value.every((each) => typeof each === 'string')
}

/** Returns the listed and sold prices, newest first. `kind` separates sales from rents. */
export function priceHistory(home: Fields, detail: 'concise' | 'full'): Fields {
  const events = listAt(home, 'priceHistory')
  const rows = events.slice(0, HISTORY_ROWS[detail]).map((event) => ({
    date: textAt(event, 'date'),
    event: textAt(event, 'event'),
    price: numberAt(event, 'price'),
    kind: at(event, 'postingIsRental') === true ? 'rent' : 'sale',
    source: textAt(event, 'source'),
  }))
  return { ...tableOf(rows, events.length) }
}

export function taxHistory(home: Fields, detail: 'concise' | 'full'): Fields {
  const years = listAt(home, 'taxHistory')
  const rows = years.slice(0, HISTORY_ROWS[detail]).map((year) => ({
    year: dayAt(year, 'time')?.slice(0, 4) ?? null,
    paid: numberAt(year, 'taxPaid'),
    assessed: numberAt(year, 'value'),
  }))
  return { ...tableOf(rows, years.length) }
}

/** Returns deeds, mortgages, liens, permits and other recorded events, newest first. */
export function recordedEvents(home: Fields, detail: 'concise' | 'full'): Fields {
  const events = listAt(home, 'recordedEvents')
  const rows = events.slice(0, HISTORY_ROWS[detail]).map((event) => ({
    date: textAt(event, 'date'),
    type: textAt(event, 'type'),
    what: textAt(event, 'description'),
    amount: numberAt(event, 'amount'),
    parties: textsAt(event, 'parties').join(', '),
    document: textAt(event, 'documentNumber'),
  }))
  return { ...tableOf(rows, events.length) }
}

export function schoolsOf(home: Fields): Fields {
  const schools = listAt(home, 'schools')
  const rows = schools.slice(0, SCHOOL_ROWS).map((school) => ({
    name: textAt(school, 'name'),
    level: textAt(school, 'level'),
    grades: textAt(school, 'grades'),
    rating: numberAt(school, 'rating'),
    miles: numberAt(school, 'distance'),
    assigned: at(school, 'isAssigned') === true ? 'yes' : null,
  }))
  return { ...tableOf(rows, schools.length) }
}

export function photosOf(home: Fields, detail: 'concise' | 'full'): Fields {
  const photos = listAt(home, 'originalPhotos')
  const rows = photos.slice(0, PHOTO_ROWS[detail]).map((photo) => ({
    caption: clipped(textAt(photo, 'caption'), TEXT_CHARACTERS),
    url: textAt(listAt(photo, 'mixedSources', 'jpeg').at(-1), 'url'),
  }))
  return { ...tableOf(rows, photos.length) }
}

/** Returns the names and phone numbers that must be shown with the listing. */
export function listedBy(home: Fields): Fields {
  const names = at(home, 'attributionInfo')
  return known({
    agent: textAt(names, 'agentName'),
    agent_phone: textAt(names, 'agentPhoneNumber'),
    broker: textAt(names, 'brokerName'),
    broker_phone: textAt(names, 'brokerPhoneNumber'),
    mls: textAt(names, 'mlsName'),
    disclaimer: clipped(textAt(names, 'mlsDisclaimer'), 1000),
  })
}
