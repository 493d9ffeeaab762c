import { parseArgs } from 'node:util'
import type { FlatArray } from '../src/engine/column.ts'
import { copyPerElement } from '../src/engine/own-copy.ts'
import { Random } from '../test/engine/random.ts'
import { Figures } from './figures.ts'
import { median, timed } from './timing.ts'

const ROWS = 4096
const LOOPS_A_ROUND = 200

/** The shape of the loop that filters by a range, see src/engine/predicates/range.ts. */
function keep(values: FlatArray, min: number, max: number, rows: Uint32Array, into: Uint32Array): number {
  let next = 0
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i] as number
    const value = values[row] as number
    into[next] = row
    next += +(value >= min) & +(value <= max)
  }
  return next
}

const OWN = copyPerElement(keep)

/** What a loop of its own for each type of array is worth, beside one function that sees all of them. */
export async function benchOwnCopy(args: readonly string[]): Promise<void> {
  const { values: options } = parseArgs({
    args: [...args],
    options: { rounds: { type: 'string', default: '200' }, json: { type: 'boolean', default: false } },
  })
  const figures = new Figures(options.json)
  const random = new Random(1)
  const numbers = Array.from({ length: ROWS }, () => random.whole(0, 200))
  const columns = {
    u8: Uint8Array.from(numbers),
    u16: Uint16Array.from(numbers),
    u32: Uint32Array.from(numbers),
    i32: Int32Array.from(numbers),
    f32: Float32Array.from(numbers),
    f64: Float64Array.from(numbers),
  }
  const rows = Uint32Array.from(numbers, (_, row) => row)
  const into = new Uint32Array(ROWS)
  const times = { own: [] as number[], shared: [] as number[] }
  let kept = 0
  // In turns, so that whatever else the machine does falls on both; the first half warms up.
  for (let round = 0; round < 2 * Number(options.rounds); round++) {
    for (const kind of ['own', 'shared'] as const) {
      const [, ms] = timed(() => {
        for (const [element, values] of Object.entries(columns)) {
          const loop = kind === 'own' ? OWN[element as keyof typeof OWN] : keep // the columns have its keys
          for (let i = 0; i < LOOPS_A_ROUND; i++) kept += loop(values, 50, 150, rows, into)
        }
      })
      if (round >= Number(options.rounds)) times[kind].push((ms * 1000) / (LOOPS_A_ROUND * Object.keys(columns).length))
    }
  }
  if (kept === 0) throw new Error('the loops kept no row, so nothing was measured')
  const [own, shared] = [median(times.own), median(times.shared)]
  figures.add('4,096 rows, a loop of its own', own, 'µs')
  figures.add('4,096 rows, one loop for all types', shared, 'µs')
  figures.add('one for all, as a multiple', shared / own, '')
  figures.end()
}
