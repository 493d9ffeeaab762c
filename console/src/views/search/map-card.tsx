import { useEffect, useRef } from 'preact/hooks'
import { Link } from '../../parts/link.tsx'
import type { Bounds, MapPoint } from '../../parts/map/shapes.ts'
import { HomeCard } from './results.tsx'
import type { FoundHome } from './search-page.ts'

interface MapCardProps {
  readonly point: MapPoint
  /** The home, if the list has it. Otherwise the card shows what the tile says. */
  readonly home: FoundHome | undefined
  readonly path: string
  /** The visible part of the map. The card is on the side away from the price. */
  readonly view: Bounds | undefined
  readonly onClose: () => void
}

const nothing = () => {}

/** A card over the map for a clicked price. It takes the focus; Escape closes it and returns the focus to the map. */
export function MapCard({ point, home, path, view, onClose }: MapCardProps) {
  const frame = useRef<HTMLElement>(null)
  useEffect(() => {
    frame.current?.querySelector('a')?.focus({ preventScroll: true })
  }, [point.id])
  useEffect(() => {
    const look = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape') return
      onClose()
      document.querySelector<HTMLElement>('.search-map canvas')?.focus()
    }
    document.addEventListener('keydown', look)
    return () => document.removeEventListener('keydown', look)
  })
  const isWest = view !== undefined && point.longitude < (view.west + view.east) / 2
  const isNorth = view !== undefined && point.latitude > (view.south + view.north) / 2
  return (
    <section
      class={`map-card sheet ${isWest ? 'at-right' : ''} ${isNorth ? 'at-bottom' : ''}`}
      ref={frame}
      aria-label="The clicked home"
    >
      {home === undefined ? (
        <p>
          <strong class={`found-price ${point.kind}`}>{point.label || 'Price unknown'}</strong> {point.says.join(', ')}
        </p>
      ) : (
        <ul>
          <HomeCard home={home} isLit={false} onLight={nothing} />
        </ul>
      )}
      <footer>
        <Link to={path} class="button main">
          Open
        </Link>
        <button type="button" class="button" onClick={onClose}>
          Close
        </button>
      </footer>
    </section>
  )
}
