import { dataClock } from '../../catalog/facts/data-clock.ts'
import type { Catalog } from '../../catalog/ports/catalog.ts'
import type { DataClocks } from '../../doors/http/index.ts'
import type { Clock } from '../../kit/base/clock.ts'
import { type Day, dayNumber, dayOf } from '../../kit/base/clock.ts'
import type { Settings } from '../../kit/base/settings.ts'
import type { SearchedNoun } from '../../model/searched.ts'
import type { Area } from '../../service/operations/operation.ts'
import { AREAS } from '../../service/operations/operation.ts'

/** The noun of each area. */
const NOUNS: Readonly<Record<Area, SearchedNoun>> = { A: 'home', B: 'offer', C: 'experience' }

/** Returns a clock for each area, which follows the setting `today`. */
export function dataClocksOf({ today }: Pick<Settings, 'today'>, catalog: Catalog, wall: Clock): DataClocks {
  const of = (area: Area) => dataClock(catalog, NOUNS[area], wall, today)
  return { A: of('A'), B: of('B'), C: of('C') }
}

/** Returns the areas in which today differs from the day of the wall clock. */
export function otherDays(clocks: DataClocks, wall: Clock): readonly { readonly area: Area; readonly today: Day }[] {
  return AREAS.flatMap((area) => {
    const nowMs = clocks[area].now()
    return dayNumber(nowMs) === dayNumber(wall.now()) ? [] : [{ area, today: dayOf(nowMs) }]
  })
}
