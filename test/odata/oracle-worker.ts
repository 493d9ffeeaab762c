import { parentPort, workerData } from 'node:worker_threads'
import type { Catalog } from '../../src/catalog/ports/catalog.ts'
import { naiveProperties } from '../search/naive-properties.ts'
import { MadeCatalog } from './made-catalog.ts'
import { NaiveTables } from './naive-tables.ts'
import { compare, type World, writeWorld } from './oracle-worlds.ts'
import { RandomQuestions } from './random-question.ts'

/**
 * The queries that a thread sends to one catalog. A thread is used because the test runner's hooks make promises slow.
 */
export interface OracleWork {
  readonly world: World
  readonly homes: number
  readonly seed: number
  readonly indices: readonly number[]
}

export interface OracleResult {
  /** How many questions had matching rows, and how many had more than ten. */
  readonly some: number
  readonly full: number
  /** The first few differences. */
  readonly differences: readonly string[]
}

const DIFFERENCES_MAX = 3

/** Every nth question is also compared with a search that scans all records. */
const NAIVE_EVERY = 20

const { world, homes, seed, indices } = workerData as OracleWork
const made = MadeCatalog.holding(await writeWorld(world, homes))
try {
  const { context } = made
  const naive = { ...context, catalog: naivelySearched(made.catalog) }
  const questions = new RandomQuestions(await NaiveTables.of(context), seed)
  const differences: string[] = []
  let [some, full] = [0, 0]
  for (const index of indices) {
    if (differences.length === DIFFERENCES_MAX) break
    try {
      const question = questions.question(index)
      const repeat = `WORLD=${world} SEED=${seed} QUERY=${index}`
      await compare(context, question, repeat)
      if (index % NAIVE_EVERY === 0) await compare(naive, question, `over a plain scan, ${repeat}`)
      if (question.total > 0) some++
      if (question.rows.length > 10) full++
    } catch (error) {
      differences.push(error instanceof Error ? (error.stack ?? error.message) : String(error))
    }
  }
  parentPort?.postMessage({ some, full, differences } satisfies OracleResult)
} finally {
  made.remove()
}

/** Replaces the catalog's search of properties by one that scans all records. */
function naivelySearched(catalog: Catalog): Catalog {
  const properties = naiveProperties(catalog.pages)
  return new Proxy(catalog, {
    get: (target, name) => {
      const own: unknown = name === 'properties' ? properties : Reflect.get(target, name, target)
      return typeof own === 'function' ? own.bind(target) : own
    },
  })
}
