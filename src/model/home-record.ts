import { startOfDay } from '../kit/base/clock.ts'
import { rounded } from '../kit/base/figures.ts'
import { censusTract } from './census-tract.ts'
import { compact } from './field.ts'
import type { Contact, Estimate, Home, HomeAddress, HomeFacts, Interest, LeaseTerms, Listing, TaxYear } from './home.ts'
import { BRIEF_FACTS } from './home-brief.ts'
import { type FEE_FREQUENCIES, HOME_FIELD_NAMES, type HomeRecord, homeField } from './home-fields.ts'
import { historyOf } from './home-history.ts'
import { eventsIn, factsIn, recordedIn, taxesIn } from './home-parts.ts'
import { derivedId } from './identity.ts'

/** A home's id, its source, and its key in the source. */
interface HomeIdentity {
  readonly zpid: number
  readonly source: string
  readonly sourceKey: string
  /** Set if agents' keys are ids from another Plat. */
  readonly isId?: true
  /** Who reports the events, such as a county. Default: the source. */
  readonly reporter?: string
}

/** Location fields known from a home's ZIP. They fill fields that the record lacks. */
export type HomePlace = Pick<
  HomeAddress,
  'city' | 'state' | 'zipcode' | 'zipcodeFrom' | 'county' | 'countyFips' | 'timeZone'
>

/**
 * Returns the home of a flat record. Absent fields become absent keys. The record needs `HomeType`, and values of the
 * types in `HOME_FIELDS`. `other`: columns without a field, copied unchanged.
 */
export function homeFrom(
  record: HomeRecord,
  identity: HomeIdentity,
  place: HomePlace,
  other: Readonly<Record<string, string>> = {},
): Home {
  const roundedRecord = inStoredDigits(record)
  const parts = partsOf(roundedRecord)
  const { zpid, source, sourceKey } = identity
  const point = pointOf(roundedRecord)
  // agents come from the same source as their homes
  const agentIdOf = (key: string | undefined) =>
    key === undefined || identity.isId ? key : derivedId('agent', source, key)
  const listing = listingOf(roundedRecord, parts, agentIdOf)
  const recorded = recordedIn(roundedRecord.RecordedEvents)
  return compact<Home>({
    zpid,
    source,
    sourceKey,
    address: addressOf(roundedRecord, parts, place),
    point,
    ...parts.home,
    facts: factsOf(roundedRecord, parts, factsIn(roundedRecord.FactsWithoutField) ?? other),
    listing,
    history: eventsIn(roundedRecord.EventHistory) ?? historyOf(roundedRecord, identity),
    taxes: taxesIn(roundedRecord.AssessmentHistory) ?? taxesOf(roundedRecord),
    recorded: recorded?.length === 0 ? undefined : recorded,
    estimate: orAbsent(parts.estimate),
    interest: orAbsent(parts.interest),
    owner: parts.owner.name === undefined ? undefined : (parts.owner as Home['owner']), // it has its name
  })
}

/** Copied values by part of the home. */
interface Parts {
  readonly home: Pick<Home, 'homeType' | 'parcelNumber'>
  readonly address: Partial<HomeAddress>
  readonly facts: HomeFacts
  readonly listing: Partial<Listing>
  readonly lease: Partial<LeaseTerms>
  readonly contact: Contact
  readonly estimate: Estimate
  readonly interest: Interest
  readonly owner: Partial<NonNullable<Home['owner']>>
}

/** Keys that are either `true` or absent. False is not stored. */
const ONLY_TRUE = new Set([
  'newConstruction',
  'has3DTour',
  'featured',
  'acceptsApplications',
  'incomeRestricted',
  'onSiteParking',
])

/** Facts that come first in a stored home. */
const BRIEF: readonly string[] = BRIEF_FACTS

/** The key that a field fills, and its position in a stored home. */
interface Slot {
  /** Facts of result rows come first, then other keys in the order of `HOME_FIELDS`, for every mapping. */
  readonly order: number
  readonly part: keyof Parts
  readonly key: string
}

/** Fields whose values are copied unchanged. */
const SLOTS: ReadonlyMap<string, Slot> = new Map(
  HOME_FIELD_NAMES.flatMap((name, order): [string, Slot][] => {
    const { target } = homeField(name)
    if (target.part === 'rule') return []
    const brief: number = target.part === 'facts' ? BRIEF.indexOf(target.key) : -1
    return [[name, { order: brief >= 0 ? brief - BRIEF.length : order, part: target.part, key: target.key }]]
  }),
)

