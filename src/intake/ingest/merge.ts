import type { HistoryEvent, Home, HomeAddress, TaxYear } from '../../model/home.ts'
import { eventKey, eventSlot, inOrder } from '../../model/home-history.ts'
import { asOfMs } from '../../model/home-record.ts'
import { priceChangesIn, withoutLatePrice } from './price-course.ts'

/**
 * Merges a home in the catalog with its rows in an import. The order of `fresh` does not matter.
 *
 * - Facts and listing come from the latest statement (`asOfMs`). At the same moment, the import replaces the catalog,
 *   and the content decides between rows of the import. A row without a moment is as recent as the catalog's home.
 * - Facts and places missing from the latest row are filled from earlier rows of the import.
 * - Each tax figure comes from the latest statement of its year.
 * - Of several statements by one reporter about one event, the latest replaces the others. The import is later than the
 *   catalog. Statements of the same moment all stay.
 * - If the asking price differs from an earlier day's, the history gets a price change.
 */
export function mergeHomes(existing: Home | undefined, fresh: readonly Home[]): Home {
  if (!existing && fresh.length === 1 && fresh[0]) return fresh[0]
  const existingMs = existing ? asOfMs(existing) : Number.NEGATIVE_INFINITY
  const rows = fresh.map((home) => {
    const moment = asOfMs(home)
    const place = moment === Number.NEGATIVE_INFINITY ? existingMs : moment
    return { home, place, fresh: 1, moment, text: JSON.stringify(home) }
  })
  if (existing) rows.push({ home: existing, place: existingMs, fresh: 0, moment: existingMs, text: '' })
  rows.sort(
    (a, b) => compare(a.place, b.place) || a.fresh - b.fresh || compare(a.moment, b.moment) || compare(a.text, b.text),
  )
  const homes = rows.map(({ home }) => home)
  const imported = rows.filter(({ fresh: isFresh }) => isFresh === 1).map(({ home }) => home)
  const [last, lastImported] = [rows.at(-1), imported.at(-1)]
  if (!last || !lastImported) throw new Error('there is no home to merge')
  const latest = last.fresh === 1 ? last.home : filledFrom(last.home, lastImported)
  return { ...latest, history: historyOf(existing?.history ?? [], homes, imported), taxes: taxesOf(homes) }
}

/** Returns the known home, with gaps filled from the import. */
function filledFrom(known: Home, told: Home): Home {
  const { address, facts, estimate, interest } = known
  const { toldMs: _older, ...earlier } = told
  return {
    ...earlier,
    ...known,
    address: told.address.zipcode === address.zipcode ? filledAddress(address, told.address) : address,
    facts: { ...told.facts, ...facts },
    ...((told.estimate ?? estimate) && { estimate: { ...told.estimate, ...estimate } }),
    ...((told.interest ?? interest) && { interest: { ...told.interest, ...interest } }),
  }
}

function filledAddress(known: HomeAddress, told: HomeAddress): HomeAddress {
  return { ...told, ...known, streetAddress: known.streetAddress || told.streetAddress }
}

/**
 * Adds the import's events to the known ones, one moment after the other. `all` and `imported` are sorted by moment.
 */
function historyOf(
  known: readonly HistoryEvent[],
  all: readonly Home[],
  imported: readonly Home[],
): readonly HistoryEvent[] {
  let history = corrected(known, priceChangesIn(all))
  for (const homes of Map.groupBy(imported, asOfMs).values()) {
    history = corrected(
      history,
      homes.flatMap((home) => withoutLatePrice(home, history)),
    )
  }
  return inOrder(history)
}

/** Returns the new events without duplicates, and all earlier events that no new event replaces. */
export function corrected(before: readonly HistoryEvent[], told: readonly HistoryEvent[]): readonly HistoryEvent[] {
  const events = new Map(told.map((event) => [eventKey(event), event]))
  const slots = new Set(told.map(eventSlot))
  const rest = before.filter((event) => !slots.has(eventSlot(event)) && !events.has(eventKey(event)))
  return [...rest, ...events.values()]
}

/** Two statements about one event with different prices. */
export interface Contradiction {
  readonly event: HistoryEvent
  readonly rival: HistoryEvent
}

/** Finds two prices for one event in two rows of an import. The history stores both. */
export function contradictionOf(one: Home, other: Home): Contradiction | undefined {
  for (const event of one.history) {
    const rival = other.history.find((candidate) => isSameDeed(event, candidate) && event.price !== candidate.price)
    if (rival && (event.mlsId !== rival.mlsId || asOfMs(one) === asOfMs(other))) return { event, rival }
  }
  return undefined
}

/** Whether two events have the same day, kind and reporter. The listings may differ. */
function isSameDeed(one: HistoryEvent, other: HistoryEvent): boolean {
  const sameKind = one.date === other.date && one.event === other.event && one.rental === other.rental
  return sameKind && one.source === other.source
}

export interface SaleCounts {
  readonly sales: number
  readonly salesNew: number
  readonly salesChanged: number
}

/** Counts an import's sales: all sales, sales that are new to the catalog, and sales with a changed price. */
export function countSales(existing: Home | undefined, fresh: readonly Home[]): SaleCounts {
  const freshSales = salesOf(mergeHomes(undefined, fresh))
  if (!existing) return { sales: freshSales.length, salesNew: freshSales.length, salesChanged: 0 }
  const before = salesOf(existing)
  const [toldKeys, keysBefore] = [new Set(freshSales.map(eventKey)), new Set(before.map(eventKey))]
  const unknown = freshSales.filter((sale) => !keysBefore.has(eventKey(sale)))
  const vanishing = Map.groupBy(
    before.filter((sale) => !toldKeys.has(eventKey(sale))),
    eventSlot,
  )
  const salesChanged = [...Map.groupBy(unknown, eventSlot)]
    .map(([slot, sales]) => Math.min(sales.length, vanishing.get(slot)?.length ?? 0))
    .reduce((sum, count) => sum + count, 0)
  return { sales: freshSales.length, salesNew: unknown.length - salesChanged, salesChanged }
}

function salesOf({ history }: Home): readonly HistoryEvent[] {
  return history.filter(({ event }) => event === 'Sold')
}

/** Combines taxes into one entry per tax year. For each figure, the last home with a value counts. */
export function taxesOf(homes: readonly Home[]): readonly TaxYear[] {
  const years = new Map<number | undefined, TaxYear>()
  for (const entry of homes.flatMap(({ taxes }) => taxes)) years.set(entry.year, { ...years.get(entry.year), ...entry })
  return [...years.values()].sort((a, b) => (a.year ?? 0) - (b.year ?? 0))
}

/** Compares without subtraction, because -Infinity minus -Infinity is NaN. */
function compare<T extends number | string>(a: T, b: T): number {
  return a < b ? -1 : Number(a > b)
}
