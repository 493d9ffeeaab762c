import type { OperationField } from '../../service/operation-fields.ts'

/** The most used filters, in the order in which a form shows them. */
const USED_FIRST = [
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
  /** Fields above all groups, always visible. */
  readonly first: readonly OperationField[]
  readonly groups: readonly { readonly title: string; readonly own: readonly OperationField[] }[]
}

export function groupsOf(fields: readonly OperationField[]): Grouped {
  const first = USED_FIRST.flatMap((name) => fields.find((field) => field.name === name) ?? [])
  const others = fields.filter((field) => !first.includes(field))
  const groups = TITLES.map((title) => ({ title, own: others.filter(({ group = OTHERS }) => group === title) }))
  return { first, groups: groups.filter(({ own }) => own.length > 0) }
}
