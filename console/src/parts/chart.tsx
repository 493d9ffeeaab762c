import 'uplot/dist/uPlot.min.css'
import './chart.css'
import { useEffect, useRef, useState } from 'preact/hooks'
import UPlot from 'uplot'
import { useStore } from '../service/store.ts'
import { theme } from '../service/theme.ts'

/** Points as a time in milliseconds and a value. */
export interface Series {
  readonly name: string
  readonly points: readonly { readonly x: number; readonly y: number }[]
}

interface LineChartProps {
  /** Describes the chart for screen readers. */
  readonly label: string
  /** The first series has the strongest line. */
  readonly series: readonly Series[]
  readonly format: (value: number | null | undefined) => string
  readonly formatAxis?: (value: number) => string
}

const HEIGHT = 260
const AXIS_WIDTH = 64
const DARK = matchMedia('(prefers-color-scheme: dark)')
const COLORS = ['--accent', '--rent', '--sold', '--ink-soft']

/**
 * A line chart over time; the pointer shows the values of a day. Screen readers get the first and last value of each
 * line.
 */
export function LineChart({ label, series, format, formatAxis = format }: LineChartProps) {
  const frame = useRef<HTMLDivElement>(null)
  const chosen = useStore(theme)
  const isDark = useDark()
  const drawn = series.filter(({ points }) => points.length > 0)
  useEffect(() => {
    const element = frame.current
    if (element === null || drawn.length === 0) return undefined
    const chart = new UPlot(optionsOf(drawn, element.clientWidth, format, formatAxis), joined(drawn), element)
    const watch = new ResizeObserver(() => chart.setSize({ width: element.clientWidth, height: HEIGHT }))
    watch.observe(element)
    return () => {
      watch.disconnect()
      chart.destroy()
    }
  }, [series, chosen, isDark])
  return (
    <figure class="chart">
      <div ref={frame} role="img" aria-label={`${label}. ${drawn.map((one) => endsOf(one, format)).join(' ')}`} />
    </figure>
  )
}

/** Whether the system uses dark colors. Redraws the chart when this changes. */
function useDark(): boolean {
  const [isDark, setDark] = useState(DARK.matches)
  useEffect(() => {
    const look = () => setDark(DARK.matches)
    look()
    DARK.addEventListener('change', look)
    return () => DARK.removeEventListener('change', look)
  }, [])
  return isDark
}

function endsOf({ name, points }: Series, format: LineChartProps['format']): string {
  const [first, last] = [points[0], points.at(-1)]
  if (first === undefined || last === undefined) return ''
  return `${name}: ${format(first.y)} in ${yearOf(first.x)}, ${format(last.y)} in ${yearOf(last.x)}.`
}

function yearOf(ms: number): number {
  return new Date(ms).getUTCFullYear()
}

/** One column of times in seconds, shared by all series, as uPlot requires. */
function joined(series: readonly Series[]): UPlot.AlignedData {
  return UPlot.join(
    series.map(({ points }) => {
      const ordered = points.toSorted((a, b) => a.x - b.x)
      return [ordered.map(({ x }) => x / 1000), ordered.map(({ y }) => y)]
    }),
  )
}

function optionsOf(
  series: readonly Series[],
  width: number,
  format: LineChartProps['format'],
  formatAxis: (value: number) => string,
): UPlot.Options {
  const style = getComputedStyle(document.documentElement)
  const cssColor = (name: string) => resolved(style.getPropertyValue(name))
  const axis = {
    stroke: cssColor('--ink-soft'),
    grid: { stroke: cssColor('--line'), width: 1 },
    ticks: { show: false },
  }
  return {
    width,
    height: HEIGHT,
    tzDate: (seconds) => UPlot.tzDate(new Date(seconds * 1000), 'Etc/UTC'),
    legend: { live: true },
    cursor: { points: { size: 7 } },
    scales: { y: { range: { min: { pad: 0.1, soft: 0, mode: 2 }, max: { pad: 0.1 } } } },
    axes: [axis, { ...axis, size: AXIS_WIDTH, values: (_, ticks) => ticks.map((tick) => formatAxis(tick)) }],
    series: [
      { value: '{DD} {MMM} {YYYY}' },
      ...series.map(({ name }, i) => ({
        label: name,
        stroke: cssColor(COLORS[i % COLORS.length] ?? '--ink'),
        width: i === 0 ? 2.5 : 1.5,
        spanGaps: true,
        points: { show: false },
        value: (_: UPlot, value: number | null) => format(value),
      })),
    ],
  }
}

/** Resolves a color for the current theme, because a canvas does not support `light-dark()`. */
function resolved(cssColor: string): string {
  const probe = document.createElement('span')
  probe.style.color = cssColor
  document.body.append(probe)
  const now = getComputedStyle(probe).color
  probe.remove()
  return now
}
