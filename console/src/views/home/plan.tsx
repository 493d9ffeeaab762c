import { decimal, shortMoney } from '../../parts/format.ts'
import type { Comparable, HomeDetails } from './answers.ts'

const SIZE = 400
const MIDDLE = SIZE / 2
/** Room for prices at the edge. */
const EDGE = 44
const MILES_PER_DEGREE = 69.1
/** Distances that read well, in miles. */
const RINGS = [0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10, 25, 50]

interface Placed {
  readonly comparable: Comparable
  readonly x: number
  readonly y: number
}

/**
 * The home in the middle, the others around it, north at the top: a plan without a map behind it. Distances are drawn
 * as their roots, so that those next door do not fall on one point when another is far.
 */
export function Plan({ home, comparables }: { home: HomeDetails; comparables: readonly Comparable[] }) {
  const around = comparables.map((comparable) => ({ comparable, ...milesFrom(home, comparable.property) }))
  const farthest = Math.max(...around.map(({ x, y }) => Math.hypot(x, y)), RINGS[0] ?? 0)
  const drawnAt = (miles: number) => (MIDDLE - EDGE) * Math.sqrt(miles / farthest)
  const rings = RINGS.filter((miles) => miles >= farthest / 40 && miles <= farthest * 1.15)
  return (
    <figure class="plan">
      <svg viewBox={`0 0 ${SIZE} ${SIZE}`} role="img" aria-label="The home and its comparables, seen from above">
        {rings.map((miles) => (
          <g key={miles} class="ring">
            <circle cx={MIDDLE} cy={MIDDLE} r={drawnAt(miles)} />
            <text x={MIDDLE} y={MIDDLE - drawnAt(miles) - 3}>
              {decimal(miles, 2)} mi
            </text>
          </g>
        ))}
        {around.map(({ comparable, x, y }) => {
          const miles = Math.max(Math.hypot(x, y), farthest / 1e6)
          const scale = drawnAt(miles) / miles
          const placed = { comparable, x: MIDDLE + x * scale, y: MIDDLE - y * scale }
          return <Pin key={comparable.property.zpid} placed={placed} />
        })}
        <rect class="here" x={MIDDLE - 7} y={MIDDLE - 7} width="14" height="14" />
      </svg>
    </figure>
  )
}

function Pin({ placed: { comparable, x, y } }: { placed: Placed }) {
  const { property, comparison } = comparable
  return (
    <g class="pin">
      <title>
        {property.address.streetAddress}: {shortMoney(property.price)}, adjusted {shortMoney(comparison.adjustedPrice)}
      </title>
      <circle cx={x} cy={y} r={3 + 5 * (comparison.weight ?? 0)} />
      <text x={x} y={y - 11}>
        {shortMoney(comparison.adjustedPrice ?? property.price)}
      </text>
    </g>
  )
}

/** Miles east and north; exact enough within a county. */
function milesFrom(from: Pick<HomeDetails, 'latitude' | 'longitude'>, to: Comparable['property']) {
  const narrowing = Math.cos((from.latitude * Math.PI) / 180)
  return {
    x: (to.longitude - from.longitude) * MILES_PER_DEGREE * narrowing,
    y: (to.latitude - from.latitude) * MILES_PER_DEGREE,
  }
}
