import type { Histogram } from './buckets.ts'

/** The text format of Prometheus, version 0.0.4. */
export const EXPOSITION_TYPE = 'text/plain; version=0.0.4; charset=utf-8'

export type Labels = Readonly<Record<string, string>>

/** Numbers of one name, told apart by their labels. */
export interface Metric {
  readonly name: string
  readonly type: 'counter' | 'gauge'
  /** A sentence that says which quantity it is. */
  readonly help: string
  readonly samples: readonly (readonly [labels: Labels, value: number])[]
}

export interface HistogramMetric extends Omit<Metric, 'type' | 'samples'> {
  readonly type: 'histogram'
  readonly samples: readonly (readonly [labels: Labels, histogram: Histogram])[]
}

/** Metrics as Prometheus reads them; one without samples is left out. */
export function exposition(metrics: readonly (Metric | HistogramMetric)[]): string {
  const lines: string[] = []
  for (const metric of metrics) {
    const { name, type, help, samples } = metric
    if (samples.length === 0) continue
    lines.push(`# HELP ${name} ${escaped(help)}`, `# TYPE ${name} ${type}`)
    if (metric.type === 'histogram') lines.push(...metric.samples.flatMap((sample) => histogramLines(name, ...sample)))
    else lines.push(...metric.samples.map(([labels, value]) => line(name, labels, value)))
  }
  return lines.length === 0 ? '' : `${lines.join('\n')}\n`
}

/** Each bucket holds those before it. */
function histogramLines(name: string, labels: Labels, { bounds, counts, sum }: Histogram): string[] {
  let total = 0
  const buckets = counts.map((count, bucket) => {
    total += count
    const le = bucket < bounds.length ? String(bounds[bucket]) : '+Inf'
    return line(`${name}_bucket`, { ...labels, le }, total)
  })
  return [...buckets, line(`${name}_sum`, labels, sum), line(`${name}_count`, labels, total)]
}

function line(name: string, labels: Labels, value: number): string {
  const pairs = Object.entries(labels).map(([label, text]) => `${label}="${escaped(text).replaceAll('"', '\\"')}"`)
  return `${name}${pairs.length === 0 ? '' : `{${pairs.join(',')}}`} ${numberText(value)}`
}

function escaped(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n')
}

function numberText(value: number): string {
  return Number.isFinite(value) ? String(value) : Number.isNaN(value) ? 'NaN' : value > 0 ? '+Inf' : '-Inf'
}
