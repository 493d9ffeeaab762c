import type {
  Estimate,
  HistoryEvent,
  Home,
  HomeAddress,
  HomeFacts,
  Interest,
  Listing,
  RecordedEvent,
} from '../../model/home.ts'
import { inOrder } from '../../model/home-history.ts'
import { asOfMs } from '../../model/home-record.ts'
import { inDayOrder } from '../../model/recorded-events.ts'
import { isOneListing, isOver } from './home-kept.ts'
import { corrected, taxesOf } from './merge.ts'

/** Precedence of each source. The default is 0. */
export type Precedences = ReadonlyMap<string, number>

/**
 * Merges the records of a home. `records` begins with the record whose id the home has. For each field, the first
 * record with a value counts. Records are ranked by precedence, then newest first, then in the given order.
 *
 * - The address, and everything derived from its ZIP, comes from one record. Others with the same ZIP only fill gaps.
 * - The listing comes from one record. Other records of the same listing only fill gaps. A newer listing replaces an
 *   ended one, whatever the precedence.
 * - If one record forbids showing a part, the part is not shown.
 * - Histories, taxes and recorded events are combined.
 */
export function mergedHome(zpid: number, records: readonly Home[], precedences: Precedences): Home {
  const [first] = records
  if (first === undefined) throw new Error('there is no record to merge')
  const ranked = inRank(records, precedences)
  const best = ranked[0] ?? first
  const point = firstOf(ranked, ({ point: own }) => own)
  const lotId = firstOf(ranked, ({ lotId: own }) => own)
  const parcelNumber = firstOf(ranked, ({ parcelNumber: own }) => own)
  const listing = listingOf(ranked)
  const estimate = estimateOf(ranked)
  const owned = ranked.find(({ owner }) => owner !== undefined)
  const interest = filled<Interest>(ranked.map(({ interest: own }) => own))
  const recorded = recordedOf(ranked)
  return {
    zpid,
    source: first.source,
    sourceKey: first.sourceKey,
    address: addressOf(ranked),
    ...(point && { point }),
    homeType: best.homeType,
    ...(lotId !== undefined && { lotId }),
    ...(parcelNumber !== undefined && { parcelNumber }),
    facts: factsOf(ranked),
    ...(listing && { listing }),
    history: historyOf(ranked.toReversed()),
    taxes: taxesOf(ranked.toReversed()),
    ...(recorded.length > 0 && { recorded }),
    ...(estimate && { estimate }),
    ...(interest && { interest }),
    ...(owned?.owner && {
      owner: owned.source === first.source ? owned.owner : { ...owned.owner, source: owned.source },
    }),
  }
}

/** Sorts the records, most important first. */
export function inRank(records: readonly Home[], precedences: Precedences): readonly Home[] {
  const rankOf = ({ source }: Home) => precedences.get(source) ?? 0
  // Subtracting two -Infinity would give NaN. The sort is stable.
  return records.toSorted(
    (a, b) => rankOf(b) - rankOf(a) || Number(asOfMs(b) > asOfMs(a)) - Number(asOfMs(b) < asOfMs(a)),
  )
}

function firstOf<T>(ranked: readonly Home[], read: (home: Home) => T | undefined): T | undefined {
  for (const home of ranked) {
    const value = read(home)
    if (value !== undefined) return value
  }
  return undefined
}

/** Returns an object with the first value of each key. Undefined if there is no object. */
function filled<T extends object>(parts: readonly (T | undefined)[]): T | undefined {
  const there = parts.filter((part) => part !== undefined)
  return there.length === 0 ? undefined : Object.assign({}, ...there.toReversed())
}

function factsOf(ranked: readonly Home[]): HomeFacts {
  const other = filled(ranked.map(({ facts }) => facts.other))
  return { ...filled(ranked.map(({ facts }) => facts)), ...(other && { other }) }
}

function addressOf(ranked: readonly Home[]): HomeAddress {
  const [best] = ranked.toSorted((a, b) => vagueness(a.address) - vagueness(b.address))
  if (best === undefined) throw new Error('there is no record to merge')
  // A stated ZIP always wins over a guessed ZIP, even if another record has the street.
  const placed = isZipTold(best.address) ? best : (ranked.find(({ address }) => isZipTold(address)) ?? best)
  const others = ranked.filter(({ address }) => address.zipcode === placed.address.zipcode)
  const { undisclosed: _undisclosed, ...address } = Object.assign(
    {},
    ...others.map((home) => home.address).toReversed(),
    placed.address,
    { streetAddress: best.address.streetAddress },
  ) as HomeAddress // each part is a partial address
  const { zipcodeFrom: _guess, ...told } = address
  const isUndisclosed = ranked.some((home) => home.address.undisclosed)
  return {
    ...(isZipTold(placed.address) ? told : address),
    ...(isUndisclosed && { undisclosed: true as const }),
  }
}

