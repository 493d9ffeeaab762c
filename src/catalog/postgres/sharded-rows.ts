import { HOME_ORDERS } from '../../model/home-orders.ts'
import type { Query, QueryNode } from '../query.ts'
import { bucketsAsked } from './buckets.ts'
import { HOMES_OF_SHARD } from './conditions.ts'
import { shardDialect } from './dialect.ts'
import { type CountRow, type HomeRows, homeRows, type RowsOfServer } from './home-rows.ts'
import { type Following, inOneState, type KnownState } from './one-state.ts'
import type { Distribution, Shards } from './shards.ts'
import type { PageRow } from './statement.ts'

export interface ShardedRowsOptions extends Following {
  readonly shards: Shards
  /** The whole catalogue, by its database. */
  readonly whole: HomeRows
}

/**
 * What searches of homes find on shards. Each node asks those that can have what is asked for: where that is one, all
 * of the search is a statement there; where there are several, each finds its own, and they are put together here,
 * exactly as one server would. All of it is of one committed state of the catalogue.
 */
export function shardedRows(options: ShardedRowsOptions): HomeRows {
  const { whole } = options
  const among = <T>(
    nodes: readonly QueryNode[],
    ofWhole: () => Promise<T>,
    ofShards: (asked: readonly RowsOfServer[], state: Distribution) => Promise<T>,
  ) =>
    inOneState(options, (state) => {
      const { distribution } = state
      if (distribution === undefined) return ofWhole()
      return ofShards(shardsAsked(options.shards, nodes, { ...state, distribution }), distribution)
    })
  return {
    page(query, withCards) {
      const ofWhole = () => whole.page(query, withCards)
      return among(nodesOf(query), ofWhole, (asked, { splitsBuildings }) => {
        const [only] = asked
        if (only !== undefined && asked.length === 1) return only.page(query, withCards)
        return query.grouped && splitsBuildings && asked.length > 1 ? ofWhole() : pageOf(asked, query, withCards)
      })
    },
    explain(selection) {
      const nodes = nodesOf(selection)
      return among(
        nodes.slice(0, 1), // all that the first leaves is counted
        () => whole.explain(selection),
        async (asked, { listed }) => {
          const each = await Promise.all(asked.map((rows) => rows.explain(selection)))
          const removed = nodes.map((_, i) => sum(each.map((counts) => counts[i] ?? 0)))
          return removed.map((homes, i) => (i === 0 ? (listed[selection.listingClass] ?? 0) + homes : homes))
        },
      )
    },
    countBy: (selection, by) =>
      among(
        nodesOf(selection),
        () => whole.countBy(selection, by),
        async (asked) => sumsOf(await Promise.all(asked.map((rows) => rows.countBy(selection, by)))),
      ),
    select: (selection, columns) =>
      among(
        nodesOf(selection),
        () => whole.select(selection, columns),
        async (asked) => (await Promise.all(asked.map((rows) => rows.select(selection, columns)))).flat(),
      ),
    withNumber: (number) =>
      among(
        [],
        () => whole.withNumber(number),
        async (asked) => (await Promise.all(asked.map((rows) => rows.withNumber(number)))).flat().sort((a, b) => a - b),
      ),
    nearest: (near, circle, columns) =>
      among(
        [...nodesOf(near), circle],
        () => whole.nearest(near, circle, columns),
        async (asked) => {
          const found = await Promise.all(asked.map((rows) => rows.nearest(near, circle, columns)))
          return found
            .flat()
            .sort((a, b) => a.far - b.far || a.zpid - b.zpid)
            .slice(0, near.limit)
        },
      ),
  }
}

/** Those that can have homes for which all nodes hold. */
function shardsAsked(
  shards: Shards,
  nodes: readonly QueryNode[],
  { distribution, whereabouts }: KnownState & { readonly distribution: Distribution },
): readonly RowsOfServer[] {
  const { change } = distribution
  const buckets = bucketsAsked(nodes, whereabouts, whereabouts.areasHeld)
  const dialect = shardDialect(whereabouts.areasHeld, change)
  return distribution.shards
    .filter((shard) => (shard.buckets & buckets) !== 0)
    .map(({ url }) => homeRows((statement) => shards.read(url, change, statement), dialect, HOMES_OF_SHARD))
}

/** A page is among the best of all shards: each is asked for as many, and cards only for those that are shown. */
async function pageOf(asked: readonly RowsOfServer[], query: Query, withCards: boolean): Promise<readonly PageRow[]> {
  const { order, offset, limit } = query
  const best = { ...query, offset: 0, limit: offset + limit }
  const pages = await Promise.all(asked.map((rows) => rows.page(best, false)))
  const sumOf = (name: 'total' | 'ungrouped' | 'listed') => sum(pages.map(([row]) => row?.[name] ?? 0))
  const totals = { total: sumOf('total'), ungrouped: sumOf('ungrouped'), listed: sumOf('listed') }
  const shown = pages
    .flatMap((page, i) => page.flatMap((row) => (row.zpid === null ? [] : [{ row, zpid: row.zpid, by: asked[i] }])))
    .sort(bestFirst(HOME_ORDERS[order].highestFirst))
    .slice(offset, offset + limit)
  if (shown.length === 0) return [{ ...totals, zpid: null, building: null, units: null }]
  if (!withCards) return shown.map(({ row }) => ({ ...row, ...totals }))
  const found = await Promise.all(
    [...Map.groupBy(shown, ({ by }) => by)].map(async ([by, of]) => by?.cards(of.map(({ row }) => row)) ?? []),
  )
  const cards = new Map(found.flat().map((card) => [card.zpid, card]))
  return shown.map(({ row, zpid }) => ({ ...row, ...cards.get(zpid), ...totals }))
}

interface Ranked {
  readonly zpid: number
  readonly row: PageRow
}

/** As `bestFirst` of `statement.ts`. */
function bestFirst(highestFirst: boolean): (a: Ranked, b: Ranked) => number {
  return (a, b) => {
    const [one, other] = [a.row.rank ?? null, b.row.rank ?? null]
    if (one === other) return a.zpid - b.zpid
    if (one === null) return 1
    if (other === null) return -1
    return highestFirst ? other - one : one - other
  }
}

function sumsOf(counts: readonly (readonly CountRow[])[]): readonly CountRow[] {
  const homes = new Map<number, number>()
  for (const { value, homes: more } of counts.flat()) homes.set(value, (homes.get(value) ?? 0) + more)
  return [...homes].sort(([a], [b]) => a - b).map(([value, all]) => ({ value, homes: all }))
}

function nodesOf({ where }: Pick<Query, 'where'>): readonly QueryNode[] {
  return where.map(({ node }) => node)
}

function sum(values: readonly number[]): number {
  return values.reduce((all, value) => all + value, 0)
}
