import { dataClock } from '../../catalog/facts/data-clock.ts'
import type { Catalog } from '../../catalog/ports/catalog.ts'
import type { DataClocks } from '../../doors/http/index.ts'
import type { Clock } from '../../kit/base/clock.ts'
import { type Day, dayNumber, dayOf } from '../../kit/base/clock.ts'
import type { Settings } from '../../kit/base/settings.ts'
import type { SearchedNoun } from '../../model/searched.ts'
import type { Area } from '../../service/operations/operation.ts'
import { AREAS } from '../../service/operations/operation.ts'

/** The record type that the searches of each area find. */
const NOUNS: Readonly<Record<Area, SearchedNoun>> = { A: 'home', B: 'offer', C: 'experience' }

/** Returns a clock for each area. The setting `today` decides which day counts as today. */
export function dataClocksOf({ today }: Pick<Settings, 'today'>, catalog: Catalog, wall: Clock): DataClocks {
  const of = (area: Area) => dataClock(catalog, NOUNS[area], wall, today)
  return { A: of('A'), B: of('B'), C: of('C') }
}

/** Returns the areas in which today is not the current date. */
export function otherDays(clocks: DataClocks, wall: Clock): readonly { readonly area: Area; readonly today: Day }[] {
  return AREAS.flatMap((area) => {
    const nowMs = clocks[area].now()
    return dayNumber(nowMs) === dayNumber(wall.now()) ? [] : [{ area, today: dayOf(nowMs) }]
  })
}
