import { startOfDay } from '../../base/clock.ts'
import { grouped } from '../../base/figures.ts'
import type { Words } from '../../base/words.ts'
import type { CardPeople } from '../../catalog/cards.ts'
import type { Home, HomeType, Listing } from '../../model/home.ts'
import { derivedNumber, listingServiceId } from '../../model/identity.ts'
import { currentPrice, currentPricePerSquareFoot } from '../../model/market-state.ts'
import { shownEstimate } from '../../model/shown-estimate.ts'
import { loadGazetteer } from '../../regions/gazetteer.ts'
import { hasCondition, listingFlags } from '../listing-flags.ts'
import { lotArea } from '../lot-size.ts'
import { portalKeys } from '../portal-keys.ts'
import { homePath } from '../portal-urls.ts'
import { latestPriceChange, type PriceChange } from '../price-history.ts'
import { shownAddress } from '../shown-address.ts'
import { cardMedia } from './card-media.ts'
import { entryIf, escaped, knownNumber, knownText, numberJson, textJson } from './json-text.ts'

/** Writes `property` of a home's card, except for what depends on today's date. Keys with unknown values are absent. */
export class PropertyWriter {
  readonly #words: Words
  /** Beginnings of entries whose keys contain the portal word. */
  readonly #listedAt: string
  readonly #owned: string
  readonly #buildingId = ofLast((lotId) => `,"buildingId":${derivedNumber('building', lotId)}`)
  readonly #ssid = ofLast((mlsName) => `,"ssid":${listingServiceId(mlsName)}`)

  constructor(words: Words) {
    this.#words = words
    const { listedOn, owned, isOwned } = portalKeys(words)
    this.#listedAt = `,${textJson(listedOn)}:`
    this.#owned = `,${textJson(owned)}:{${textJson(isOwned)}:false}`
  }

