import './use-by-day.css'
import type { OperationUsage } from '../service/answers.ts'
import { count, day } from './format.ts'

interface UseByDayProps {
  /** The first day of the period; `to` is the last. */
  readonly from: string
  readonly to: string
  readonly uses: readonly OperationUsage[]
}

const DAY_MS = 86_400_000
const HEIGHT = 100

/** A bar chart of credits per day; days without calls are included. */
export function UseByDay({ from, to, uses }: UseByDayProps) {
  const sums = new Map<string, { calls: number; credits: number }>()
  for (const { day: at, calls, credits } of uses) {
    const sum = sums.get(at) ?? { calls: 0, credits: 0 }
    sums.set(at, { calls: sum.calls + calls, credits: sum.credits + credits })
  }
  const days = daysBetween(from, to)
  const most = Math.max(1, ...Array.from(sums.values(), ({ credits }) => credits))
  const total = Array.from(sums.values()).reduce((sum, { credits }) => sum + credits, 0)
  const label = `${count(total)} credits from ${day(from)} to ${day(to)}, at most ${count(most)} on a day`
  return (
    <figure class="use">
      <svg viewBox={`0 0 ${days.length} ${HEIGHT}`} preserveAspectRatio="none" role="img" aria-label={label}>
        {days.map((at, i) => {
          const { calls, credits } = sums.get(at) ?? { calls: 0, credits: 0 }
          const height = credits === 0 ? 0 : Math.max(2, (credits / most) * HEIGHT)
          return (
            <g key={at}>
              <title>
                {day(at)}: {count(calls)} calls, {count(credits)} credits
              </title>
              <rect class="whole" x={i} y="0" width="1" height={HEIGHT} />
              <rect class="bar" x={i + 0.1} y={HEIGHT - height} width="0.8" height={height} />
            </g>
          )
        })}
      </svg>
      <figcaption class="quiet">
        <span>{day(from)}</span>
        <span>{label}</span>
        <span>{day(to)}</span>
      </figcaption>
    </figure>
  )
}

function daysBetween(from: string, to: string): readonly string[] {
  const [first, last] = [Date.parse(from), Date.parse(to)]
  const days = Math.max(1, Math.round((last - first) / DAY_MS) + 1)
  return Array.from({ length: days }, (_, i) => new Date(first + i * DAY_MS).toISOString().slice(0, 10))
}
