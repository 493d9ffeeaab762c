import type { Home, HomeAddress, HomeFacts, Listing } from '../../model/home.ts'
import { HOME_FIELD_NAMES, homeField } from '../../model/home-fields.ts'
import { bathsAddedUp } from '../../model/home-record.ts'
import { streetParts } from '../../places/addresses/address.ts'
import { type Fills, withUnmapped } from './unmapped.ts'

/** Fields that `homeFrom` computes with special code, and the parts of the home that they fill. */
const BY_RULE: Fills = {
  StreetNumber: 'address.streetAddress',
  StreetDirPrefix: 'address.streetAddress',
  StreetName: 'address.streetAddress',
  StreetSuffix: 'address.streetAddress',
  StreetDirSuffix: 'address.streetAddress',
  UnitNumber: 'address.streetAddress',
  UnparsedAddress: ['address.streetAddress', 'address.city', 'address.state'],
  CountyOrParish: ['address.county', 'address.countyFips'],
  InternetAddressDisplayYN: 'address.undisclosed',
  ZipOrigin: 'address.zipcodeFrom',
  Latitude: 'point',
  Longitude: 'point',
  LotSizeAcres: 'facts.lotSizeSquareFeet',
  BasementYN: 'facts.basement',
  AssociationFeeFrequency: 'facts.associationFee',
  AssociationYN: 'facts.associationFee',
  OnMarketDate: 'listing.onMarketMs',
  PhotoURLs: 'listing.photos',
  OpenHouseStartTimes: 'listing.openHouses',
  OpenHouseEndTimes: 'listing.openHouses',
  InternetAutomatedValuationDisplayYN: 'listing.noValuation',
  ListAgentKey: 'listing.listAgentId',
  CoListAgentKey: 'listing.coListAgentId',
  BuyerAgentKey: 'listing.buyerAgentId',
  RecordedEvents: 'recorded',
}

const FILLS: Fills = {
  ...Object.fromEntries(
    HOME_FIELD_NAMES.flatMap((name) => {
      const { target } = homeField(name)
      if (target.part === 'rule') return []
      return [[name, target.part === 'home' ? target.key : `${target.part}.${target.key}`]]
    }),
  ),
  ...BY_RULE,
}

/** Returns the field paths inside one part, without the part's name. */
function fillsWithin(part: string): Fills {
  const prefix = `${part}.`
  const own = Object.entries(FILLS).flatMap(([field, parts]) => {
    const within = [parts].flat().filter((path) => path.startsWith(prefix))
    return within.length === 0 ? [] : [[field, within.map((path) => path.slice(prefix.length))] as const]
  })
  return Object.fromEntries(own)
}

const LISTING_PARTS = ['listing', 'lease', 'contact']
const OF_HOME = Object.fromEntries(
  Object.entries(FILLS).filter(([, parts]) => {
    return [parts].flat().every((path) => !['address', ...LISTING_PARTS].includes(path.split('.')[0] ?? ''))
  }),
)
const OF_ADDRESS = fillsWithin('address')
const OF_LISTING = fillsWithin('listing')
const OF_LEASE = fillsWithin('lease')
const OF_CONTACT = fillsWithin('contact')

/** Restores values of the known home if the import's mapping has no field for them. */
export function keepHome(merged: Home, known: Home, mapped: ReadonlySet<string>): Home {
  if (merged === known) return merged
  const home = withUnmapped(merged, known, OF_HOME, mapped)
  const listing = mergeListing(merged.listing, known.listing, mapped)
  const { listing: _told, ...rest } = home
  // A row without a moment is as recent as the catalog's home.
  const isTimeless = merged.toldMs === undefined && merged.listing?.modifiedMs === undefined
  return {
    ...rest,
    ...(isTimeless && known.toldMs !== undefined && { toldMs: known.toldMs }),
    address: addressKept(withZipOf(merged.address, known.address, mapped), known.address, mapped),
    facts: factsKept(home.facts, known.facts, mapped),
    ...(listing && { listing }),
  }
}

/** Keeps the known ZIP if the file has no ZIP: a stated ZIP is better than a guess from coordinates. */
function withZipOf(told: HomeAddress, known: HomeAddress, mapped: ReadonlySet<string>): HomeAddress {
  const isTold = mapped.has('PostalCode') || mapped.has('UnparsedAddress')
  if (isTold || known.zipcode === '' || known.zipcodeFrom !== undefined) return told
  const { zipcodeFrom: _inferred, ...address } = told
  const { zipcode, timeZone } = known
  return { ...address, zipcode, ...(timeZone !== undefined && { timeZone }) }
}

