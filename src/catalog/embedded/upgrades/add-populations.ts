import type { DatabaseSync } from 'node:sqlite'
import { rowSum } from '../../../base/row-sum.ts'
import type { Region } from '../../../model/region.ts'
import { loadGazetteer } from '../../../regions/gazetteer.ts'
import { populationOf } from '../../../regions/regions.ts'
import { storeTotalOf } from './total-sums.ts'

/** Format 12 knows how many people live in cities and ZIPs, by which completion ranks them. */
export function addPopulations(database: DatabaseSync): void {
  const stored = database.prepare("SELECT value FROM meta WHERE name = 'regions'").get()?.value
  if (stored === undefined) return
  const regions: readonly Region[] = JSON.parse(String(stored))
  const value = JSON.stringify(regions.map(withPopulation))
  database
    .prepare("UPDATE meta SET value = ?, sum = ? WHERE name = 'regions'")
    .run(value, rowSum('meta', ['regions', value]))
  storeTotalOf(database, 'meta')
}

function withPopulation(region: Region): Region {
  const population = populationOf(region.type, region.name, region.state, loadGazetteer())
  return population === undefined ? region : { ...region, population }
}
