import './map.css'
import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { facts, factsSoFar } from '../../service/facts.ts'
import { keyFor } from '../../service/request.ts'
import type { MapCanvas } from './map-canvas.ts'
import {
  type Around,
  type Bounds,
  type MapPoint,
  type MapPosition,
  type Matches,
  type Outline,
  type Shape,
  WHOLE_COUNTRY,
} from './shapes.ts'

/** How far below the screen a map begins to load. */
const NEAR_PX = 400

interface MapFrameProps {
  /** Describes the map for those who do not see it. */
  readonly label: string
  readonly points: readonly MapPoint[]
  /** Tiles of all homes, where the points are only some of them: of these, those that are marked are drawn. */
  readonly matches?: Matches | undefined
  /** The prices that homes of the tiles are narrowed to, before that is asked. */
  readonly prices?: readonly [min: string, max: string] | undefined
  /** The place that the points lie around, which is marked and no point itself. */
  readonly around?: Around | undefined
  /** It stands in a page that scrolls, so that a wheel or one finger goes on in the page. */
  readonly isInPage?: boolean
  /** The point that is pointed at, here or elsewhere. */
  readonly lit?: string | undefined
  readonly shape?: Shape | undefined
  /** Is drawn in place of a shape, as near as it fits. */
  readonly outline?: Outline | undefined
  /** The map moves there whenever it is given another one. */
  readonly fit?: Bounds | undefined
  /** Where the map begins, instead of what it would fit. */
  readonly position?: MapPosition | undefined
  /** While it is given, a shape is being drawn. */
  readonly drawing?: Shape['kind'] | undefined
  /** Hears of the points that were clicked: more than one where several are at one place. */
  readonly onPoints?: (points: readonly MapPoint[], isShifted: boolean) => void
  readonly onPointed?: (id: string | undefined) => void
  /** Hears, whenever the map is at rest, of the homes of tiles that are in sight. */
  readonly onSeen?: (homeCount: number, bounds: Bounds) => void
  /** A count was clicked that does not fall apart. */
  readonly onCount?: () => void
  /** The person moved the map. */
  readonly onMoved?: (bounds: Bounds, position: MapPosition) => void
  /** None where drawing was given up. */
  readonly onDrawn?: (shape: Shape | undefined) => void
}

/**
 * Points on a map of local outlines. Whatever it shows must also be in the page as text: a canvas has no words. Its
 * code is loaded when the first one is about to be seen.
 */
export function MapFrame(props: MapFrameProps) {
  const { label, points, matches, prices, around, isInPage = false, lit, shape, outline, fit, drawing } = props
  const frame = useRef<HTMLDivElement>(null)
  const latest = useRef(props)
  latest.current = props
  const [canvas, setCanvas] = useState<MapCanvas | undefined>()
  const [pointed, setPointed] = useState<MapPoint | undefined>()
  const [failure, setFailure] = useState<string | undefined>()
  useEffect(() => {
    const container = frame.current
    if (container === null) return undefined
    let isOver = false
    let opened: MapCanvas | undefined
    const now = () => latest.current
    const start = async () => {
      const [{ openMap }, { tiles }] = await Promise.all([import('./map-canvas.ts'), facts()])
      if (isOver) return
      opened = await openMap(
        { container, bounds: now().fit ?? WHOLE_COUNTRY, position: now().position, tiles, headersOf, isInPage },
        {
          onPoints: (clicked, isShifted) => now().onPoints?.(clicked, isShifted),
          onPointed: (point) => {
            setPointed(point)
            now().onPointed?.(point?.id)
          },
          onSeen: (homeCount, bounds) => now().onSeen?.(homeCount, bounds),
          onCount: () => now().onCount?.(),
          onMoved: (bounds, position) => now().onMoved?.(bounds, position),
          onFailed: (error) => console.warn(`The map: ${error.message}`),
        },
      )
      if (isOver) opened.remove()
      else setCanvas(opened)
    }
    const unwatch = onceNear(container, () => {
      start().catch((error: unknown) => setFailure(error instanceof Error ? error.message : String(error)))
    })
    return () => {
      isOver = true
      unwatch()
      opened?.remove()
    }
  }, [])
  const pins = useMemo(() => (matches ? points.filter(({ isMarked }) => isMarked) : points), [points, matches])
  useEffect(() => canvas?.showPoints(pins), [canvas, pins])
  useEffect(() => canvas?.showMatches(matches), [canvas, matches])
  useEffect(() => canvas?.narrow(prices), [canvas, matches, prices?.[0], prices?.[1]])
  useEffect(() => canvas?.mark(around), [canvas, around?.latitude, around?.longitude])
  useEffect(() => canvas?.showShape(drawing ? undefined : shape), [canvas, shape, drawing])
  useEffect(
    () => canvas?.light([...points, ...(pointed ? [pointed] : [])].find(({ id }) => id === lit)),
    [canvas, points, lit, pointed],
  )
  useEffect(() => {
    if (fit) canvas?.fit(fit)
  }, [canvas, fit])
  useEffect(() => {
    if (outline) canvas?.showOutline(outline)
  }, [canvas, outline])
  useEffect(() => {
    if (drawing === undefined) return undefined
    return canvas?.draw(drawing, (drawn) => latest.current.onDrawn?.(drawn))
  }, [canvas, drawing])
  return (
    <section class="map" aria-label={label}>
      <div class="map-canvas" ref={frame} />
      {failure !== undefined && (
        <p class="map-failure" role="alert">
          Your browser cannot draw the map: {failure}
        </p>
      )}
    </section>
  )
}

/** Tiles of homes are asked for with the key; those of the ground with nothing. */
function headersOf(url: string): Readonly<Record<string, string>> {
  const key = keyFor(factsSoFar())
  const isOfHomes = url.startsWith(`${location.origin}/tiles/`)
  return isOfHomes && key !== undefined ? { [factsSoFar().keyHeader]: key } : {}
}

/** Runs the work once the element is in view, or nearly; returns how to give it up. */
function onceNear(element: Element, work: () => void): () => void {
  const seen = new IntersectionObserver(
    (entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return
      seen.disconnect()
      work()
    },
    { rootMargin: `${NEAR_PX}px` },
  )
  seen.observe(element)
  return () => seen.disconnect()
}
