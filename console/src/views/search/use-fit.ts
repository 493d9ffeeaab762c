import { useEffect, useState } from 'preact/hooks'
import { type Bounds, boundsOf, type MapPoint } from '../../parts/map/shapes.ts'
import { knownFacts } from '../../service/facts.ts'
import { useStore } from '../../service/store.ts'
import { boundsOfWhere, type Where } from './where.ts'

/**
 * The map goes once to each place, when its homes are known, so that it does not move under the hand, and not at all
 * where nothing fits or the address says where it stands. `answered` is the place that the points are in: those of the search before are shown meanwhile.
 */
export function useFit(
  where: Where | undefined,
  answered: unknown,
  points: readonly MapPoint[],
  isPositioned: boolean,
): Bounds | undefined {
  const place = where?.kind === 'place' ? where.text : undefined
  const [fit, setFit] = useState<Bounds | undefined>(() => (isPositioned ? undefined : boundsOfWhere(where)))
  const [fitted, setFitted] = useState<string | undefined>(isPositioned ? place : undefined)
  const service = useStore(knownFacts)
  useEffect(() => {
    const [start] = service?.starts ?? []
    if (where !== undefined || isPositioned || start === undefined) return
    const [west, south, east, north] = start.bounds
    setFit((last) => last ?? { west, south, east, north })
  }, [service])
  useEffect(() => {
    if (place === fitted) return
    const bounds = place === undefined ? undefined : boundsOf(points)
    if (place !== undefined && (bounds === undefined || place !== answered)) return
    setFitted(place)
    if (bounds !== undefined) setFit(bounds)
  }, [place, points])
  return fit
}
