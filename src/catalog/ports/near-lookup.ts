import type { Point } from '../../model/home.ts'
import type { School } from '../../model/school.ts'
import type { HomeValueName, NearHomes, NearSelection } from './query.ts'

/**
 * Finds homes and schools around a point, nearest first. Withheld homes and everything without coordinates are left
 * out. Each call reads one committed state. If nothing is found, the list is empty.
 */
export interface NearLookup {
  /** Returns the zpids of the nearest homes, ties by zpid. */
  homes(point: Point, limit: number): Promise<readonly number[]>
  /**
   * Returns the zpids of the nearest places to live, which are homes of any status. A building is represented by its
   * unit with the lowest zpid. Ties by zpid.
   */
  places(point: Point, limit: number): Promise<readonly number[]>
  schools(point: Point, limit: number): Promise<readonly School[]>
  /** Returns the homes of a selection that searches by shape can find, ties by zpid. */
  select<C extends HomeValueName>(near: NearSelection, columns: readonly C[]): Promise<NearHomes<C>>
}
