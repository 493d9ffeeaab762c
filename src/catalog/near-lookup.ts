import type { Point } from '../model/home.ts'
import type { School } from '../model/school.ts'
import type { HomeValueName, NearHomes, NearSelection } from './query.ts'

/**
 * What lies around a point, nearest first. What has no coordinates is never found. Each call reads one committed state.
 * Where there is nothing, the list is empty.
 */
export interface NearLookup {
  /** Homes by zpid; ties by zpid. */
  homes(point: Point, limit: number): Promise<readonly number[]>
  /**
   * Places to live, by zpid: homes whatever their state, but of the units of a building only the one with the least
   * zpid, which stands for all of it, and none whose address its source keeps to itself. Ties by zpid.
   */
  places(point: Point, limit: number): Promise<readonly number[]>
  schools(point: Point, limit: number): Promise<readonly School[]>
  /** The homes of a selection, ties by zpid; none that searches by shape do not find. */
  select<C extends HomeValueName>(near: NearSelection, columns: readonly C[]): Promise<NearHomes<C>>
}
