import { ALL, type Filter, NONE } from './filter.ts'
import type { Plan } from './plan.ts'
import type { RowSlice } from './posting-lists.ts'
import type { Steps, Work } from './work.ts'
import { BLOCK_ROWS, blocksOf, REGION_BLOCKS, regionsOf } from './zones.ts'

/**
 * Writes all matching rows to `matches`, ascending, and returns their count. Reads candidates block by block into the
 * free end of `matches`; each filter then compacts what the previous filter left. Nothing is allocated, and the working
 * set stays in the L1 cache.
 */
export function* collect(plan: Plan, rowCount: number, matches: Uint32Array, work: Work): Steps<number> {
  if (plan.source === undefined) return yield* new ZoneWalk(plan, rowCount, matches, work).collect()
  work.spend(plan.source.size * LISTED_ROW_NS)
  return yield* collectListed(plan.source.rows(), plan.filters, matches, work)
}

/** Cost of reading one row from a list or writing one row of a zone. */
const LISTED_ROW_NS = 2
const ZONE_ROW_NS = 0.5

function* collectListed(
  { rows, start, end }: RowSlice,
  filters: readonly Filter[],
  matches: Uint32Array,
  work: Work,
): Steps<number> {
  const [first] = filters
  if (first === undefined) {
    matches.set(rows.subarray(start, end))
    return end - start
  }
  let count = 0
  for (let from = start; from < end; from += BLOCK_ROWS) {
    let chunkEnd = work.keep(first, rows, from, Math.min(end, from + BLOCK_ROWS), matches, count)
    for (let i = 1; i < filters.length; i++) {
      chunkEnd = work.keep(filters[i] as Filter, matches, count, chunkEnd, matches, count)
    }
    count = chunkEnd
    if (work.isPauseDue) yield
  }
  return count
}

/**
 * Tests whole regions, and then the blocks of regions that may match only in part. A block is tested only by the
 * filters that have not decided about the whole block.
 */
class ZoneWalk {
  readonly #plan: Plan
  readonly #rowCount: number
  readonly #matches: Uint32Array
  readonly #work: Work
  #count = 0

  constructor(plan: Plan, rowCount: number, matches: Uint32Array, work: Work) {
    this.#plan = plan
    this.#rowCount = rowCount
    this.#matches = matches
    this.#work = work
  }

  *collect(): Steps<number> {
    const blocks = blocksOf(this.#rowCount)
    const inRegion: Filter[] = []
    for (let region = 0; region < regionsOf(this.#rowCount); region++) {
      if (!leftUndecided(this.#plan, blocks + region, inRegion)) continue
      const firstBlock = region * REGION_BLOCKS
      const endBlock = Math.min(blocks, firstBlock + REGION_BLOCKS)
      if (inRegion.length === 0) this.#append(firstBlock * BLOCK_ROWS, endBlock * BLOCK_ROWS)
      else yield* this.#collectBlocks(firstBlock, endBlock, { ...this.#plan, filters: inRegion })
    }
    return this.#count
  }

  *#collectBlocks(firstBlock: number, endBlock: number, plan: Plan): Steps<void> {
    const matches = this.#matches
    const inBlock: Filter[] = []
    for (let block = firstBlock; block < endBlock; block++) {
      if (!leftUndecided(plan, block, inBlock)) continue
      const start = this.#count
      this.#append(block * BLOCK_ROWS, (block + 1) * BLOCK_ROWS)
      for (const filter of inBlock) {
        this.#count = this.#work.keep(filter, matches, start, this.#count, matches, start)
      }
      if (this.#work.isPauseDue) yield
    }
  }

  #append(first: number, end: number): void {
    const matches = this.#matches
    const last = Math.min(end, this.#rowCount)
    let count = this.#count
    for (let row = first; row < last; row++) matches[count++] = row
    this.#count = count
    this.#work.spend((last - first) * ZONE_ROW_NS)
  }
}

/**
 * Collects in `undecided` the filters that must test the zone's rows. Returns false if no row of the zone can match.
 */
function leftUndecided({ filters, scout }: Plan, zone: number, undecided: Filter[]): boolean {
  if (scout?.verdict(zone) === NONE) return false
  undecided.length = 0
  for (const filter of filters) {
    const verdict = filter.verdict(zone)
    if (verdict === NONE) return false
    if (verdict !== ALL) undecided.push(filter)
  }
  return true
}
