import { availableParallelism } from 'node:os'
import { numbers } from '../search/bench.ts'
import { median } from '../timing.ts'
import { measure, openStage, rateOf, type ServiceBench, type Stage, warmUp } from './bench.ts'
import { CALLED, type Form } from './operations.ts'
import { knowsOption } from './program.ts'

const MIN_TIMES = 1.8
const CONNECTIONS = 32
const SERVER_CORES = '0,1'
const LOAD_CORE_BEYOND = 2

const MEASURED = CALLED.filter(({ name }) => ['/byzpid', '/pro/byzpid', 'searches'].includes(name))

/** The program with one worker and with two, both on two cores, in turn. */
export async function benchWorkers(bench: ServiceBench): Promise<void> {
  const { figures, rounds } = bench
  const isAlone = availableParallelism() > LOAD_CORE_BEYOND
  const where = isAlone ? 'the load has a third core' : 'the load has to share them, so a ratio of 2 is out of reach'
  figures.heading(`Two workers beside one, pinned to cores ${SERVER_CORES}; ${where}`)
  if (!knowsOption('--workers')) {
    figures.note('This program has no --workers, so two workers beside one are left out.')
    return
  }
  const loadCore = isAlone ? LOAD_CORE_BEYOND : 1
  const open = (workers: number) =>
    openStage({ ...bench, words: ['--workers', String(workers)] }, SERVER_CORES, loadCore)
  const one = await open(1)
  try {
    const two = await open(2)
    try {
      await warmUp(one, MEASURED, 2)
      await warmUp(two, MEASURED, 4)
      for (const operation of MEASURED) {
        for (const form of ['plain', 'gzip'] as const) {
          const ratios: number[] = []
          for (const _ of numbers(rounds)) {
            const [rateOfTwo, rateOfOne] = [await rate(two, operation, form), await rate(one, operation, form)]
            ratios.push(rateOfTwo / rateOfOne)
          }
          const name = `${operation.name} ${form}: two workers beside one${isAlone ? '' : ', load on the same cores'}`
          figures.add(name, median(ratios), 'times', { atLeast: MIN_TIMES })
        }
      }
    } finally {
      await two.end()
    }
  } finally {
    await one.end()
  }
}

async function rate(stage: Stage, operation: (typeof CALLED)[number], form: Form): Promise<number> {
  const paths = await stage.asked.ask('draw', { name: operation.name, count: operation.questions })
  return rateOf(await measure(stage, operation, paths, form, CONNECTIONS))
}
