import { openCatalog } from '../../src/catalog/opening/open.ts'
import { openDatabaseCatalog } from '../../src/catalog/opening/open-database.ts'
import type { Catalog } from '../../src/catalog/ports/catalog.ts'
import { nobody } from '../../src/catalog/ports/withheld.ts'
import { silentLog } from '../../src/kit/base/log.ts'
import { cardMaker } from '../../src/service/rendering/card-maker.ts'
import type { Served } from '../../test/e2e/program.ts'
import { EXAMPLE_QUERIES, exampleRecords } from '../../test/example-queries.ts'
import { NO_WORDS } from '../harness.ts'

/**
 * Requests leave this parameter out, because a call that waits on purpose looks like a call that hangs. Other tests
 * cover waiting.
 */
const WAIT = 'wait'

/** A parameter as the OpenAPI document describes it. */
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

/** An operation, with a query that finds something. */
export interface Question {
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

/**
 * Returns every operation that the service lists, so that new operations are tested without a change here. Closes the
 * catalog.
 */
export async function questionsOf(served: Served, catalog: Catalog): Promise<readonly Question[]> {
  const examples = await exampleRecords(catalog)
  await catalog.close()
  const document = (await (await fetch(`${served.a}/openapi.json`)).json()) as Document
  return Object.entries(document.paths).map(([path, { get }]) => {
    const parameters = (get?.parameters ?? []).filter(({ name, schema }) => schema !== undefined && name !== WAIT)
    return { path, parameters, query: EXAMPLE_QUERIES[path]?.(examples) ?? {} }
  })
}
