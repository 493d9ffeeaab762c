import { quote } from '../../kit/base/sentence.ts'
import type { Home, HomeFacts, HomeType, Point } from '../../model/home.ts'
import type { Both, Joining, JoinRule } from '../../model/source-home.ts'
import { type StreetParts, streetParts } from '../../places/addresses/address.ts'
import { doorOf, type HomeLine, homeLine, parcelOf } from '../../places/addresses/home-keys.ts'
import type { Finding } from './finding.ts'

/** A home's record, with the values that comparisons need. */
export interface Likeness {
  readonly home: Home
  readonly line: HomeLine | undefined
  /** The parts of the street line. Each may be empty. Known even for homes without a ZIP, which have no `line`. */
  readonly street: StreetParts
  readonly parcel: string | undefined
}

export function likenessOf(home: Home): Likeness {
  const line = homeLine(home.address)
  return { home, line, street: line ?? streetParts(home.address.streetAddress), parcel: parcelOf(home) }
}

/**
 * Returns why two records are the same home. Undefined if unknown. Wrongly merging two homes is worse than showing one
 * home twice, so evidence against a match counts more. See docs/decisions/one-home-many-records.md.
 */
export function sameHome(own: Likeness, other: Likeness): Joining | undefined {
  const size = sizeOf(own.home.facts, other.home.facts)
  if (own.parcel !== undefined && own.parcel === other.parcel) {
    return isOneOnParcel(own, other, size) ? joining('parcel', own, other) : undefined
  }
  if (contradictingParcels(own.parcel, other.parcel)) return undefined
  const { line } = own
  if (line === undefined || other.line === undefined || !isOneStreet(line, other.line)) return undefined
  if (isOtherBuilding(size) || isLot(own) !== isLot(other)) return undefined
  if (isOneDoor(line, other.line)) {
    return isOneAddress(own, other, size) ? joining('address', own, other) : undefined
  }
  const isLeftOut = (line.unit === '') !== (other.line.unit === '')
  return isLeftOut && isOneWithoutUnit(own, other, size) ? joining('unit left out', own, other) : undefined
}

/** Whether two records cannot be the same home, even if a third record matches both. */
export function speaksAgainst(own: Likeness, other: Likeness): boolean {
  if (isOtherHouse(own.street, other.street) || isOtherDoor(own.street, other.street)) return true
  const size = sizeOf(own.home.facts, other.home.facts)
  const isOneParcel = own.parcel !== undefined && own.parcel === other.parcel
  if (isOneParcel) return size.isOtherArea || size.against >= 2
  return isOtherBuilding(size) || contradictingParcels(own.parcel, other.parcel)
}

function joining(rule: Joining['rule'], { home: own }: Likeness, { home: other }: Likeness): Joining {
  const metres = own.point && other.point && metresBetween(own.point, other.point)
  const livingArea = both(own.facts.livingArea, other.facts.livingArea)
  const bedroomsTotal = both(own.facts.bedroomsTotal, other.facts.bedroomsTotal)
  const yearBuilt = both(own.facts.yearBuilt, other.facts.yearBuilt)
  const parcelNumber = both(own.parcelNumber, other.parcelNumber)
  return {
    rule,
    to: other.zpid,
    ...(parcelNumber && { parcelNumber }),
    streetAddress: [own.address.streetAddress, other.address.streetAddress],
    ...(metres !== undefined && { apartM: Math.round(metres) }),
    ...(livingArea && { livingArea }),
    ...(bedroomsTotal && { bedroomsTotal }),
    ...(yearBuilt && { yearBuilt }),
  }
}

function both<T>(own: T | undefined, other: T | undefined): Both<T> | undefined {
  return own === undefined || other === undefined ? undefined : [own, other]
}

const SENTENCES: Readonly<Record<JoinRule, string>> = {
  parcel: 'Another record has the same parcel number in the same county.',
  address: 'Another record has the same address, and its size and place do not contradict a match.',
  'unit left out': 'Another record has the same address except for the unit, and the same size.',
  'by hand': 'Somebody joined the record to another record.',
}

/** Returns the finding for the report of an import. */
export function joiningFinding(joined: Joining): Finding {
  return { rule: `joined by ${joined.rule}`, sentence: SENTENCES[joined.rule], detail: figuresOf(joined).join('; ') }
}

