import type { OperationField } from '../../service/operation-fields.ts'

/** What most people ask for, in the order in which it is shown, whichever of it an operation has. */
const MOST_USED = [
  'listPriceRange',
  'bed_min',
  'bed_max',
  'bathrooms',
  'squareFeetRange',
  'homeType',
  'priceRange',
  'areaRange',
  'roomsRange',
  'propertyType',
  'market',
  'checkIn',
  'checkOut',
  'adults',
  'pricePerGuest_min',
  'pricePerGuest_max',
  'experienceType',
]

const OTHERS = 'More'

const TITLES = ['Who comes', 'When', 'Price and cost', 'Rooms and size', 'Kind', 'What it has', OTHERS]

interface Grouped {
  /** Stands before all groups, unfolded. */
  readonly first: readonly OperationField[]
  /** The others, without groups that are empty. */
  readonly groups: readonly { readonly title: string; readonly own: readonly OperationField[] }[]
}

export function groupsOf(fields: readonly OperationField[]): Grouped {
  const first = MOST_USED.flatMap((name) => fields.find((field) => field.name === name) ?? [])
  const others = fields.filter((field) => !first.includes(field))
  const groups = TITLES.map((title) => ({ title, own: others.filter(({ group = OTHERS }) => group === title) }))
  return { first, groups: groups.filter(({ own }) => own.length > 0) }
}
