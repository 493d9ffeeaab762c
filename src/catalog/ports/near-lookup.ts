import type { Point } from '../../model/home.ts'
import type { School } from '../../model/school.ts'
import type { HomeValueName, NearHomes, NearSelection } from './query.ts'

/**
 * Finds homes and schools around a point, nearest first. Leaves out homes whose address is withheld, and everything
 * without coordinates. Each call reads one committed state.
 */
export interface NearLookup {
  /** Returns the zpids of the nearest homes, nearest first; at equal distances, in order of zpid. */
  homes(point: Point, limit: number): Promise<readonly number[]>
  /**
   * Returns the zpids of the nearest homes of any status, but only one unit per building: the unit with the lowest
   * zpid. At equal distances, in order of zpid.
   */
  places(point: Point, limit: number): Promise<readonly number[]>
  schools(point: Point, limit: number): Promise<readonly School[]>
  /** Returns the matching homes that have a point on the map, nearest first; at equal distances, in order of zpid. */
  select<C extends HomeValueName>(near: NearSelection, columns: readonly C[]): Promise<NearHomes<C>>
}
