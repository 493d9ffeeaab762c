import { useMemo, useRef } from 'preact/hooks'
import { counted } from '../../parts/format.ts'
import { type Bounds, boundsOf, type MapPoint, type Matches } from '../../parts/map/shapes.ts'
import type { FormValues } from '../../service/operation-fields.ts'
import type { Query } from '../../service/query.ts'
import { endsOf } from '../../service/range-text.ts'
import { type Drag, isIn } from './glance.tsx'
import { type FoundHome, pointsOf, thingsAt } from './search-page.ts'
import { useFit } from './use-fit.ts'
import { useMatches } from './use-matches.ts'
import type { Pages } from './use-pages.ts'
import type { Where } from './where.ts'

interface Shown {
  readonly where: Where | undefined
  readonly filters: FormValues
  readonly query: Query | undefined
  readonly pages: Pages
  readonly homes: readonly FoundHome[]
  readonly drag: Drag | undefined
  /** Whether the map is visible. A hidden map requests nothing. */
  readonly isShown: boolean
  /** Whether the address has a map position. */
  readonly isPositioned: boolean
}

export interface SearchedMap {
  readonly label: string
  /** The homes of the list. */
  readonly homes: readonly FoundHome[]
  readonly points: readonly MapPoint[]
  readonly matches: Matches | undefined
  readonly prices: readonly [min: string, max: string] | undefined
  readonly fit: Bounds | undefined
  /** The number of homes in the catalog with the chosen status, shown before a search. */
  readonly inCatalog: number | undefined
  /** Why the map shows only the homes of the list. */
  readonly failure: string | undefined
}

/** The homes to show on the map: as points if the list has all of them, otherwise as tiles. */
export function useMap({ where, filters, query, pages, homes, drag, isShown, isPositioned }: Shown): SearchedMap {
  const larger = useLarger(query, pages, homes)
  const { all, failure } = useMatches({ where, filters, larger: isShown ? larger : undefined })
  const matches = all?.matches
  const points = useMemo(
    () => pointsOf(drag === undefined || matches !== undefined ? homes : homes.filter((home) => isIn(home, drag))),
    [homes, drag, matches],
  )
  const reach = useMemo(() => {
    if (where === undefined || larger !== undefined) return all?.bounds ?? (failure && boundsOf(pointsOf(homes)))
    return boundsOf(pointsOf(homes))
  }, [where === undefined, larger, all, failure, homes])
  const place = where?.kind === 'place' ? where.text : undefined
  const isOfPlace = where === undefined || pages.answers[0]?.query.params.location === place
  const isCurrent = isOfPlace && (all === undefined || all.place === place)
  const fit = useFit(where, isCurrent && reach ? reach : undefined, isPositioned)
  const shown = all === undefined ? thingsAt(homes) : counted(all.homes - all.unplaced, 'home')
  return {
    label: `Map: ${shown.replace(/^0 /, 'no ')}${matches ? '' : ', the same as in the list'}`,
    homes,
    points,
    matches,
    prices: drag?.name === 'listPriceRange' ? endsOf(drag.text) : undefined,
    fit,
    inCatalog: where === undefined ? all?.homes : undefined,
    failure: larger && failure,
  }
}

/** Returns the search if it found more homes than the list has. Keeps it until another search is answered. */
function useLarger(query: Query | undefined, { asked }: Pages, homes: readonly FoundHome[]): Query | undefined {
  const latest = useRef<Query | undefined>(undefined)
  if (asked.state === 'idle') latest.current = undefined
  if (asked.state === 'answered') {
    const { totalMatchingCount } = asked.answer.body.resultsCount
    latest.current = totalMatchingCount > homes.length ? query : undefined
  }
  return latest.current
}
