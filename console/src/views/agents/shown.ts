import { money } from '../../parts/format.ts'
import type { ToolResult } from './host.ts'

type Row = Readonly<Record<string, unknown>>

/** A home to show; unknown values are absent. */
export interface ShownHome {
  readonly id: string
  readonly address: string
  /** A number. For a building, a text with a price range. */
  readonly price: number | string | undefined
  readonly beds: number | string | undefined
  readonly baths: number | undefined
  readonly squareFeet: number | undefined
  readonly type: string
  readonly listedBy: string
  readonly photo: string | undefined
  readonly latitude: number | undefined
  readonly longitude: number | undefined
}

interface PastEvent {
  readonly date: string
  readonly event: string
  readonly price: number | undefined
}

/** The content to show: the answer of `search_homes` or `home_details`. */
export interface Shown {
  readonly kind: 'sale' | 'rent' | 'sold'
  readonly homes: readonly ShownHome[]
  readonly total: number
  readonly isSample: boolean
  readonly source: string
  readonly facts: readonly (readonly [name: string, value: string])[]
  readonly description: string
  readonly history: readonly PastEvent[]
}

/** The key of an answer's metadata with the positions of homes. Only views read it. */
const PLACES = 'plat/homes'

const KINDS: Readonly<Record<string, Shown['kind']>> = { for_sale: 'sale', for_rent: 'rent', sold: 'sold' }

/** Reads a tool's answer. Returns a sentence if there is nothing to show. */
export function shownOf({ isError, content = [], structuredContent, _meta }: ToolResult): Shown | string {
  if (isError || structuredContent === undefined) return content.map(({ text = '' }) => text).join('\n')
  const { home, results, kind, total, sample, source, price_history: history } = structuredContent
  const about = { isSample: sample === true, source: textOf(source), facts: [], description: '', history: [] }
  if (isRow(home)) {
    const status = textOf(home.status).toLowerCase()
    const shown = status.includes('rent') ? 'rent' : status.includes('sold') ? 'sold' : 'sale'
    const past = rowsOf(history).map(eventOf)
    const description = textOf(home.description)
    return { ...about, kind: shown, homes: [homeOf(home)], total: 1, facts: factsOf(home), description, history: past }
  }
  const places = new Map(listOf(_meta?.[PLACES]).map((place) => [textOf(place.id), place]))
  const homes = rowsOf(results).map((row) => homeOf({ ...places.get(textOf(row.id)), ...row }))
  return { ...about, kind: KINDS[textOf(kind)] ?? 'sale', homes, total: numberOf(total) ?? homes.length }
}

/** Returns the rows of a table in a tool's answer. */
function rowsOf(table: unknown): readonly Row[] {
  if (!isRow(table) || !Array.isArray(table.columns) || !Array.isArray(table.rows)) return []
  const columns = table.columns.map(textOf)
  return table.rows
    .filter((cells) => Array.isArray(cells))
    .map((cells: readonly unknown[]) => Object.fromEntries(columns.map((column, i) => [column, cells[i]])))
}

function eventOf({ date, event, price }: Row): PastEvent {
  return { date: textOf(date), event: textOf(event), price: numberOf(price) }
}

function homeOf(row: Row): ShownHome {
  return {
    id: textOf(row.id),
    address: textOf(row.address),
    price: numberOf(row.price) ?? (textOf(row.price) || undefined),
    beds: numberOf(row.beds) ?? (textOf(row.beds) || undefined),
    baths: numberOf(row.baths),
    squareFeet: numberOf(row.sqft),
    type: textOf(row.type),
    listedBy: textOf(row.listed_by),
    photo: textOf(row.photo) || undefined,
    latitude: numberOf(row.latitude),
    longitude: numberOf(row.longitude),
  }
}

/** Keys that the page shows elsewhere. */
const NO_FACTS: ReadonlySet<string> = new Set([
  'id',
  'address',
  'price',
  'beds',
  'baths',
  'sqft',
  'type',
  'latitude',
  'longitude',
  'description',
])

const IN_DOLLARS = /estimate$|price|dues|cost|tax/

function factsOf(home: Row): Shown['facts'] {
  return Object.entries(home).flatMap(([name, value]) => {
    if (NO_FACTS.has(name)) return []
    if (typeof value === 'number') return [[name, IN_DOLLARS.test(name) ? money(value) : String(value)] as const]
    return typeof value === 'string' ? [[name, value] as const] : []
  })
}

function listOf(value: unknown): readonly Row[] {
  return Array.isArray(value) ? value.filter(isRow) : []
}

function isRow(value: unknown): value is Row {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined
}
