import assert from 'node:assert/strict'

/** A page of metrics, parsed strictly. */
export interface Exposition {
  readonly types: ReadonlyMap<string, string>
  readonly helps: ReadonlyMap<string, string>
  has(name: string, labels?: Readonly<Record<string, string>>): boolean
  /** Returns the value of a sample; 0 if it is missing. */
  value(name: string, labels?: Readonly<Record<string, string>>): number
  /** Sums all samples with a name and these labels. */
  sum(name: string, labels?: Readonly<Record<string, string>>): number
}

const NAME = /^[a-zA-Z_:][a-zA-Z0-9_:]*/
const LABEL = /^([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\n]|\\["\\n])*)"/
const NUMBER = /^(?:[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?|NaN|[+-]Inf)$/

interface Sample {
  readonly name: string
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}

/** Parses the text format of Prometheus, version 0.0.4. Throws if the text violates it. */
export function readExposition(text: string): Exposition {
  assert.ok(text.endsWith('\n'), 'the last line has an end')
  const types = new Map<string, string>()
  const helps = new Map<string, string>()
  const all = new Map<string, Sample>()
  let current = ''
  for (const line of text.slice(0, -1).split('\n')) {
    if (line === '') continue
    const [, kind, about = '', rest = ''] = /^# (HELP|TYPE) (\S+) (.*)$/.exec(line) ?? []
    if (kind !== undefined) {
      const described = kind === 'HELP' ? helps : types
      assert.match(about, new RegExp(`${NAME.source}$`))
      assert.ok(!described.has(about), `${kind} of ${about} is there twice`)
      if (kind === 'TYPE') assert.match(rest, /^(counter|gauge|histogram)$/)
      described.set(about, unescaped(rest))
      current = about
      continue
    }
    const sample = readSample(line)
    const type = types.get(current)
    const own = type === 'histogram' ? [`${current}_bucket`, `${current}_sum`, `${current}_count`] : [current]
    assert.ok(helps.has(current) && own.includes(sample.name), `${line}: does not stand below its own HELP and TYPE`)
    if (type === 'counter') assert.ok(sample.name.endsWith('_total') && sample.value >= 0, line)
    const id = idOf(sample)
    assert.ok(!all.has(id), `${id} is there twice`)
    all.set(id, sample)
  }
  for (const [name, type] of types) if (type === 'histogram') checkHistogram(name, [...all.values()])
  return {
    types,
    helps,
    has: (name, labels = {}) => all.has(idOf({ name, labels })),
    value: (name, labels = {}) => all.get(idOf({ name, labels }))?.value ?? 0,
    sum: (name, wanted = {}) =>
      [...all.values()]
        .filter((sample) => sample.name === name)
        .filter(({ labels }) => Object.entries(wanted).every(([label, value]) => labels[label] === value))
        .reduce((sum, { value }) => sum + value, 0),
  }
}

function idOf({ name, labels }: Omit<Sample, 'value'>): string {
  const pairs = Object.entries(labels).sort(([one], [other]) => (one < other ? -1 : 1))
  return `${name}{${pairs.map(([label, value]) => `${label}=${JSON.stringify(value)}`).join(',')}}`
}

function readSample(line: string): Sample {
  const name = NAME.exec(line)?.[0] ?? assert.fail(`no name: ${line}`)
  const labels: Record<string, string> = {}
  let rest = line.slice(name.length)
  if (rest.startsWith('{')) {
    do {
      rest = rest.slice(1)
      const [whole = '', label = '', value = ''] = LABEL.exec(rest) ?? assert.fail(`no label: ${line}`)
      assert.ok(!(label in labels), `${label} is there twice: ${line}`)
      labels[label] = unescaped(value)
      rest = rest.slice(whole.length)
    } while (rest.startsWith(','))
    assert.ok(rest.startsWith('} '), line)
    rest = rest.slice(1)
  }
  const number = rest.slice(1)
  assert.ok(rest.startsWith(' ') && NUMBER.test(number), `no number: ${line}`)
  return { name, labels, value: Number(number.replace('Inf', 'Infinity')) }
}

function unescaped(text: string): string {
  return text.replace(/\\(.)/g, (_, letter: string) => (letter === 'n' ? '\n' : letter))
}

function seriesOf(name: string, { labels }: Sample): string {
  return idOf({ name, labels: Object.fromEntries(Object.entries(labels).filter(([label]) => label !== 'le')) })
}

/** Checks a histogram: buckets ascend, their counts never fall, and the last bucket contains everything. */
function checkHistogram(name: string, samples: readonly Sample[]): void {
  const ofName = (ending: string) => samples.filter((sample) => sample.name === `${name}_${ending}`)
  const series = Map.groupBy(ofName('bucket'), (sample) => seriesOf(name, sample))
  const counts = ofName('count')
  assert.equal(series.size, counts.length)
  assert.equal(ofName('sum').length, counts.length)
  for (const { labels, value } of counts) {
    const buckets = series.get(idOf({ name, labels })) ?? assert.fail(`${name} has a count and no buckets`)
    const bounds = buckets.map((bucket) => Number(bucket.labels.le?.replace('Inf', 'Infinity')))
    const totals = buckets.map((bucket) => bucket.value)
    assert.deepEqual(
      bounds,
      [...new Set(bounds)].sort((one, other) => one - other),
    )
    assert.equal(bounds.at(-1), Number.POSITIVE_INFINITY)
    assert.deepEqual(
      totals,
      totals.toSorted((one, other) => one - other),
    )
    assert.equal(totals.at(-1), value)
  }
}
