import './histogram.css'
import { useEffect, useRef, useState } from 'preact/hooks'
import { endsOf, rangeText } from '../../service/range-text.ts'
import { type Ends, endsAt, type FacetNumbers, inSight, valueAt } from './facets.ts'

interface HistogramProps {
  readonly label: string
  readonly numbers: FacetNumbers
  /** The range as the parameter's text. */
  readonly text: string
  readonly format: (value: number) => string
  /** Called with each range while a handle moves. */
  readonly onDrag: (text: string) => void
  /** Called with the range when a handle is released. */
  readonly onChange: (text: string) => void
}

const HEIGHT = 100
const LEAP = 5
/** Key presses within this time count as one movement. */
const PAUSE_MS = 700

/** A histogram with a handle at each end of the range, for pointer and keyboard. */
export function Histogram({ label, numbers, text, format, onDrag, onChange }: HistogramProps) {
  const { from, results } = numbers.histogram
  const asked = endsAt(text, numbers)
  const sight = inSight(numbers, text, asked)
  const [first, end] = sight
  const classes = end - first
  // `map` returns as many elements as it gets: two
  const given = asked.map((place) => clamped(place, first, end)) as [low: number, high: number]
  const [moved, setMoved] = useState<Ends | undefined>()
  const held = useRef<0 | 1 | undefined>(undefined)
  const track = useRef<HTMLDivElement>(null)
  useEffect(() => setMoved(undefined), [text, numbers])
  const shown = moved ?? given
  const [low, high] = shown
  const most = Math.max(1, ...results)
  const move = (which: 0 | 1, to: number) => {
    const place = Math.round(to)
    const next: Ends =
      which === 0 ? [clamped(place, first, Math.ceil(high) - 1), high] : [low, clamped(place, Math.floor(low) + 1, end)]
    setMoved(next)
    onDrag(textOf(next))
  }
  // keeps the text of an end that did not move
  const textOf = (ends: Ends) => {
    const [min, max] = ends.map((place, i) => (place === given[i] ? endsOf(text)[i] : valueAt(place, numbers, sight)))
    return rangeText(min ?? '', max ?? '')
  }
  const settle = () => {
    held.current = undefined
    if (moved !== undefined) onChange(textOf(moved))
  }
  const latest = useRef(settle)
  latest.current = settle
  const later = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const settleLater = () => {
    clearTimeout(later.current)
    later.current = setTimeout(() => latest.current(), PAUSE_MS)
  }
  const placeOf = ({ clientX }: PointerEvent) => {
    const { left = 0, width = 1 } = track.current?.getBoundingClientRect() ?? {}
    return first + clamped((clientX - left) / width, 0, 1) * classes
  }
  const says = (value: string) => (value === '' ? 'no limit' : format(Number(value)))
  const key = (which: 0 | 1, event: KeyboardEvent) => {
    const at = which === 0 ? low : high
    const to = { Home: first, End: end }[event.key] ?? at + (STEPS[event.key] ?? 0)
    if (to === at) return
    event.preventDefault()
    // from inside a bar, a step goes to the bar's edge
    move(which, to > at ? Math.floor(to) : Math.ceil(to))
  }
  return (
    <div
      class="histogram"
      onPointerDown={(event) => {
        const place = placeOf(event)
        held.current = Math.abs(place - low) < Math.abs(place - high) || place < low ? 0 : 1
        event.currentTarget.setPointerCapture(event.pointerId)
        move(held.current, place)
      }}
      onPointerMove={(event) => held.current !== undefined && move(held.current, placeOf(event))}
      onPointerUp={settle}
      onPointerCancel={settle}
    >
      <svg viewBox={`${first} 0 ${classes} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
        {results.slice(first, end).map((some, at) => {
          const i = first + at
          const height = some === 0 ? 0 : Math.max(2, (some / most) * HEIGHT)
          const isIn = i + 1 > low && i < high
          return <rect key={i} class={isIn ? 'in' : ''} x={i + 0.06} y={HEIGHT - height} width="0.88" height={height} />
        })}
      </svg>
      <div class="histogram-track" ref={track}>
        {([0, 1] as const).map((which) => {
          const place = shown[which] - first
          return (
            <span
              key={which}
              role="slider"
              tabIndex={0}
              aria-label={`${label}, ${which === 0 ? 'lower' : 'upper'} end`}
              aria-valuemin={0}
              aria-valuemax={classes}
              aria-valuenow={place}
              aria-valuetext={says(endsOf(textOf(shown))[which])}
              style={{ left: `${(place / classes) * 100}%` }}
              onKeyDown={(event) => key(which, event)}
              onKeyUp={settleLater}
            />
          )
        })}
        <small class="quiet">{format(from[first] ?? 0)}</small>
        <small class="quiet">{end < from.length ? format(from[end] ?? 0) : `${format(from.at(-1) ?? 0)}+`}</small>
      </div>
    </div>
  )
}

const STEPS: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowDown: -1,
  ArrowRight: 1,
  ArrowUp: 1,
  PageDown: -LEAP,
  PageUp: LEAP,
}

function clamped(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value))
}