/** Copies a record's fields into the parts of a home. Loops over the record's own fields, which are few. */
function partsOf(record: HomeRecord): Parts {
  const slots: Slot[] = []
  const values: unknown[] = []
  for (const name in record) {
    const slot = SLOTS.get(name)
    const value = record[name as keyof HomeRecord]
    if (slot === undefined || value === undefined || (value === false && ONLY_TRUE.has(slot.key))) continue
    let at = slots.length
    for (; at > 0 && (slots[at - 1] as Slot).order > slot.order; at--) {
      slots[at] = slots[at - 1] as Slot
      values[at] = values[at - 1]
    }
    slots[at] = slot
    values[at] = value
  }
  const parts: Record<keyof Parts, Record<string, unknown>> = {
    home: {},
    address: {},
    facts: {},
    listing: {},
    lease: {},
    contact: {},
    estimate: {},
    interest: {},
    owner: {},
  }
  for (let i = 0; i < slots.length; i++) {
    const { part, key } = slots[i] as Slot
    parts[part][key] = values[i]
  }
  return parts as unknown as Parts // the table guarantees the type of each key
}

/** Number of stored decimals by field. Fields without an entry store all decimals. */
const STORED_DIGITS: ReadonlyMap<string, number> = new Map(
  HOME_FIELD_NAMES.flatMap((name) => {
    const { digits } = homeField(name)
    return digits === undefined ? [] : [[name, digits]]
  }),
)

/** Rounds numbers to the decimals that are stored. */
function inStoredDigits(record: HomeRecord): HomeRecord {
  let changed: Record<string, unknown> | undefined
  for (const name in record) {
    const value = record[name as keyof HomeRecord]
    const digits = STORED_DIGITS.get(name)
    if (typeof value !== 'number' || Number.isInteger(value) || digits === undefined) continue
    changed ??= { ...record }
    changed[name] = rounded(value, digits)
  }
  return changed ?? record // rounding changes only numbers
}

function addressOf(record: HomeRecord, { address: written }: Parts, place: HomePlace): HomeAddress {
  // the ZIP's county code is wrong for a home in another county
  const countyFips = written.countyFips ?? (sameCounty(written.county, place.county) ? place.countyFips : undefined)
  return compact<HomeAddress>({
    streetAddress: written.streetAddress ?? streetLine(record),
    city: place.city,
    state: place.state,
    zipcode: place.zipcode,
    zipcodeFrom: place.zipcodeFrom,
    county: place.county,
    timeZone: place.timeZone,
    ...written,
    countyFips,
    censusTract: censusTract(written.censusTract, countyFips),
    ...(record.InternetAddressDisplayYN === false && { undisclosed: true }),
  })
}

function sameCounty(ofHome: string | undefined, ofZip: string | undefined): boolean {
  return ofHome === undefined || (ofZip !== undefined && bareCounty(ofHome) === bareCounty(ofZip))
}

function bareCounty(name: string): string {
  return name.toLowerCase().replace(/\s+(county|parish)$/, '')
}

function streetLine(record: HomeRecord): string {
  const { StreetNumber, StreetDirPrefix, StreetName, StreetSuffix, StreetDirSuffix, UnitNumber } = record
  if (!StreetName) return ''
  const unit = UnitNumber === undefined ? undefined : unitWords(UnitNumber)
  return [StreetNumber, StreetDirPrefix, StreetName, StreetSuffix, StreetDirSuffix, unit]
    .filter((part) => part !== undefined && part !== '')
    .join(' ')
}