/** Ranks addresses: with a street first. Within both groups, a stated ZIP comes before a guessed one. */
function vagueness(address: HomeAddress): number {
  const ofZip = isZipTold(address) ? 0 : address.zipcode === '' ? 2 : 1
  return ofZip + (address.streetAddress === '' ? 3 : 0)
}

function isZipTold({ zipcode, zipcodeFrom }: HomeAddress): boolean {
  return zipcode !== '' && zipcodeFrom === undefined
}

function listingOf(ranked: readonly Home[]): Listing | undefined {
  const listings = ranked.flatMap(({ listing }) => (listing ? [listing] : []))
  const listing = toldListing(listings)
  const isForbidden = listings.some((own) => own.noValuation === true && !isOver(own))
  return listing && isForbidden ? { ...listing, noValuation: true } : listing
}

function toldListing(listings: readonly Listing[]): Listing | undefined {
  const [highest, ...others] = listings
  if (highest === undefined || others.length === 0) return highest
  const best = isOver(highest) ? newest(listings) : highest
  const alike = listings.filter((listing) => listing !== best && isSameListing(best, listing))
  if (alike.length === 0) return best
  const contact = filled([best.contact, ...alike.map((listing) => listing.contact)])
  const lease = filled([best.lease, ...alike.map((listing) => listing.lease)])
  const { photos: _photos, drawnPhotos: _drawn, ...rest } = Object.assign({}, ...alike.toReversed(), best) as Listing // each part is a listing
  const pictured = [best, ...alike].find(({ photos, drawnPhotos }) => photos !== undefined || drawnPhotos !== undefined)
  return {
    ...rest,
    ...(pictured?.photos && { photos: pictured.photos }),
    ...(pictured?.drawnPhotos !== undefined && { drawnPhotos: pictured.drawnPhotos }),
    ...(contact && { contact }),
    ...(lease && { lease }),
  }
}

function momentOf(listing: Listing): number {
  return asOfMs({ listing, taxes: [] })
}

function newest(listings: readonly Listing[]): Listing {
  return listings.reduce((best, listing) => (momentOf(listing) > momentOf(best) ? listing : best))
}

/** Whether two listings are the same. Listing numbers are unique only within one MLS. */
function isSameListing(one: Listing, other: Listing): boolean {
  if (one.kind !== other.kind || isOver(one) !== isOver(other)) return false
  const { mlsId: _one, ...unnumbered } = one
  const { mlsId: _other, ...otherUnnumbered } = other
  const isOneService = one.mlsName === other.mlsName
  return isOneService ? isOneListing(one, other) : isOneListing(unnumbered, otherUnnumbered)
}

/** Takes each value together with its range from one record, and each series from one record. */
function estimateOf(ranked: readonly Home[]): Estimate | undefined {
  const estimates = ranked.flatMap(({ estimate }) => (estimate ? [estimate] : []))
  if (estimates.length < 2) return estimates[0]
  const sale = estimates.find(({ value }) => value !== undefined)
  const rental = estimates.find(({ rent }) => rent !== undefined)
  const history = estimates.find((estimate) => estimate.history !== undefined)?.history
  const rentHistory = estimates.find((estimate) => estimate.rentHistory !== undefined)?.rentHistory
  return {
    ...picked(sale, ['value', 'lowPercent', 'highPercent']),
    ...picked(rental, ['rent', 'rentLowPercent', 'rentHighPercent']),
    ...(history && { history }),
    ...(rentHistory && { rentHistory }),
  }
}

function picked<T extends object, K extends keyof T>(from: T | undefined, keys: readonly K[]): Partial<Pick<T, K>> {
  if (from === undefined) return {}
  const entries = keys.flatMap((key) => (from[key] === undefined ? [] : [[key, from[key]] as const]))
  return Object.fromEntries(entries) as Partial<Pick<T, K>> // `entries` has only these keys
}

/** Combines recorded events. A document that several records report on the same day counts once. */
function recordedOf(ranked: readonly Home[]): readonly RecordedEvent[] {
  const events: RecordedEvent[] = []
  for (const { recorded = [] } of ranked) {
    const known = new Set(events.map(documentKey))
    events.push(...recorded.filter((event) => event.document === undefined || !known.has(documentKey(event))))
  }
  return inDayOrder(events)
}

function documentKey({ day, type, document }: RecordedEvent): string {
  return `${day} ${type} ${document ?? ''}`
}

/** Combines histories. Later records replace a reporter's earlier statements about the same event. */
function historyOf(rising: readonly Home[]): readonly HistoryEvent[] {
  return inOrder(rising.reduce<readonly HistoryEvent[]>((history, home) => corrected(history, home.history), []))
}
