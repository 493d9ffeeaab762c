import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { PolygonNode } from '../../src/catalog/ports/query.ts'
import { allHold, type Bind, FALSE } from '../../src/catalog/postgres/read/conditions.ts'
import { boxOrAnywhere, withinCircle } from '../../src/catalog/postgres/read/dialect.ts'
import { CARDS } from '../harness/setting.ts'
import { loadCsv } from './csv.ts'
import {
  bounds,
  INDEXES,
  inBox,
  type PageRow,
  type PeerDialect,
  pageOf,
  pageStatement,
  tables,
  within,
} from './page.ts'
import type { Peer } from './peer.ts'

/**
 * DuckDB, without its extensions for places and words, which its package does not include. Rows are sorted by place, so
 * that a search of a place skips most of the table.
 */
export const DUCKDB: Peer = {
  load: (folder, dataDir) =>
    loadCsv(folder, dataDir, wordsText, async (files) => {
      const connection = await connect(folder, {})
      for (const statement of tables(', words TEXT')) await connection.run(statement)
      for (const [table, path] of files)
        await connection.run(`COPY ${table} FROM '${path}' (FORMAT csv, HEADER false, QUOTE '"', ESCAPE '"')`)
      for (const statement of [...INDEXES, 'ANALYZE', 'CHECKPOINT']) await connection.run(statement)
    }),
  async open(folder) {
    const connection = await connect(folder, { access_mode: 'READ_ONLY', threads: '1' })
    const prepared = new Map<string, Promise<Prepared>>()
    const run = async (text: string, values: readonly unknown[]) => {
      const preparing = prepared.get(text) ?? connection.prepare(text)
      prepared.set(text, preparing)
      const statement = await preparing
      statement.bind(values)
      return (await statement.runAndReadAll()).getRowObjects()
    }
    let last: Promise<unknown> = Promise.resolve()
    return {
      async search(query) {
        const { text, values } = pageStatement<unknown>(query, DIALECT)
        const rows = last.then(() => run(text, values)) // one statement at a time, because there is one core
        last = rows
        return pageOf((await rows) as readonly PageRow[], CARDS) // the statement selects these columns
      },
      close() {},
    }
  },
}

const PACKAGE = '@duckdb/node-api'

/** The part of the package that is used. */
interface Module {
  readonly DuckDBInstance: {
    create(path: string, options: Readonly<Record<string, string>>): Promise<{ connect(): Promise<Connection> }>
  }
}

interface Connection {
  run(sql: string): Promise<unknown>
  prepare(sql: string): Promise<Prepared>
}

interface Prepared {
  bind(values: readonly unknown[]): void
  runAndReadAll(): Promise<{ getRowObjects(): readonly unknown[] }>
}

/** Opens the database of a folder. Installs DuckDB's package beside this file if it is missing. */
async function connect(folder: string, options: Readonly<Record<string, string>>) {
  const here = import.meta.dirname
  if (!existsSync(join(here, 'node_modules')))
    execFileSync('npm', ['ci', '--prefix', here, '--ignore-scripts'], { stdio: ['ignore', 2, 2] })
  const { DuckDBInstance } = (await import(PACKAGE)) as Module // the package documents this type
  const instance = await DuckDBInstance.create(join(folder, 'listings.duckdb'), options)
  return instance.connect()
}

/** A `|` keeps phrases from spanning two texts. */
function wordsText(words: readonly (readonly string[])[]): string {
  return ` ${words.map((text) => text.join(' ')).join(' | ')} `
}

const DIALECT: PeerDialect = {
  sign: '$',
  // DuckDB reads the whole table for an outer join
  cards: '(SELECT page.*, card FROM page JOIN card USING (nth)) page',
  lists: (list, by) => `CAST(to_json(list([${list}] ORDER BY ${by})) AS TEXT)`,
  oneOf: (column, values, bind) => (values.length === 0 ? FALSE : `${column} IN (${values.map(bind).join(', ')})`),
  box: (node, _, bind) => inBox(node, (box) => within(box, bind)),
  polygon: (node, _, bind) => allHold([within(bounds(node), bind), inRing(node, bind)]),
  circle: (node, _, bind) => allHold([boxOrAnywhere(node, (around) => within(around, bind)), withinCircle(node, bind)]),
  words: ({ words, phrases }, _, bind) =>
    allHold(
      [...words.map((word) => [word]), ...phrases].map((each) => `contains(words, ${bind(` ${each.join(' ')} `)})`),
    ),
}

/** Counts the edges that a ray to the east crosses. Points on an edge are too rare to matter. */
function inRing({ points }: PolygonNode, bind: Bind): string {
  const edges = points.map(([y, x], i) => [x, y, ...(points.at(i - 1) ?? []).toReversed()])
  const crosses = `((edge[2] > latitude) <> (edge[4] > latitude)
    AND longitude < edge[1] + (edge[3] - edge[1]) * (latitude - edge[2]) / (edge[4] - edge[2]))::INT`
  const all = `CAST(${bind(JSON.stringify(edges))} AS DOUBLE[][])`
  return `list_sum(list_transform(${all}, lambda edge: ${crosses})) % 2 = 1`
}
