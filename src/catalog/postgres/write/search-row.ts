import type { Home } from '../../../model/home.ts'
import { searchTexts, wordsOf } from '../../../model/search-text.ts'
import { areaKey } from '../../facts/home-areas.ts'
import { layerKeys } from '../../facts/home-places.ts'
import { SEARCHED } from '../../facts/searched.ts'
import { regionCode, SQL_COLUMNS, stateCode } from '../tables/columns.ts'
import type { CopyValue } from '../tables/copy-lines.ts'
import { pointText, unitVector } from '../tables/points.ts'
import { numberKey } from '../tables/short-texts.ts'
import { vectorText } from '../tables/words.ts'

/** Returns a home's row in the search table of its listing class, in the order of the columns. */
export function searchRow(home: Home): CopyValue[] {
  const { point } = home
  const number = numberKey(home.listing?.mlsId ?? '')
  return [
    home.zpid,
    point && pointText(point.longitude, point.latitude),
    ...SQL_COLUMNS.map((column) => column.of(home)),
    SEARCHED.home.counted?.zipcode?.(home),
    SEARCHED.home.buildingOf?.(home),
    point === undefined ? areaKey(home) : undefined,
    number === '' ? undefined : number,
    home.layers && `{${layerKeys(home.layers).map(regionCode).join(',')}}`,
  ]
}

export function textRow(home: Home): CopyValue[] {
  return [home.zpid, stateCode(home.address), vectorText(searchTexts(home).map(wordsOf))]
}

/**
 * Returns a home's row in `home_point`; undefined for a home without coordinates. `place`: the home's place number. The
 * head of a building is known only when all rows are stored; see `MARK_HEADS`.
 */
export function pointRow(home: Home, place: number): CopyValue[] | undefined {
  const { zpid, address, point, lotId } = home
  if (point === undefined) return undefined
  const units = unitVector(point.latitude, point.longitude)
  const at = pointText(point.longitude, point.latitude)
  return [zpid, stateCode(address), at, ...units, lotId, lotId === undefined ? 't' : 'f', place]
}
