import { type Entry, endsOf, type OperationField } from '../../service/operation-fields.ts'
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
}

/** The first whose words stand in the name or the meaning of a parameter. */
const GROUPS: readonly (readonly [title: string, words: RegExp])[] = [
  ['Price and cost', /price|payment|dues|\bcosts?\b|deposit/i],
  ['Rooms and size', /bedroom|bathroom|\brooms?\b|area|\blot|square|year built|stor(y|ies)|floor/i],
  ['Kind', /types? of|kinds? of|statuses|who is selling|entire|market\b/i],
  ['When', /\bdays?\b|\bdate|months|sold within/i],
  ['What it has', /pets|amenit|view|parking|garage|basement|tours|communit|feature/i],
]

export const OTHERS = 'More'

export function labelOf({ name }: Pick<OperationField, 'name'>): string {
  return LABELS[name] ?? words(name.replace(/Range$/, ''))
}

/** The rest of what a parameter means is about values and cases, which the form shows by itself. */
export function firstSentence(says: string): string {
  return /^.*?\.(?= |$)/s.exec(says)?.[0] ?? says
}

export function groupOf({ name, says }: OperationField): string {
  const text = `${labelOf({ name })} ${firstSentence(says)}`
  return GROUPS.find(([, pattern]) => pattern.test(text))?.[0] ?? OTHERS
}

export const GROUP_TITLES: readonly string[] = [...GROUPS.map(([title]) => title), OTHERS]

const COUNTS: Readonly<Record<string, string>> = {
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
  return COUNTS[value] ?? (value.includes('_') ? value.replaceAll('_', ' ').replace(/^Yes /, '') : value)
}

/** What is set, in few words: for a chip. */
export function chipText(field: OperationField, text: string): string {
  const label = labelOf(field)
  return { one, several, range, flag, number: plain, day: plain, text: plain }[field.entry.kind](
    label,
    text,
    field.entry,
  )
}

function plain(label: string, text: string): string {
  return `${label}: ${text}`
}

function one(label: string, text: string): string {
  const [what, bound] = label.split(', ')
  return bound === undefined ? `${label}: ${valueLabel(text)}` : `${what} ${bound} ${valueLabel(text).replace('+', '')}`
}

function several(_label: string, text: string): string {
  return text.split(',').join(', ')
}

function flag(label: string, text: string): string {
  return text === 'false' ? `${label}: no` : label
}

function range(label: string, text: string, entry: Entry): string {
  const [min, max] = endsOf(text)
  if (min === '' && max === '') return `${label}: ${text}`
  const unit = entry.kind === 'range' ? entry.unit : ''
  const shown = (end: string) => {
    if (unit === 'years') return end
    return unit.startsWith('dollars') ? `$${count(Number(end))}` : count(Number(end))
  }
  const ends = min === '' ? `up to ${shown(max)}` : max === '' ? `from ${shown(min)}` : `${shown(min)}–${shown(max)}`
  return `${label} ${ends}${unit === 'square feet' ? ' sq ft' : ''}`
}
