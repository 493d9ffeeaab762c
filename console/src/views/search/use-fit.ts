import { useEffect, useState } from 'preact/hooks'
import type { Bounds } from '../../parts/map/shapes.ts'
import { boundsOfWhere, type Where } from './where.ts'

/**
 * Fits the map to a place once, as soon as the positions of its homes are known. Later it leaves the map alone. A
 * position in the page's address takes precedence.
 */
export function useFit(where: Where | undefined, found: Bounds | undefined, isPositioned: boolean): Bounds | undefined {
  const place = where?.kind === 'place' ? where.text : undefined
  const [fit, setFit] = useState<Bounds | undefined>(() => (isPositioned ? undefined : boundsOfWhere(where)))
  const [fitted, setFitted] = useState<string | undefined>(isPositioned ? place : undefined)
  useEffect(() => {
    if (where !== undefined || isPositioned || found === undefined) return
    setFit((last) => last ?? found)
  }, [found])
  useEffect(() => {
    if (place === fitted || (place !== undefined && found === undefined)) return
    setFitted(place)
    if (place !== undefined && found !== undefined) setFit(found)
  }, [place, found])
  return fit
}
