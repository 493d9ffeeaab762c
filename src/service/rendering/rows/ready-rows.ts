import type { Context } from '../../../catalog/ports/context.ts'
import { Ready } from '../../../kit/answers/index.ts'
import { dayNumber } from '../../../kit/base/clock.ts'
import type { HomeBrief } from '../../../model/home-brief.ts'
import type { Surroundings } from '../surroundings.ts'
import { type MiniRow, miniRow } from './mini-row.ts'
import { type PlaceRow, placeRow } from './place-row.ts'

/** Rows of each kind that are kept: some 20 MB. Homes that are near one home are near many others. */
const MAX_ROWS = 16_000

/** The row of a home, ready to be put into an answer. */
export interface ReadyRow<R> {
  readonly zpid: number
  /** Id of its building. */
  readonly lotId: string | undefined
  readonly row: Ready<R>
  readonly price: number | null
}

type MakeRow<R> = (home: HomeBrief, context: Context, surroundings: Surroundings) => Promise<R>

/** Rows that were made before, for as long as they stay right: until the catalogue or the day changes. */
class KeptRows<R extends MiniRow> {
  readonly #make: MakeRow<R>
  readonly #rows = new Map<number, ReadyRow<R>>()
  #moment = ''

  constructor(make: MakeRow<R>) {
    this.#make = make
  }

  /** In the given order; homes that the catalogue does not have are left out. */
  async of(zpids: readonly number[], context: Context, surroundings: Surroundings): Promise<readonly ReadyRow<R>[]> {
    const moment = momentOf(context)
    if (moment !== this.#moment) this.#rows.clear()
    this.#moment = moment
    const rows = zpids.map((zpid) => this.#rows.get(zpid))
    const missing = zpids.filter((_, i) => rows[i] === undefined)
    if (missing.length > 0) {
      const homes = await context.catalog.records.briefs(missing)
      const made = await Promise.all(homes.map((home) => this.#ready(home, context, surroundings)))
      const isCurrent = momentOf(context) === moment && this.#moment === moment
      let from = 0
      for (const row of made) {
        const place = zpids.indexOf(row.zpid, from) // they come in the order in which they were asked for
        rows[place] = row
        from = place + 1
        if (isCurrent) this.#keep(row)
      }
    }
    return rows.filter((row) => row !== undefined)
  }

  async #ready(home: HomeBrief, context: Context, surroundings: Surroundings): Promise<ReadyRow<R>> {
    const row = await this.#make(home, context, surroundings)
    return { zpid: home.zpid, lotId: home.lotId, row: Ready.of(row), price: row.price }
  }

  #keep(row: ReadyRow<R>): void {
    if (this.#rows.size >= MAX_ROWS) this.#rows.delete(this.#rows.keys().next().value ?? row.zpid)
    this.#rows.set(row.zpid, row)
  }
}

function momentOf({ catalog, clock }: Context): string {
  return `${catalog.version()} ${dayNumber(clock.now())}`
}

interface RowsOf {
  readonly homes: KeptRows<MiniRow>
  readonly places: KeptRows<PlaceRow>
}

const rowsByContext = new WeakMap<Context, RowsOf>()

function rowsOf(context: Context): RowsOf {
  let rows = rowsByContext.get(context)
  if (rows === undefined) {
    rows = {
      homes: new KeptRows((home, { catalog }, around) => miniRow(home, catalog, around)),
      places: new KeptRows(placeRow),
    }
    rowsByContext.set(context, rows)
  }
  return rows
}

/** The mini rows of homes. */
export function readyRows(zpids: readonly number[], context: Context, surroundings: Surroundings) {
  return rowsOf(context).homes.of(zpids, context, surroundings)
}

/** The mini rows of homes, with a building's in the place of its units. */
export function readyPlaces(zpids: readonly number[], context: Context, surroundings: Surroundings) {
  return rowsOf(context).places.of(zpids, context, surroundings)
}
