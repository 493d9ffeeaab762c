import type { OperationField } from '../../service/operation-fields.ts'
import { firstSentence, labelOf } from './labels.ts'

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

/** The first whose words stand in the name or the meaning of a parameter. */
const GROUPS: readonly (readonly [title: string, words: RegExp])[] = [
  ['Who comes', /adults|children|infants|travelers/i],
  ['Price and cost', /price|payment|dues|\bcosts?\b|deposit/i],
  ['What it has', /photo|video|\b3d\b|open day|materials?\b|heating|extras|utilities|languages|accessib/i],
  ['Rooms and size', /bedroom|bathroom|\brooms?\b|area|\blot|square|year built|stor(y|ies)|floor/i],
  ['Kind', /types? of|kinds? of|statuses|who is (selling|offering)|entire|market\b|exclusive/i],
  ['When', /\bdays?\b|\bdate|months|sold within|duration|times of day/i],
  ['What it has', /pets|amenit|view|parking|garage|basement|tours|communit|feature/i],
  [OTHERS, /(?:)/],
]

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
  const groups = TITLES.map((title) => ({ title, own: others.filter((field) => groupOf(field) === title) }))
  return { first, groups: groups.filter(({ own }) => own.length > 0) }
}

function groupOf({ name, says }: OperationField): string {
  const text = `${labelOf({ name })} ${firstSentence(says)}`
  return GROUPS.find(([, pattern]) => pattern.test(text))?.[0] ?? OTHERS
}
