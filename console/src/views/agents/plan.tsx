import { shortMoney } from '../../parts/format.ts'
import { boundsOf } from '../../parts/map/shapes.ts'
import type { Shown, ShownHome } from './shown.ts'

const WIDTH = 640
const HEIGHT = 300
const EDGE = 40

const KM_PER_DEGREE = 111.195

/** Possible lengths of the scale bar, in miles. */
const SCALES = [0.1, 0.25, 0.5, 1, 2, 5, 10, 25, 50, 100, 250, 500]
const KM_PER_MILE = 1.609344

interface Placed extends ShownHome {
  readonly latitude: number
  readonly longitude: number
}

interface PlanProps {
  readonly shown: Shown
  /** The home whose card is under the pointer. */
  readonly lit: string | undefined
}

interface Pin {
  readonly home: Placed
  readonly x: number
  readonly y: number
  readonly isLit: boolean
}

/** Size of a price label. */
const LABEL = { width: 48, height: 12 }

/**
 * Puts the highlighted pin last, above all others, and always labels it. Any other pin has a label if it overlaps no
 * earlier label.
 */
function labelled(pins: readonly Pin[]): readonly (Pin & { readonly hasLabel: boolean })[] {
  const taken: Pin[] = pins.filter(({ isLit }) => isLit)
  const inOrder = pins.toSorted((one, other) => Number(one.isLit) - Number(other.isLit))
  return inOrder.map((pin) => {
    const isFree = (other: Pin) => Math.abs(other.x - pin.x) > LABEL.width || Math.abs(other.y - pin.y) > LABEL.height
    const hasLabel = pin.isLit || taken.every(isFree)
    if (hasLabel) taken.push(pin)
    return { ...pin, hasLabel }
  })
}

/** Draws the homes at their relative positions, north up and to scale, without loading a map. */
export function Plan({ shown: { homes, kind }, lit }: PlanProps) {
  const placed = homes.filter((home): home is Placed => home.latitude !== undefined && home.longitude !== undefined)
  const bounds = boundsOf(placed)
  if (bounds === undefined || placed.length < 2) return null
  const east = Math.cos((((bounds.south + bounds.north) / 2) * Math.PI) / 180)
  const [wide, high] = [(bounds.east - bounds.west) * east, bounds.north - bounds.south]
  const perDegree = Math.min((WIDTH - 2 * EDGE) / Math.max(wide, 1e-6), (HEIGHT - 2 * EDGE) / Math.max(high, 1e-6))
  const left = (WIDTH - wide * perDegree) / 2
  const top = (HEIGHT - high * perDegree) / 2
  const perMile = (perDegree / KM_PER_DEGREE) * KM_PER_MILE
  const miles = SCALES.findLast((each) => each * perMile <= WIDTH / 4) ?? 0
  const pins = labelled(
    placed.map((home) => ({
      home,
      x: left + (home.longitude - bounds.west) * east * perDegree,
      y: top + (bounds.north - home.latitude) * perDegree,
      isLit: home.id === lit,
    })),
  )
  return (
    <svg
      class="plan"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label="Positions of the homes relative to each other"
    >
      {pins.map(({ home: { id, price }, x, y, isLit, hasLabel }) => (
        <g key={id} class={`plan-pin ${kind}`} data-lit={isLit ? '' : undefined}>
          <circle cx={x} cy={y} r={isLit ? 7 : 4} />
          {hasLabel && (
            <text x={x} y={y - 8}>
              {typeof price === 'number' ? shortMoney(price) : price}
            </text>
          )}
        </g>
      ))}
      {miles > 0 && (
        <g class="plan-scale">
          <path d={`M12 ${HEIGHT - 12}h${miles * perMile}`} />
          <text x="12" y={HEIGHT - 18}>
            {miles} mi
          </text>
        </g>
      )}
    </svg>
  )
}