/** Returns the unit to append to a street. A unit without a word becomes `APT`. */
export function unitWords(unit: string): string {
  return /^(#|[a-z]+\.?\s|(apt|unit|ste)\.?\d)/i.test(unit) ? unit : `APT ${unit}`
}

function pointOf({ Latitude, Longitude }: HomeRecord): Home['point'] {
  return Latitude === undefined || Longitude === undefined ? undefined : { latitude: Latitude, longitude: Longitude }
}

const SQUARE_FEET_PER_ACRE = 43_560

function factsOf(record: HomeRecord, { facts }: Parts, other: Readonly<Record<string, string>>): HomeFacts {
  return compact<HomeFacts>({
    ...facts,
    bathrooms: facts.bathrooms ?? bathsAddedUp(facts),
    lotSizeSquareFeet:
      facts.lotSizeSquareFeet ??
      (record.LotSizeAcres === undefined ? undefined : rounded(record.LotSizeAcres * SQUARE_FEET_PER_ACRE, 2)),
    basement: facts.basement ?? (record.BasementYN === false ? 'none' : undefined),
    associationFee: monthlyDues(record),
    walkScore: onScale(facts.walkScore),
    transitScore: onScale(facts.transitScore),
    bikeScore: onScale(facts.bikeScore),
    other: orAbsent(other),
  })
}

/** Returns a score from 0 to 100; undefined for any other number. */
export function onScale(score: number | undefined): number | undefined {
  return score !== undefined && score >= 0 && score <= 100 ? score : undefined
}

/** Sum of full, three-quarter, half and quarter baths. Undefined if all are unknown. */
export function bathsAddedUp(facts: HomeFacts): number | undefined {
  const { bathroomsFull, bathroomsThreeQuarter, bathroomsHalf, bathroomsOneQuarter } = facts
  if ([bathroomsFull, bathroomsThreeQuarter, bathroomsHalf, bathroomsOneQuarter].every((part) => part === undefined))
    return undefined
  return (
    (bathroomsFull ?? 0) +
    0.75 * (bathroomsThreeQuarter ?? 0) +
    0.5 * (bathroomsHalf ?? 0) +
    0.25 * (bathroomsOneQuarter ?? 0)
  )
}

/** Payments per month; undefined if there is no monthly equivalent. */
const MONTHLY_SHARE: Readonly<Record<(typeof FEE_FREQUENCIES)[number], number | undefined>> = {
  Annually: 1 / 12,
  SemiAnnually: 1 / 6,
  Quarterly: 1 / 3,
  BiMonthly: 1 / 2,
  Monthly: 1,
  SemiMonthly: 2,
  BiWeekly: 26 / 12,
  Weekly: 52 / 12,
  Daily: 365 / 12,
  OneTime: 0,
  Seasonal: undefined,
}

function monthlyDues(record: HomeRecord): number | undefined {
  const { AssociationFee, AssociationFeeFrequency = 'Monthly', AssociationYN } = record
  if (AssociationFee === undefined) return AssociationYN === false ? 0 : undefined
  const share = MONTHLY_SHARE[AssociationFeeFrequency]
  return share === undefined ? undefined : rounded(AssociationFee * share, 2)
}

function listingOf(
  record: HomeRecord,
  parts: Parts,
  agentIdOf: (key: string | undefined) => string | undefined,
): Listing | undefined {
  const { status, kind = 'sale', listedBy = 'agent', ...others } = parts.listing
  if (status === undefined) return undefined
  return compact<Listing>({
    kind,
    status,
    listedBy,
    ...others,
    onMarketMs: others.onMarketMs ?? (record.OnMarketDate === undefined ? undefined : startOfDay(record.OnMarketDate)),
    photos: record.PhotoURLs?.map((url) => ({ url })),
    openHouses: openHousesOf(record),
    noValuation: record.InternetAutomatedValuationDisplayYN === false ? true : undefined,
    listAgentId: agentIdOf(record.ListAgentKey),
    coListAgentId: agentIdOf(record.CoListAgentKey),
    buyerAgentId: agentIdOf(record.BuyerAgentKey),
    contact: record.ContactName === undefined ? undefined : parts.contact,
    lease: kind === 'lease' ? { space: 'entire', ...parts.lease } : undefined,
  })
}

/**
 * Returns the open houses that end after they start, sorted by start. Undefined if there are none or if the lists
 * differ in length.
 */
export function openHousesOf({ OpenHouseStartTimes: starts = [], OpenHouseEndTimes: ends = [] }: HomeRecord) {
  if (starts.length !== ends.length) return undefined
  const openHouses = starts.map((start, i) => ({ startMs: momentIn(start), endMs: momentIn(ends[i] ?? '') }))
  const valid = openHouses.filter(({ startMs, endMs }) => endMs > startMs)
  return valid.length > 0 ? valid.sort((a, b) => a.startMs - b.startMs) : undefined
}

/** Parses an ISO 8601 time, by default in UTC. Milliseconds since 1970, or NaN. */
function momentIn(time: string): number {
  const [, zone] = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(Z|[+-]\d{2}:\d{2})?$/.exec(time) ?? [time, 'Z']
  return Date.parse(zone === undefined ? `${time}Z` : time)
}

function taxesOf({ TaxYear, TaxAssessedValue, TaxAnnualAmount }: HomeRecord): readonly TaxYear[] {
  if (TaxAssessedValue === undefined && TaxAnnualAmount === undefined) return []
  return [compact<TaxYear>({ year: TaxYear, assessedValue: TaxAssessedValue, taxPaid: TaxAnnualAmount })]
}

/**
 * Returns the time that a home's data describe, in milliseconds since 1970. It is the first known of these: the
 * listing's last change, the file's time, the latest day in the listing (without a listing: the latest assessment).
 * -Infinity if none is known.
 */
export function asOfMs({ listing, taxes, toldMs }: Pick<Home, 'listing' | 'taxes' | 'toldMs'>): number {
  const { modifiedMs, onMarketMs, pendingDate = '', closeDate = '' } = listing ?? {}
  if (modifiedMs !== undefined) return modifiedMs
  if (toldMs !== undefined) return toldMs
  const taxYears = listing ? [] : taxes.map(({ year }) => Date.UTC(year ?? Number.NaN, 0))
  const moments = [onMarketMs ?? Number.NaN, startOfDay(pendingDate), startOfDay(closeDate), ...taxYears]
  return Math.max(Number.NEGATIVE_INFINITY, ...moments.filter((moment) => !Number.isNaN(moment)))
}

function orAbsent<T extends object>(values: T): T | undefined {
  return Object.keys(values).length > 0 ? values : undefined
}
