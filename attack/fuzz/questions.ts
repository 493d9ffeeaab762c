import { openCatalog } from '../../src/catalog/opening/open.ts'
import { openDatabaseCatalog } from '../../src/catalog/opening/open-database.ts'
import type { Catalog } from '../../src/catalog/ports/catalog.ts'
import { nobody } from '../../src/catalog/ports/withheld.ts'
import { silentLog } from '../../src/kit/base/log.ts'
import { cardMaker } from '../../src/service/rendering/card-maker.ts'
import type { Served } from '../../test/e2e/program.ts'
import { EXAMPLE_QUERIES, exampleRecords } from '../../test/example-queries.ts'
import { NO_WORDS } from '../harness.ts'

/** A call that waits as long as it is told to looks like one that hangs. Other tests have it wait. */
const WAIT = 'wait'

/** A parameter as the OpenAPI document of its area tells of it. */
export interface ParameterSpec {
  readonly name: string
  readonly example?: string | number | boolean
  readonly schema: {
    readonly type?: string
    readonly enum?: readonly (string | number | boolean)[]
    readonly pattern?: string
    readonly minimum?: number
    readonly maximum?: number
  }
}

/** An operation that can be asked, and a query that it answers with something. */
export interface Question {
  readonly area: number
  readonly path: string
  readonly parameters: readonly ParameterSpec[]
  readonly query: Readonly<Record<string, string>>
}

interface Document {
  readonly paths: Readonly<Record<string, { readonly get?: { readonly parameters?: readonly ParameterSpec[] } }>>
}

export function folderCatalog(dataDir: string): Catalog {
  return openCatalog(dataDir, silentLog, cardMaker(NO_WORDS), nobody)
}

export function databaseCatalog(url: string): Promise<Catalog> {
  return openDatabaseCatalog({
    database: { url, connections: 1 },
    cards: cardMaker(NO_WORDS),
    withheld: nobody,
    log: silentLog,
  })
}

/** Closes the catalogue. Every operation that the areas themselves tell of: one that is added is asked without a word here. */
export async function questionsOf(served: Served, catalog: Catalog): Promise<readonly Question[]> {
  const examples = await exampleRecords(catalog)
  await catalog.close()
  const questions: Question[] = []
  for (const [area, origin] of [served.a, served.b, served.c].entries()) {
    const document = (await (await fetch(`${origin}/openapi.json`)).json()) as Document
    for (const [path, { get }] of Object.entries(document.paths)) {
      const parameters = (get?.parameters ?? []).filter(({ name, schema }) => schema !== undefined && name !== WAIT)
      questions.push({ area, path, parameters, query: EXAMPLE_QUERIES[path]?.(examples) ?? {} })
    }
  }
  return questions
}