  /** Writes from the comma before the first entry to the last entry. */
  write(home: Home, people: CardPeople): string {
    const { zpid, address, facts, listing, lotId } = home
    const value = currentPrice(home) ?? undefined
    const change = latestPriceChange(home)
    const timeZone = address.timeZone ?? loadGazetteer().zip(address.zipcode)?.timeZone
    return (
      `,"zpid":${zpid}${shownLocation(home)},"address":${addressJson(home)}` +
      this.#buildingId(lotId) +
      `,"media":${cardMedia(listing, 'home', zpid, this.#words)}` +
      `,"isFeatured":${listing?.featured === true},"isShowcaseListing":false,"isUnmappable":${!isMappable(home)}` +
      `,"isPreforeclosureAuction":${isPreforeclosureAuction(listing)},"hasFloorPlan":false` +
      `,"rental":${rental(listing, value)}` +
      knownNumber(this.#listedAt, listing?.onMarketMs) +
      knownText(',"bestGuessTimeZone":', timeZone) +
      `,"listCardRecommendation":{"flexFieldRecommendations":[${recommendations(home, change)}]}` +
      knownNumber(',"bathrooms":', facts.bathrooms) +
      knownNumber(',"bedrooms":', facts.bedroomsTotal) +
      knownNumber(',"livingArea":', facts.livingArea) +
      knownNumber(',"yearBuilt":', facts.yearBuilt) +
      lotSizeWithUnit(facts.lotSizeSquareFeet) +
      `,"propertyType":"${PROPERTY_TYPES[home.homeType]}"` +
      (value === undefined ? '' : price(home, value, change)) +
      estimates(home) +
      taxAssessment(home) +
      this.#owned +
      this.#ssid(listing?.mlsName) +
      ',"region":{},"personalizedResult":{"isViewed":false},"userRecommendation":{"isRecommendedForYou":false}' +
      ',"currency":"usd","country":"usa"' +
      hdpView(home, value) +
      displayRules(home, people)
    )
  }
}

/** Keeps the entry of the last name: homes of one building, or of one listing service, often follow one another. */
function ofLast(write: (name: string) => string): (name: string | undefined) => string {
  let last: string | undefined
  let entry = ''
  return (name) => {
    if (name === undefined) return ''
    if (name !== last) [last, entry] = [name, write(name)]
    return entry
  }
}

/** Entries of `property.listing` and its closing brace, again without what depends on the date. */
export function listingPart({ listing }: Home): string {
  return (
    (listing === undefined
      ? ''
      : `"listingStatus":"${listingStatus(listing)}","marketingStatus":"${MARKETING[listing.status]}",`) +
    `"isPreforeclosureAuction":${isPreforeclosureAuction(listing)}}`
  )
}

/** Entries of `property.listing.listingSubType` except open houses; flags that are false are absent. */
export function listingSubType(home: Home): string {
  const flags = listingFlags(home, Number.POSITIVE_INFINITY)
  const entries =
    entryIf(flags.FSBA, ',"isFSBA":true') +
    entryIf(flags.FSBO, ',"isFSBO":true') +
    entryIf(flags.pending, ',"isPending":true') +
    entryIf(flags.newHome, ',"isNewHome":true') +
    entryIf(flags.foreclosure, ',"isForeclosure":true') +
    entryIf(flags.bankOwned, ',"isBankOwned":true') +
    entryIf(flags.forAuction, ',"isForAuction":true') +
    entryIf(flags.comingSoon, ',"isComingSoon":true')
  return entries.slice(1)
}

function isPreforeclosureAuction(listing: Listing | undefined): boolean {
  return hasCondition(listing, 'PreForeclosure') || hasCondition(listing, 'Auction')
}

const PROPERTY_TYPES: Readonly<Record<HomeType, string>> = {
  SINGLE_FAMILY: 'singleFamily',
  TOWNHOUSE: 'townhome',
  CONDO: 'condo',
  MULTI_FAMILY: 'multiFamily',
  APARTMENT: 'apartment',
  LOT: 'land',
  MANUFACTURED: 'manufactured',
}

const MARKETING: Readonly<Record<Listing['status'], string>> = {
  Active: 'active',
  ActiveUnderContract: 'acceptingBackupOffers',
  ComingSoon: 'comingSoon',
  Pending: 'pending',
  Closed: 'closed',
  Canceled: 'offMarket',
  Expired: 'offMarket',
  Withdrawn: 'offMarket',
}

function listingStatus(listing: Listing): string {
  if (listing.status === 'Closed') return 'recentlySold'
  if (listing.kind === 'lease') return 'forRent'
  return hasCondition(listing, 'PreForeclosure') ? 'preForeclosure' : 'forSale'
}

function isMappable({ address, point }: Home): boolean {
  return point !== undefined && !address.undisclosed
}

/**
 * The middle of the ZIP code for a home whose location is unknown or may not be shown; nothing if that is unknown too.
 */
function shownLocation(home: Home): string {
  const point = isMappable(home) ? home.point : loadGazetteer().zip(home.address.zipcode)?.point
  if (point === undefined) return ''
  return `,"location":{"latitude":${numberJson(point.latitude)},"longitude":${numberJson(point.longitude)}}`
}

function addressJson(home: Home): string {
  const { streetAddress, city, state, zipcode } = shownAddress(home)
  const street = `"streetAddress":${textJson(streetAddress)}`
  return `{${street},"city":${textJson(city)},"state":${textJson(state)},"zipcode":${textJson(zipcode)}}`
}

function rental(listing: Listing | undefined, value: number | undefined): string {
  const baseRent = listing?.kind === 'lease' ? value : undefined
  return (
    `{"areApplicationsAccepted":${listing?.lease?.acceptsApplications === true}` +
    `,"hasVirtualTour":${listing?.virtualTourUrl !== undefined},"currency":"usd","country":"usa"` +
    `${knownNumber(',"baseRent":', baseRent)}}`
  )
}

/** Highlights shown beside the figures, best first. */
function recommendations({ facts }: Home, change: PriceChange | undefined): string {
  if (change && change.changeUsd < 0) return recommendation(priceCutText(change), 'priceCut')
  const feature = facts.exteriorFeatures?.[0] ?? facts.interiorFeatures?.[0] ?? facts.lotFeatures?.[0]
  return feature === undefined ? '' : recommendation(feature, 'homeInsight')
}

/** `Price cut: $22,000 (11/10)` */
function priceCutText({ changeUsd, date }: PriceChange): string {
  const [, month, day] = date.split('-').map(Number)
  return `Price cut: $${grouped(-changeUsd)} (${month}/${day})`
}

function recommendation(displayString: string, contentType: 'priceCut' | 'homeInsight'): string {
  return `{"displayString":${textJson(displayString)},"flexFieldType":"${contentType}","contentType":"${contentType}"}`
}

function lotSizeWithUnit(squareFeet: number | undefined): string {
  if (squareFeet === undefined) return ''
  const { lotAreaValue, lotAreaUnits } = lotArea(squareFeet)
  const unit = lotAreaUnits === 'Acres' ? 'acres' : 'squareFeet'
  return `,"lotSizeWithUnit":{"lotSize":${numberJson(lotAreaValue ?? Number.NaN)},"lotSizeUnit":"${unit}"}`
}

function price(home: Home, value: number, change: PriceChange | undefined): string {
  return (
    `,"price":{"value":${numberJson(value)}` +
    knownNumber(',"pricePerSquareFoot":', currentPricePerSquareFoot(home) ?? undefined) +
    (change === undefined
      ? ''
      : `,"priceChange":${numberJson(change.changeUsd)},"changedDate":${numberJson(startOfDay(change.date))}`) +
    '}'
  )
}

function estimates(home: Home): string {
  const estimate = shownEstimate(home)
  const entries = knownNumber(',"zestimate":', estimate?.value) + knownNumber(',"rentZestimate":', estimate?.rent)
  return `,"estimates":{${entries.slice(1)}}`
}

function taxAssessment({ taxes }: Home): string {
  const year = taxes.findLast((tax) => tax.assessedValue !== undefined)
  if (year === undefined) return ''
  const value = knownNumber('"taxAssessedValue":', year.assessedValue)
  return `,"taxAssessment":{${value},"taxAssessmentYear":"${year.year}"}`
}

function hdpView(home: Home, value: number | undefined): string {
  const { listing } = home
  const entries =
    (listing === undefined ? '' : `,"listingStatus":"${listingStatus(listing)}"`) +
    knownNumber(',"price":', value) +
    `,"hdpUrl":"${homePath(home)}"` // letters, digits, dashes
  return `,"hdpView":{${entries.slice(1)}}`
}

function displayRules(home: Home, { agent, office }: CardPeople): string {
  const { address, listing } = home
  const broker = office?.name ?? listing?.contact?.businessName
  const agentName = knownText('"agentName":', agent?.name ?? listing?.contact?.name)
  const brokerName = broker === undefined ? '' : `"brokerName":"Listing by: ${escaped(broker)}",`
  const mustDisplay = broker !== undefined && listing?.listedBy === 'agent'
  return (
    `,"propertyDisplayRules":{"canShowAddress":${!address.undisclosed},"canShowOnMap":${isMappable(home)}` +
    `,"agent":{${agentName}}` +
    `,"mls":{${brokerName}"mustDisplayBrokerName":${mustDisplay}${knownText(',"mlsIdOnMap":', listing?.mlsId)}}` +
    ',"builder":{},"soldByOffice":{}' +
    `,"listingCategory":"${listing?.mlsName === undefined ? 'nonMls' : 'mls'}"}`
  )
}
