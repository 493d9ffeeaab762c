import type { Entry, OperationField } from '../../service/operation-fields.ts'
import { endsOf } from '../../service/range-text.ts'
import { count, words } from '../format.ts'

/** Names of parameters that do not read as words; all others are taken apart into words. */
const LABELS: Readonly<Record<string, string>> = {
  bed_min: 'Bedrooms, at least',
  bed_max: 'Bedrooms, at most',
  bathrooms: 'Bathrooms, at least',
  listPriceRange: 'Price',
  squareFeetRange: 'Living area',
  lotSizeRange: 'Lot',
  yearBuiltRange: 'Year built',
  monthlyPayment: 'Monthly cost',
  maxHOA: 'Association dues, at most',
  incIncompleteHOA: 'Unknown dues too',
  hideNoDateListings: 'Only with a move-in date',
  hide55plusComm: 'No 55+ communities',
  parkingSpots: 'Parking spots, at least',
  haveGarage: 'Garage',
  mustHaveBasement: 'Basement',
  singleStoryOnly: 'Single story',
  otherAmenities: 'Amenities',
  listingType: 'Listed by',
  listingTypeOptions: 'Kinds of listing',
  propertyStatus: 'Also show',
  move_in_date: 'Move in by',
  sortOrder: 'Order',
  homeType: 'Type of home',
  searchType: 'Offered',
  propertyType: 'Type of property',
  ownerType: 'Offered by',
  buildingType: 'Type of building',
  daysSinceCreated: 'Days since first offered',
  media: 'Utilities',
  hasPhotos: 'With photos',
  hasVideo: 'With a video',
  has3DView: 'With a 3D view',
  openDay: 'With an open day',
  exclusiveOffer: 'Exclusive offers',
  resultCount: 'Results per page',
  checkIn: 'First day',
  checkOut: 'Last day',
  experienceType: 'Type of experience',
  travelerType: 'Made for',
  timeOfDay: 'Time of day',
  hostLanguages: 'Languages of the host',
  accessibilityFeatures: 'Accessibility',
  pricePerGuest_min: 'Price per guest, at least',
  pricePerGuest_max: 'Price per guest, at most',
  minDuration: 'Hours, at least',
  maxDuration: 'Hours, at most',
}

export function labelOf({ name }: Pick<OperationField, 'name'>): string {
  return LABELS[name] ?? words(name.replace(/Range$/, ''))
}

/** The rest of what a parameter means is about values and cases, which the form shows by itself. */
export function firstSentence(says: string): string {
  return /^.*?\.(?= |$)/s.exec(says)?.[0] ?? says
}

const VALUES: Readonly<Record<string, string>> = {
  Default: 'Best first',
  OnePlus: '1+',
  OneHalfPlus: '1.5+',
  TwoPlus: '2+',
  ThreePlus: '3+',
  FourPlus: '4+',
}

/** A value as a person reads it; what means nothing in particular is `Any`. */
export function valueLabel(value: string): string {
  if (/^(any|no|no_min|no_max)$/i.test(value)) return 'Any'
  const dollars = /^(\d+)_dollars_month$/.exec(value)?.[1]
  if (dollars !== undefined) return `$${count(Number(dollars))} a month`
  return VALUES[value] ?? (value.includes('_') ? value.replaceAll('_', ' ').replace(/^Yes /, '') : value)
}

/** What is set, in few words: for a chip. */
export function chipText(field: OperationField, text: string): string {
  const label = labelOf(field)
  return { one, several, range, flag, number: one, day: plain, text: plain }[field.entry.kind](label, text, field.entry)
}

function plain(label: string, text: string): string {
  return `${label}: ${text}`
}

function one(label: string, text: string): string {
  const [what, bound] = label.split(', ')
  return bound === undefined ? `${label}: ${valueLabel(text)}` : `${what} ${bound} ${valueLabel(text).replace('+', '')}`
}

function several(label: string, text: string): string {
  return `${label}: ${text.split(',').map(valueLabel).join(', ')}`
}

function flag(label: string, text: string): string {
  return text === 'false' ? `${label}: no` : label
}

const UNITS: Readonly<Record<string, string>> = { 'square feet': 'sq ft' }

function range(label: string, text: string, entry: Entry): string {
  const [min, max] = endsOf(text)
  if (min === '' && max === '') return `${label}: ${text}`
  const unit = entry.kind === 'range' ? entry.unit : ''
  const isMoney = unit.startsWith('dollars')
  const shown = (end: string) => {
    if (unit === 'years') return end
    return isMoney ? `$${count(Number(end))}` : count(Number(end))
  }
  const ends = min === '' ? `up to ${shown(max)}` : max === '' ? `from ${shown(min)}` : `${shown(min)}–${shown(max)}`
  return `${label} ${ends}${isMoney || unit === 'years' || unit === 'rooms' ? '' : ` ${UNITS[unit] ?? unit}`}`
}
