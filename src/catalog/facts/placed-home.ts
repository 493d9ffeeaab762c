import type { Home } from '../../model/home.ts'
import { isOnMarket } from '../../places/regions/regions.ts'

export interface PlacedHome {
  readonly home: Home
  /** The home's place number. */
  readonly place: number
}

/** Whether the home is in the same place and is counted there in the same way as before. */
export function isWhereItWas(was: PlacedHome | undefined, is: PlacedHome | undefined): boolean {
  if (was === undefined || is === undefined || was.place !== is.place) return false
  const [before, after] = [was.home.point, is.home.point]
  if (before?.latitude !== after?.latitude || before?.longitude !== after?.longitude) return false
  return isOnMarket(was.home) === isOnMarket(is.home)
}
