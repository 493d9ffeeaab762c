import { type Filter, NONE, type RowSource } from './filter.ts'
import { BLOCK_ROWS, blocksOf, REGION_BLOCKS, regionsOf } from './zones.ts'

/**
 * How a search runs. `source` lists the candidates; without a source, all zones are candidates. Then the filters test
 * the candidates, in order.
 */
export interface Plan {
  readonly source: RowSource | undefined
  readonly filters: readonly Filter[]
  /** The filter that rules out the most zones. It is the first filter to test each zone. */
  readonly scout: Filter | undefined
}

/** Cost of reading a row from a list, relative to reading a row of a zone: random versus sequential access. */
const LISTED_ROW_COST = 1.3

export function planSearch(filters: readonly Filter[], rowCount: number): Plan {
  const ordered = byUrgency(filters)
  const scout = filters.find(({ isLocal }) => isLocal)
  const lister = smallestLister(filters)
  if (lister?.source === undefined) return { source: undefined, filters: ordered, scout }
  const listed = lister.source.size * LISTED_ROW_COST
  if (scout && listed > admittedRows(scout, rowCount, listed)) return { source: undefined, filters: ordered, scout }
  return { source: lister.source, filters: ordered.filter((filter) => filter !== lister), scout }
}

function smallestLister(filters: readonly Filter[]): Filter | undefined {
  let smallest: Filter | undefined
  for (const filter of filters) {
    if (filter.source && !(smallest?.source && smallest.source.size <= filter.source.size)) smallest = filter
  }
  return smallest
}

/** Sorts the filters so that the search costs the least. */
export function byUrgency(filters: readonly Filter[]): Filter[] {
  return filters.toSorted((a, b) => urgency(a) - urgency(b))
}

/** Returns a sort key. The lowest key comes first: filters that remove many rows at little cost. */
function urgency({ passing, costNs }: Filter): number {
  return (passing - 1) / (costNs + 0.1)
}

/** Counts the rows in blocks that a filter does not rule out. Stops counting once there are more than `enough`. */
function admittedRows(filter: Filter, rowCount: number, enough: number): number {
  const blocks = blocksOf(rowCount)
  let admitted = 0
  for (let region = 0; region < regionsOf(rowCount) && admitted <= enough; region++) {
    if (filter.verdict(blocks + region) === NONE) continue
    const last = Math.min(blocks, (region + 1) * REGION_BLOCKS)
    for (let block = region * REGION_BLOCKS; block < last && admitted <= enough; block++) {
      if (filter.verdict(block) !== NONE) admitted += BLOCK_ROWS
    }
  }
  return admitted
}
