import { startOfDay } from '../../kit/base/clock.ts'
import type { HistoryEvent, Home } from '../../model/home.ts'
import { type HomeField, type HomeFieldName, homeField } from '../../model/home-fields.ts'
import { mayBeValued, shownEstimate } from '../../model/shown-estimate.ts'
import { disclosedStreet } from '../rendering/shown-address.ts'
import type { Cell } from './column.ts'

/**
 * Fields whose stored form differs from the form in files. An approximate ZIP is left out, because a reader would take
 * it for the source's own ZIP.
 */
const BY_RULE: Readonly<Partial<Record<HomeFieldName, (home: Home) => Cell>>> = {
  StreetAddress: (home) => disclosedStreet(home) || undefined,
  PostalCode: ({ address }) => (address.zipcodeFrom === undefined && address.zipcode ? address.zipcode : undefined),
  InternetAddressDisplayYN: ({ address }) => !address.undisclosed,
  Latitude: ({ point }) => point?.latitude,
  Longitude: ({ point }) => point?.longitude,
  OriginalListPrice: (home) => askingPrices(home)?.first,
  PriceChangeTimestamp: (home) => askingPrices(home)?.changedMs,
  OffMarketDate: ({ listing, history }) =>
    listing !== undefined && OFF_MARKET.has(listing.status)
      ? history.findLast(({ event }) => event === 'Listing removed')?.date
      : undefined,
  OpenHouseStartTimes: ({ listing }) => listing?.openHouses?.map(({ startMs }) => new Date(startMs).toISOString()),
  OpenHouseEndTimes: ({ listing }) => listing?.openHouses?.map(({ endMs }) => new Date(endMs).toISOString()),
  InternetAutomatedValuationDisplayYN: (home) => home.listing && mayBeValued(home),
  PhotoURLs: ({ listing }) => listing?.photos?.map(({ url }) => url),
  EventHistory: ({ history }) => (history.length === 0 ? undefined : JSON.stringify(history)),
  AssessmentHistory: ({ taxes }) => (taxes.length === 0 ? undefined : JSON.stringify(taxes)),
  RecordedEvents: ({ recorded }) => recorded && JSON.stringify(recorded),
  FactsWithoutField: ({ facts }) => facts.other && JSON.stringify(facts.other),
  ZipOrigin: ({ address }) => address.zipcodeFrom ?? (address.zipcode === '' ? 'unknown' : undefined),
  TaxYear: ({ taxes }) => taxes.at(-1)?.year,
  TaxAssessedValue: ({ taxes }) => taxes.at(-1)?.assessedValue,
  TaxAnnualAmount: ({ taxes }) => taxes.at(-1)?.taxPaid,
}

const OFF_MARKET: ReadonlySet<string> = new Set(['Canceled', 'Expired', 'Withdrawn'])

/**
 * Returns the first asking price of the current listing, and when the price last changed; undefined if it never
 * changed.
 */
function askingPrices({ listing, history }: Home): { readonly first: number; readonly changedMs: number } | undefined {
  if (listing?.listPrice === undefined) return undefined
  const isOfListing = ({ rental, mlsId }: HistoryEvent) =>
    (rental === true) === (listing.kind === 'lease') && mlsId === listing.mlsId
  const own = history.filter(isOfListing)
  const listed = own.findLastIndex(({ event }) => event.startsWith('Listed for'))
  const first = own[listed]?.price
  const change = own.slice(Math.max(0, listed)).findLast(({ event }) => event === 'Price change')
  if (first === undefined || change === undefined || first === listing.listPrice) return undefined
  return { first, changedMs: startOfDay(change.date) }
}

/**
 * Returns a function that reads a field's value without anything that answers hide. The value is undefined if homes do
 * not store the field.
 */
export function homeValue(name: HomeFieldName): (home: Home) => Cell {
  return BY_RULE[name] ?? copied(homeField(name).target)
}

/** Whether homes store a value for this field. */
export function isHeld(name: HomeFieldName): boolean {
  return homeField(name).target.part !== 'rule' || BY_RULE[name] !== undefined
}

/** Returns a function that reads a field which is stored unchanged. */
function copied(target: HomeField['target']): (home: Home) => Cell {
  if (target.part === 'rule') return () => undefined
  const { key } = target
  const parts: Readonly<Record<typeof target.part, (home: Home) => object | undefined>> = {
    home: (home) => home,
    address: ({ address }) => address,
    facts: ({ facts }) => facts,
    listing: ({ listing }) => listing,
    lease: ({ listing }) => listing?.lease,
    contact: ({ listing }) => listing?.contact,
    estimate: shownEstimate,
    interest: ({ interest }) => interest,
    owner: () => undefined,
  }
  const part = parts[target.part]
  // the tables of the model allow only such values
  return (home) => (part(home) as Readonly<Record<string, Cell>> | undefined)?.[key]
}