/**
 * Restores known parts of an address that the file has no column for, except values derived from a ZIP or county that
 * has changed.
 */
function addressKept(told: HomeAddress, known: HomeAddress, mapped: ReadonlySet<string>): HomeAddress {
  const kept = withUnmapped(told, known, OF_ADDRESS, mapped)
  const { streetAddress, undisclosed } = kept
  const { countyFips: _ofZip, ...others } = kept
  const ofCounty = known.countyFips === undefined && kept.county !== told.county ? others : kept
  const moved = { ...told, streetAddress, ...(undisclosed && { undisclosed }) }
  const address = told.zipcode === known.zipcode ? ofCounty : moved
  return isLineWithoutUnit(told, known, mapped) ? { ...address, streetAddress: known.streetAddress } : address
}

/** Whether the street line equals the known line without its unit, as in a file that has no unit column. */
function isLineWithoutUnit(told: HomeAddress, known: HomeAddress, mapped: ReadonlySet<string>): boolean {
  const line = told.streetAddress
  if (line === '' || mapped.has('UnitNumber') || !known.streetAddress.startsWith(`${line} `)) return false
  const [parts, knownParts] = [streetParts(line), streetParts(known.streetAddress)]
  return parts.unit === '' && knownParts.unit !== '' && parts.street === knownParts.street
}

function factsKept(kept: HomeFacts, known: HomeFacts, mapped: ReadonlySet<string>): HomeFacts {
  const facts = { ...kept, ...otherKept(kept, known, mapped) }
  if (mapped.has('BathroomsTotalDecimal')) return facts
  const { bathrooms: _sum, ...others } = facts
  // A total that was computed from full and half baths is computed again.
  const isSum = known.bathrooms === bathsAddedUp(known)
  const bathrooms = isSum ? bathsAddedUp(facts) : known.bathrooms
  return { ...others, ...(bathrooms !== undefined && { bathrooms }) }
}

/** Restores extra facts (from columns without a field) whose columns the mapping lacks. */
function otherKept(told: HomeFacts, known: HomeFacts, mapped: ReadonlySet<string>): Pick<HomeFacts, 'other'> {
  if (known.other === undefined || mapped.has('FactsWithoutField')) return {}
  const unmapped = Object.entries(known.other).filter(([name]) => !mapped.has(`keep ${name}`))
  return unmapped.length === 0 ? {} : { other: { ...told.other, ...Object.fromEntries(unmapped) } }
}

function mergeListing(
  told: Listing | undefined,
  known: Listing | undefined,
  mapped: ReadonlySet<string>,
): Listing | undefined {
  if (told === known || known === undefined) return told
  // A mapping without the status maps no other listing field.
  if (!mapped.has('StandardStatus')) return known
  if (told === undefined || isOtherKind(told, known, mapped) || !isOneListing(told, known)) return told
  const { lease: _lease, contact: _contact, ...listing } = withUnmapped(told, known, OF_LISTING, mapped)
  const contact = mapped.has('ContactName')
    ? told.contact && withUnmapped(told.contact, known.contact ?? told.contact, OF_CONTACT, mapped)
    : known.contact
  const lease = told.lease ?? (listing.kind === 'lease' ? known.lease : undefined)
  return {
    ...listing,
    ...(contact && { contact }),
    ...(lease && { lease: known.lease ? withUnmapped(lease, known.lease, OF_LEASE, mapped) : lease }),
  }
}

function isOtherKind(told: Listing, known: Listing, mapped: ReadonlySet<string>): boolean {
  return mapped.has('ListingKind') && told.kind !== known.kind
}

const OVER: ReadonlySet<string> = new Set(['Closed', 'Canceled', 'Expired', 'Withdrawn'])

export function isOver({ status }: Listing): boolean {
  return OVER.has(status)
}

/** Whether both values are present and differ. */
function differ<T>(one: T | undefined, other: T | undefined): boolean {
  return one !== undefined && other !== undefined && one !== other
}

/** Whether two listings may be one listing at two times. A new listing inherits no values from an ended one. */
export function isOneListing(told: Listing, known: Listing): boolean {
  if (differ(told.mlsId, known.mlsId) || differ(told.closeDate, known.closeDate)) return false
  if (told.mlsId !== undefined && told.mlsId === known.mlsId) return true
  return !differ(told.onMarketMs, known.onMarketMs) && (isOver(told) || !isOver(known))
}
