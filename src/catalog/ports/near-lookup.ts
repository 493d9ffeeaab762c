import type { Point } from '../../model/home.ts'
import type { School } from '../../model/school.ts'
import type { HomeValueName, NearHomes, NearSelection } from './query.ts'

/**
 * Finds homes and schools around a point, nearest first. Nothing without coordinates is found, nor is a withheld home. Each call reads one committed
 * state. If nothing is found, the list is empty.
 */
export interface NearLookup {
  /** The zpids of homes; ties by zpid. */
  homes(point: Point, limit: number): Promise<readonly number[]>
  /**
   * The zpids of places to live: homes of any status. A building is represented by its unit with the lowest zpid. Ties
   * by zpid.
   */
  places(point: Point, limit: number): Promise<readonly number[]>
  schools(point: Point, limit: number): Promise<readonly School[]>
  /** The homes of a selection that searches by shape can find; ties by zpid. */
  select<C extends HomeValueName>(near: NearSelection, columns: readonly C[]): Promise<NearHomes<C>>
}