/** Returns the figures of a match in words. In each pair, the figure of the later record comes first. */
export function figuresOf({ streetAddress, parcelNumber, apartM, ...size }: Joining): readonly string[] {
  const { livingArea, bedroomsTotal, yearBuilt } = size
  return [
    ...(streetAddress ? [`${quote(streetAddress[0])} and ${quote(streetAddress[1])}`] : []),
    ...(parcelNumber ? [`parcel ${parcelNumber[0]} and ${parcelNumber[1]}`] : []),
    ...(apartM === undefined ? [] : [`${apartM} m apart`]),
    ...(livingArea ? [`${livingArea[0]} and ${livingArea[1]} square feet`] : []),
    ...(bedroomsTotal ? [`${bedroomsTotal[0]} and ${bedroomsTotal[1]} bedrooms`] : []),
    ...(yearBuilt ? [`built ${yearBuilt[0]} and ${yearBuilt[1]}`] : []),
  ]
}

/** Returns the reason for a match that an operator decided. */
export function joinedByHand(own: Home, other: Home): Joining {
  return joining('by hand', likenessOf(own), likenessOf(other))
}

/**
 * Whether two records of one parcel are the same home. Condominiums may share a parcel, so house number and unit must
 * not differ.
 */
function isOneOnParcel(own: Likeness, other: Likeness, { agreeing, against, isOtherArea }: Size): boolean {
  const [street, otherStreet] = [own.street, other.street]
  if (isOtherArea || isOtherHouse(street, otherStreet) || isOtherDoor(street, otherStreet)) return false
  // If a parcel has several homes, the size must match.
  if (isOneOfMany(own, other)) return agreeing >= 2 && against === 0
  return against === 0 || agreeing > against
}

/** Whether the parcel may have several homes. The parcel number then does not identify a home. */
function isOneOfMany({ home, street }: Likeness, { home: otherHome, street: otherStreet }: Likeness): boolean {
  if (street.unit !== '' && otherStreet.unit !== '') return false
  const [isBare, isOtherBare] = [isWithoutStreet(street), isWithoutStreet(otherStreet)]
  if (isBare && isOtherBare) return true
  const isUnnamed = street.unit === '' && otherStreet.unit === ''
  if (isUnnamed) return UNIT_TYPES.has(home.homeType) || UNIT_TYPES.has(otherHome.homeType)
  return !isBare && !isOtherBare
}

/** Whether the house number or the street is missing. */
export function isWithoutStreet({ houseNumber, street }: StreetParts): boolean {
  return houseNumber === '' || street === ''
}

/** Whether parcel numbers contradict each other. `12-34` and `12-3400` do not: some sources omit trailing digits. */
function contradictingParcels(one: string | undefined, other: string | undefined): boolean {
  if (one === undefined || other === undefined) return false
  const [county, number] = split(one)
  const [otherCounty, otherNumber] = split(other)
  return county === otherCounty && !number.startsWith(otherNumber) && !otherNumber.startsWith(number)
}

function split(parcel: string): readonly [county: string, number: string] {
  const at = parcel.lastIndexOf(' ')
  return [parcel.slice(0, at), parcel.slice(at + 1)]
}

function isOneStreet(line: HomeLine, other: HomeLine): boolean {
  return (
    line.zipcode === other.zipcode &&
    line.houseNumber === other.houseNumber &&
    line.street === other.street &&
    (line.suffix === other.suffix || line.suffix === '' || other.suffix === '') &&
    isOneDirection(directions(line), directions(other))
  )
}

/** Returns the directions of a street in a fixed order: `NE 45th St` equals `45th St NE`. */
function directions({ preDirection, postDirection }: HomeLine): string {
  return `${preDirection} ${postDirection}`.trim()
}

function isOneDirection(one: string, other: string): boolean {
  return one === other || one === '' || other === ''
}

/** Whether suffix and directions of two streets are the same. */
function isWholeStreet(line: HomeLine, other: HomeLine): boolean {
  return line.suffix === other.suffix && directions(line) === directions(other)
}

function isOneDoor(line: StreetParts, other: StreetParts): boolean {
  if (line.unit === other.unit) return true
  return doorOf(line) === doorOf(other) && (doorOf(line) === line.unit || doorOf(other) === other.unit)
}

/** Whether both addresses have a house number, and the numbers differ. */
function isOtherHouse({ houseNumber }: StreetParts, other: StreetParts): boolean {
  return houseNumber !== '' && other.houseNumber !== '' && houseNumber !== other.houseNumber
}

/** Whether both addresses have a unit, and the units differ. */
function isOtherDoor(line: StreetParts, other: StreetParts): boolean {
  return line.unit !== '' && other.unit !== '' && !isOneDoor(line, other)
}

/** Home types in buildings with many homes. An address without a unit does not identify one of these homes. */
const UNIT_TYPES: ReadonlySet<HomeType> = new Set(['CONDO', 'APARTMENT'])

/** Within this distance, equal house numbers and streets mean one building, even without direction or suffix. */
const ONE_ROOF_M = 30
/** Maximum distance between two sources' coordinates of one home: roof, center of the parcel, or street. */
const NEAR_M = 150
/** The error of a geocoder that knows only the street. */
const ALONG_STREET_M = 1000

