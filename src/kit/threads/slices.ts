import { setImmediate as nextTurn } from 'node:timers/promises'

/** Long work. The generator yields whenever other work may run in between, and returns the result. */
export type SlicedWork<V> = Generator<void, V>

/** Milliseconds after which work pauses. Longer work without a pause would delay calls. */
const SLICE_MS = 4

/** Runs the work in slices, with turns of the event loop in between. */
export async function inSlices<V>(work: SlicedWork<V>): Promise<V> {
  for (let start = performance.now(); ; ) {
    const { done, value } = work.next()
    if (done) return value
    if (performance.now() - start < SLICE_MS) continue
    await nextTurn()
    start = performance.now()
  }
}

export function atOnce<V>(work: SlicedWork<V>): V {
  for (;;) {
    const { done, value } = work.next()
    if (done) return value
  }
}

/** Number of values to use before work may pause again. Using them takes well below a millisecond. */
const VALUES_PER_STEP = 256

/** Calls `use` for each value, and yields now and then. */
export function* each<T>(values: Iterable<T>, use: (value: T, index: number) => void): SlicedWork<void> {
  let index = 0
  for (const value of values) {
    use(value, index++)
    if (index % VALUES_PER_STEP === 0) yield
  }
}

/** Sorts like `toSorted`. A nearly sorted list takes little more than one pass. */
export function* sorted<T>(values: readonly T[], compare: (a: T, b: T) => number): SlicedWork<T[]> {
  let runs: T[][] = []
  for (let at = 0; at < values.length; at += VALUES_PER_STEP) {
    runs.push(values.slice(at, at + VALUES_PER_STEP).sort(compare))
    yield
  }
  while (runs.length > 1) {
    const longer: T[][] = []
    for (let at = 0; at < runs.length; at += 2) longer.push(yield* merged(runs[at] ?? [], runs[at + 1] ?? [], compare))
    runs = longer
  }
  return runs[0] ?? []
}

function* merged<T>(left: T[], right: T[], compare: (a: T, b: T) => number): SlicedWork<T[]> {
  const [first, last] = [right[0], left.at(-1)]
  if (first === undefined || last === undefined || compare(last, first) <= 0) return left.concat(right)
  const all: T[] = []
  for (let i = 0, j = 0; all.length < left.length + right.length; ) {
    const [one, other] = [left[i] as T, right[j] as T] // both indices are within their lists
    if (j === right.length || (i < left.length && compare(one, other) <= 0)) i = all.push(one) - j
    else j = all.push(other) - i
    if (all.length % VALUES_PER_STEP === 0) yield
  }
  return all
}
