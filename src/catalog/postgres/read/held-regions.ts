import type { Connection } from '../../../kit/postgres/database.ts'
import { each, inSlices, type SlicedWork, sorted } from '../../../kit/threads/slices.ts'
import type { Region } from '../../../model/region.ts'
import { indexByKey, regionAt } from '../../../places/regions/of-regions.ts'
import type { StoredRegion } from '../tables/tally-tables.ts'

interface Row {
  readonly key: string
  /** The region as JSON; null if no home is left in it. */
  readonly value: string | null
}

/** The regions that were read in a commit. */
interface KnownRegions {
  readonly regions: readonly Region[]
  readonly revision: number
}

/**
 * Reads all regions, sorted by key, within a transaction. If earlier regions are known, reads only the changes since.
 * Returns the same array if nothing has changed.
 */
export async function readRegions(connection: Connection, known?: KnownRegions): Promise<readonly Region[]> {
  const values = [known?.revision ?? -1]
  const rows = await connection.query<Row>({ name: 'newer-regions', text: NEWER, values })
  if (known === undefined) return inSlices(changed([], rows))
  return rows.length === 0 ? known.regions : inSlices(changed(known.regions, rows))
}

const NEWER = 'SELECT key, value FROM catalog.region WHERE revision > $1'

/** Regions whose homes are all in the state of their property `state`. */
const IN_ONE_STATE = new WeakSet<Region>()

function regionIn(json: string): Region {
  const { isInOneState, ...region }: StoredRegion = JSON.parse(json)
  if (isInOneState) IN_ONE_STATE.add(region)
  return region
}

/** Returns the state that contains all homes of a region. Undefined if several states do. */
export function onlyStateOf(key: string, regions: readonly Region[]): string | undefined {
  const region = regionAt(key, regions)
  return region !== undefined && region.type !== 'country' && IN_ONE_STATE.has(region) ? region.state : undefined
}

function* changed(before: readonly Region[], rows: readonly Row[]): SlicedWork<readonly Region[]> {
  const places = indexByKey(before)
  const regions = before.slice()
  const added: Region[] = []
  const gone = new Set<number>()
  yield* each(rows, ({ key, value }) => {
    const index = places.get(key)
    if (value === null) gone.add(index ?? -1)
    else if (index === undefined) added.push(regionIn(value))
    else regions[index] = regionIn(value)
  })
  if (added.length === 0 && gone.size === 0) return regions
  const left = gone.size === 0 ? regions : regions.filter((_, index) => !gone.has(index))
  return yield* sorted(left.concat(added), (a, b) => (a.key < b.key ? -1 : 1))
}