function isOneAddress(own: Likeness, other: Likeness, { agreeing }: Size): boolean {
  const [line, otherLine] = [own.line, other.line]
  if (line === undefined || otherLine === undefined) return false
  if (line.unit === '' && (UNIT_TYPES.has(own.home.homeType) || UNIT_TYPES.has(other.home.homeType))) return false
  const isWhole = isWholeStreet(line, otherLine)
  const metres = distance(own, other)
  if (metres === undefined) return line.city === otherLine.city && (isWhole || agreeing >= 2)
  if (metres <= NEAR_M) return isWhole || agreeing >= 1 || metres <= ONE_ROOF_M
  return metres <= ALONG_STREET_M && agreeing >= 2
}

/** Whether an address without a unit means this home in a building. The area and another figure must match. */
function isOneWithoutUnit(own: Likeness, other: Likeness, { agreeing, isSameArea }: Size): boolean {
  const [line, otherLine] = [own.line, other.line]
  if (line === undefined || otherLine === undefined || !isWholeStreet(line, otherLine)) return false
  const metres = distance(own, other)
  if (metres !== undefined && metres > NEAR_M) return false
  return isSameArea && agreeing >= 2 && isOneBathroom(own.home.facts, other.home.facts)
}

function isOneBathroom({ bathrooms: one }: HomeFacts, { bathrooms: other }: HomeFacts): boolean {
  return one === undefined || other === undefined || one === other
}

/** Whether sizes show that two homes differ. Neighbors often share year and bedrooms, so the area decides. */
function isOtherBuilding({ agreeing, against, isOtherArea }: Size): boolean {
  return isOtherArea || (against > 0 && agreeing < 2)
}

function isLot({ home }: Likeness): boolean {
  return home.homeType === 'LOT'
}

/** Number of matching and contradicting figures: area, bedrooms and year. A small difference counts as neither. */
interface Size {
  readonly agreeing: number
  readonly against: number
  /** Whether the areas are equal except for rounding. */
  readonly isSameArea: boolean
  readonly isOtherArea: boolean
}

/** Areas match up to this ratio: some include walls, porch and basement. */
const AREA_AGREES = 1.05
const AREA_DIFFERS = 1.25
const AREA_ROUNDED = 1.005
const BEDROOMS_DIFFER = 2
const YEARS_AGREE = 2
const YEARS_DIFFER = 10

function sizeOf(one: HomeFacts, other: HomeFacts): Size {
  const ratio = ratioOf(one.livingArea, other.livingArea)
  const bedrooms = differenceOf(one.bedroomsTotal, other.bedroomsTotal)
  const years = differenceOf(one.yearBuilt, other.yearBuilt)
  return {
    agreeing: Number(ratio <= AREA_AGREES) + Number(bedrooms === 0) + Number(years <= YEARS_AGREE),
    against: Number(ratio > AREA_DIFFERS) + Number(bedrooms >= BEDROOMS_DIFFER) + Number(years > YEARS_DIFFER),
    isSameArea: ratio <= AREA_ROUNDED,
    isOtherArea: ratio > AREA_DIFFERS,
  }
}

/** Returns the area in whole square feet. 0 if unknown. */
export function areaOf({ facts }: Home): number {
  return Math.round(facts.livingArea ?? 0)
}

/** Returns the range of areas that match the home's. Undefined if its area is unknown. */
export function sameArea(home: Home): readonly [least: number, most: number] | undefined {
  const area = areaOf(home)
  return area === 0 ? undefined : [Math.floor(area / AREA_ROUNDED), Math.ceil(area * AREA_ROUNDED)]
}

/** Returns the larger area divided by the smaller. NaN if one is unknown: all comparisons with it are false. */
function ratioOf(one: number | undefined, other: number | undefined): number {
  if (one === undefined || other === undefined || one <= 0 || other <= 0) return Number.NaN
  return Math.max(one, other) / Math.min(one, other)
}

function differenceOf(one: number | undefined, other: number | undefined): number {
  return one === undefined || other === undefined ? Number.NaN : Math.abs(one - other)
}

function distance({ home: one }: Likeness, { home: other }: Likeness): number | undefined {
  return one.point && other.point && metresBetween(one.point, other.point)
}

const METRES_PER_DEGREE = 111_195

/** Returns the distance on a plane, exact to a meter within a few kilometers. */
export function metresBetween(one: Point, other: Point): number {
  const north = one.latitude - other.latitude
  const east = (one.longitude - other.longitude) * Math.cos((one.latitude * Math.PI) / 180)
  return Math.hypot(north, east) * METRES_PER_DEGREE
}
