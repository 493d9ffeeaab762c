import { type SampleFolder, sampleFolder } from '../catalogues.ts'
import type { Row } from '../figures.ts'
import { numbers, SERVER_CORE } from '../search/bench.ts'
import { benchGrowth } from '../search/part-growth.ts'
import { median } from '../timing.ts'
import { type Measured, measure, openStage, rateOf, type ServiceBench, USUAL_CONNECTIONS, warmUp } from './bench.ts'
import type { Called } from './operations.ts'
import { memoryMb } from './process-figures.ts'
import { PlatProgram } from './program.ts'

const SIZES = [10_000, 100_000, 1_000_000, 5_000_000]
const MAX_TIMES_CITY = 1.5
const CITY_SEARCHES = 300
const OPENINGS = 3

/** What one size of catalogue costs. */
interface Grown {
  readonly sample: SampleFolder
  readonly openS: number
  readonly memoryMb: number
  readonly calls: readonly Measured[]
}

/**
 * The same calls of catalogues of 10,000, 100,000 and 1,000,000 homes, up to the size asked for: how long opening
 * takes, how much memory the program holds then, and each kind of call, plain and for the first time.
 */
export async function benchServiceGrowth(bench: ServiceBench): Promise<void> {
  const { figures, operations, seed } = bench
  const note = (text: string) => figures.note(text)
  const sizes = [...new Set([...SIZES.filter((size) => size < bench.sample.homes), bench.sample.homes])]
  const all: Grown[] = []
  for (const homes of sizes) {
    note(`${homes.toLocaleString('en-US')} homes`)
    all.push(await measureSize({ ...bench, sample: await sampleFolder(homes, seed, note) }))
  }
  figures.heading(`Growth, plain, first time, ${USUAL_CONNECTIONS} connections: CPU of a call, calls a second`)
  const columns = sizes.map((homes) => ({ name: `${homes.toLocaleString('en-US')} homes`, unit: '' }))
  figures.table(columns, rowsOf(all, operations))
  addGrowth(all, operations, figures)
  for (const [i, { sample }] of all.entries()) {
    const small = all[i - 1]?.sample
    if (small === undefined) continue
    const search = { seed, queries: CITY_SEARCHES, rounds: bench.rounds, figures }
    await benchGrowth({ ...search, sample, small }, MAX_TIMES_CITY)
  }
}

async function measureSize(bench: ServiceBench): Promise<Grown> {
  const { sample, operations, rounds } = bench
  const opened: { readonly openS: number; readonly memoryMb: number }[] = []
  for (const _ of numbers(OPENINGS)) {
    const program = await PlatProgram.start(sample.path, String(SERVER_CORE), bench.words)
    opened.push({ openS: program.openS, memoryMb: memoryMb(program.pid) })
    await program.end()
  }
  const stage = await openStage(bench)
  try {
    await warmUp(stage, operations, 1)
    const calls: Measured[] = []
    for (const operation of operations) {
      const measured: Measured[] = []
      for (const _ of numbers(rounds)) {
        const paths = await stage.asked.ask('draw', { name: operation.name, count: operation.questions })
        measured.push(await measure(stage, operation, paths, 'plain', USUAL_CONNECTIONS))
      }
      const middle = measured.sort((one, other) => one.cpuUs - other.cpuUs)[Math.floor(rounds / 2)]
      calls.push(middle as Measured) // there is at least one round
    }
    const medianOf = (value: 'openS' | 'memoryMb') => median(opened.map((each) => each[value]))
    return { sample, openS: medianOf('openS'), memoryMb: medianOf('memoryMb'), calls }
  } finally {
    await stage.end()
  }
}

function rowsOf(all: readonly Grown[], operations: readonly Called[]): Row[] {
  return [
    { name: 'open, s', values: all.map(({ openS }) => openS) },
    { name: 'memory once open, MB', values: all.map(({ memoryMb }) => memoryMb) },
    ...operations.flatMap(({ name }, i) => {
      const calls = all.map((grown) => grown.calls[i] as Measured) // one for each operation
      return [
        { name: `${name}, CPU µs`, values: calls.map(({ cpuUs }) => cpuUs) },
        { name: `${name}, requests/s`, values: calls.map(rateOf) },
      ]
    }),
  ]
}

/** Nothing may grow faster than the homes do, from each size to the next: what it grew by, divided by that. */
function addGrowth(all: readonly Grown[], operations: readonly Called[], figures: ServiceBench['figures']): void {
  const fastest = (value: (grown: Grown) => number) =>
    Math.max(
      ...all.slice(1).map((grown, i) => {
        const before = all[i] as Grown // the one before
        return value(grown) / value(before) / (grown.sample.homes / before.sample.homes)
      }),
    )
  const add = (name: string, value: (grown: Grown) => number) =>
    figures.add(`${name}: growth beside that of the homes`, fastest(value), 'times', { atMost: 1 })
  if (all.length < 2) return
  add('open', ({ openS }) => openS)
  add('memory once open', ({ memoryMb }) => memoryMb)
  for (const [i, { name }] of operations.entries()) add(`CPU of ${name}`, ({ calls }) => calls[i]?.cpuUs ?? Number.NaN)
}
