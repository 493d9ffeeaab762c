import type { Point } from '../../model/home.ts'
import type { School } from '../../model/school.ts'
import type { HomeValueName, NearHomes, NearSelection } from './query.ts'

/**
 * Finds homes and schools around a point, nearest first. Withheld homes and everything without coordinates are left
 * out. Each call reads one committed state. If nothing is found, the list is empty.
 */
export interface NearLookup {
  /** The zpids of the nearest homes; ties by zpid. */
  homes(point: Point, limit: number): Promise<readonly number[]>
  /**
   * The zpids of the nearest places to live: homes of any status. The unit with the lowest zpid stands for its
   * building. Ties by zpid.
   */
  places(point: Point, limit: number): Promise<readonly number[]>
  schools(point: Point, limit: number): Promise<readonly School[]>
  /** The homes of a selection that have a place in searches by shape; ties by zpid. */
  select<C extends HomeValueName>(near: NearSelection, columns: readonly C[]): Promise<NearHomes<C>>
}
