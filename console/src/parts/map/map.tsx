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

/** A map starts to load when it is this close below the visible screen. */
const NEAR_PX = 400

interface MapFrameProps {
  /** Describes the map for screen readers. */
  readonly label: string
  readonly points: readonly MapPoint[]
  /** Tiles of all homes, for results with more homes than `points` has. With tiles, only marked points are drawn. */
  readonly matches?: Matches | undefined
  /** The price range while its handles move, before the search. Homes of tiles outside it are hidden. */
  readonly prices?: readonly [min: string, max: string] | undefined
  /** The place that was searched around. It is marked, but is not a point itself. */
  readonly around?: Around | undefined
  /** The map is part of a scrolling page, so a wheel or one finger scrolls the page. */
  readonly isInPage?: boolean
  /** The id of the highlighted point, on the map or in a list. */
  readonly lit?: string | undefined
  readonly shape?: Shape | undefined
  /** Drawn in place of a shape. The map fits to it. */
  readonly outline?: Outline | undefined
  /** The map moves there when this value changes. */
  readonly fit?: Bounds | undefined
  /** Initial position; takes precedence over `fit`. */
  readonly position?: MapPosition | undefined
  /** The kind of shape being drawn; undefined if none is. */
  readonly drawing?: Shape['kind'] | undefined
  /** Called with the clicked points: several if they share one position, none after a click beside all points. */
  readonly onPoints?: (points: readonly MapPoint[], isShifted: boolean) => void
  readonly onPointed?: (id: string | undefined) => void
  /** Called when the map stops moving, with the number of visible homes from tiles. */
  readonly onSeen?: (homeCount: number, bounds: Bounds) => void
  /** Called when a cluster that zooming cannot split is clicked. */
  readonly onCount?: () => void
  /** Called when the person moves the map. */
  readonly onMoved?: (bounds: Bounds, position: MapPosition) => void
  /** Called with the drawn shape; undefined if drawing was canceled. */
  readonly onDrawn?: (shape: Shape | undefined) => void
}

/**
 * A map of points over local outlines. The page must show the same content as text, because screen readers cannot read
 * a canvas. The map's code loads when the first map comes close to view.
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

/** Requests for tiles of homes send the key. Requests for background tiles send no headers. */
function headersOf(url: string): Readonly<Record<string, string>> {
  const key = keyFor(factsSoFar())
  const isOfHomes = url.startsWith(`${location.origin}/tiles/`)
  return isOfHomes && key !== undefined ? { [factsSoFar().keyHeader]: key } : {}
}

/** Runs `work` once the element is visible or nearly visible. Returns a function that cancels it. */
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
