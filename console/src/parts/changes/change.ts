import { money, words } from '../format.ts'

interface FieldChange {
  readonly field: string
  readonly before: unknown
  readonly after: unknown
}

/** The fields of a change that pages read. All kinds of records share this type. */
export interface Change {
  readonly cursor: string
  readonly at: string
  readonly kinds: readonly string[]
  readonly changes?: readonly FieldChange[]
  readonly price?: number | null
  /** Only homes have `zpid`, `address` and `homeStatus`. */
  readonly zpid?: number
  readonly address?: {
    readonly streetAddress: string
    readonly city: string
    readonly state: string
    readonly zipcode: string
  }
  readonly homeStatus?: string
  /** Only agents have this id. They have no other id. */
  readonly encodedZuid?: string
  readonly id?: number
  readonly experienceId?: string
  readonly title?: string
  readonly city?: string | null
  readonly pricePerGuest?: number
  readonly currency?: string
}

/** The fields that every answer with changes has. */
export interface CursorPage {
  readonly next: string
  readonly more: boolean
}

/** A change of the asking price. */
export interface Move {
  readonly before: number
  readonly after: number
  readonly currency: string
}

/** Currency of all prices of offers. */
const OFFERS_CURRENCY = 'PLN'

export function currencyOf({ currency, zpid }: Change): string {
  return currency ?? (zpid === undefined ? OFFERS_CURRENCY : 'USD')
}

/**
 * Returns the change of the asking price. Undefined if the price is unchanged, or if the deal changed too: a rent and a
 * sale price cannot be compared.
 */
export function moveOf(change: Change): Move | undefined {
  const moved = (change.changes ?? []).find(({ field }) => field === 'price' || field === 'pricePerGuest')
  const status = (change.changes ?? []).find(({ field }) => field === 'homeStatus')
  if (typeof moved?.before !== 'number' || typeof moved.after !== 'number') return undefined
  if (status !== undefined && dealOf(status.before) !== dealOf(status.after)) return undefined
  return { before: moved.before, after: moved.after, currency: currencyOf(change) }
}

/** Whether a home is for rent, or was for rent until this change. */
export function isRental({ homeStatus, changes = [] }: Change): boolean {
  const before = changes.find(({ field }) => field === 'homeStatus')?.before
  return homeStatus === 'FOR_RENT' || (before === 'FOR_RENT' && homeStatus === 'OTHER')
}

function dealOf(status: unknown): string {
  if (status === 'FOR_RENT') return 'rent'
  return /SOLD|OTHER/.test(String(status)) ? 'over' : 'sale'
}

/** Combines two consecutive price changes of a home. Undefined if the second change restores the first price. */
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

/** Fields that the page shows elsewhere, and fields derived from them, such as the price per square foot. */
const SHOWN = /^(price|pricePerGuest|homeStatus|listingSubType|contingentListingType|.*pricePer\w+)$/i

export interface FieldLine {
  readonly name: string
  readonly before: string
  readonly after: string
}

/** Returns the changed values as text for people, without those that the page shows elsewhere. */
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

/** Titles of the kinds of changes. `facts` and `history` are shown only if a change has no other kind. */
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
