import { money, words } from '../format.ts'

interface FieldChange {
  readonly field: string
  readonly before: unknown
  readonly after: unknown
}

/** The keys of a change, of whatever kind of record, that pages read. */
export interface Change {
  readonly cursor: string
  readonly at: string
  readonly kinds: readonly string[]
  readonly changes?: readonly FieldChange[]
  readonly price?: number | null
  /** Only homes have these three. */
  readonly zpid?: number
  readonly address?: {
    readonly streetAddress: string
    readonly city: string
    readonly state: string
    readonly zipcode: string
  }
  readonly homeStatus?: string
  /** Only agents have it, and nothing else. */
  readonly encodedZuid?: string
  readonly id?: number
  readonly experienceId?: string
  readonly title?: string
  readonly city?: string | null
  readonly pricePerGuest?: number
  readonly currency?: string
}

/** An asking price that is another. */
export interface Move {
  readonly before: number
  readonly after: number
  readonly currency: string
}

/** All prices of offers are in it. */
const OFFERS_CURRENCY = 'PLN'

export function currencyOf({ currency, zpid }: Change): string {
  return currency ?? (zpid === undefined ? OFFERS_CURRENCY : 'USD')
}

/** How the price moved; undefined where it did not, or is now that of another deal: a rent, or the price paid. */
export function moveOf(change: Change): Move | undefined {
  const moved = (change.changes ?? []).find(({ field }) => field === 'price' || field === 'pricePerGuest')
  const status = (change.changes ?? []).find(({ field }) => field === 'homeStatus')
  if (typeof moved?.before !== 'number' || typeof moved.after !== 'number') return undefined
  if (status !== undefined && dealOf(status.before) !== dealOf(status.after)) return undefined
  return { before: moved.before, after: moved.after, currency: currencyOf(change) }
}

function dealOf(status: unknown): string {
  if (status === 'FOR_RENT') return 'rent'
  return /SOLD|OTHER/.test(String(status)) ? 'over' : 'sale'
}

/** Two moves of one home in a row are one, if there is any at all. */
export function moveAfter(first: Move | undefined, next: Move): Move | undefined {
  const before = first?.before ?? next.before
  return before === next.after ? undefined : { ...next, before }
}

export function arrowOf({ before, after }: Move): string {
  return after > before ? '▲' : '▼'
}

export function moveText(move: Move): string {
  const { before, after, currency } = move
  return `${money(Math.abs(after - before), currency)} ${after > before ? 'more' : 'less'} than before`
}

/** Keys that a change shows by itself, or that say once more what these say. */
const SHOWN = /^(price|pricePerGuest|homeStatus|listingSubType|contingentListingType|.*pricePer\w+)$/i

export interface FieldLine {
  readonly name: string
  readonly before: string
  readonly after: string
}

/** The other values that changed, as a person reads them. */
export function linesOf({ changes = [] }: Change): readonly FieldLine[] {
  return changes
    .filter(({ field }) => !SHOWN.test(field))
    .map(({ field, before, after }) => ({
      name: words(field.split('.').at(-1)),
      before: textOf(before),
      after: textOf(after),
    }))
}

const LONGEST = 80

function textOf(value: unknown): string {
  if (value === null || value === undefined || value === '') return '–'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  const isPlain = typeof value === 'string' || typeof value === 'number'
  const text = isPlain ? String(value) : partsOf(value)
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text
}

function partsOf(value: object): string {
  const parts = Array.isArray(value)
    ? value.map(textOf)
    : Object.entries(value).map(([name, part]) => `${words(name)}: ${textOf(part)}`)
  return parts.length === 0 ? '–' : parts.join(', ')
}

/** Kinds as a person reads them; `facts` and `history` are told only where nothing else is. */
const KINDS: Readonly<Record<string, string>> = {
  new: 'New',
  gone: 'Gone',
  back: 'Back',
  price: 'Price',
  status: 'Status',
  facts: 'Details',
  history: 'History',
  withheld: 'Address withheld',
}

export function kindTitle(kind: string): string {
  return KINDS[kind] ?? words(kind)
}
