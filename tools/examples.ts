import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { fixedClock } from '../src/base/clock.ts'
import { FAILURES, type FailureCode, Fault } from '../src/base/failure.ts'
import { silentLog } from '../src/base/log.ts'
import { portalWords } from '../src/base/words.ts'
import type { Context } from '../src/catalog/context.ts'
import { openCatalog, openWriter } from '../src/catalog/open.ts'
import { exampleHome } from '../src/cli/example-home.ts'
import { problemOf } from '../src/http/failure.ts'
import { routesOf } from '../src/http/routes.ts'
import { operationId } from '../src/openapi/document.ts'
import { EXAMPLES_FILE } from '../src/openapi/examples.ts'
import { OPERATIONS } from '../src/operations/index.ts'
import { EncodedAnswer, type Operation } from '../src/operations/operation.ts'
import { parse } from '../src/params/index.ts'
import { cardMaker } from '../src/rendering/card-maker.ts'
import { PORTAL_KEYS } from '../src/rendering/portal-keys.ts'
import { makeSample } from '../src/sample/sample.ts'
import { EXAMPLE_QUERIES, exampleRecords } from '../test/example-queries.ts'
import { TrialAccess } from '../test/http/trial.ts'
import { shortened } from './shortened.ts'

/**
 * The examples of the OpenAPI documents: every operation is called on a small sample, once for a 200 and once for what
 * it answers when nothing is found. A line for each, the same whenever answers and sample are the same.
 */

const NOW_MS = Date.UTC(2026, 10, 1, 12)
const HOMES = 500
const SEED = 1

/** Words that no answer has by itself, so that wherever they stand the words of a server belong. */
const WORDS = {
  Portal: 'Qportalword',
  portal: 'qportalword',
  portalOrigin: 'https://portal.example',
  mediaOrigin: 'http://127.0.0.1:8080',
}
const PLACEHOLDERS: readonly (readonly [string, string])[] = [
  ...Object.values(PORTAL_KEYS).map((key) => [portalWords(WORDS)(key), key] as const),
  [WORDS.Portal, '{Portal}'],
  [WORDS.portal, '{portal}'],
]

/** What no catalogue has, by the parameter that asks for it. */
const UNKNOWN: Readonly<Record<string, string>> = {
  zpid: '1',
  byzpid: '1',
  url: 'https://portal.example/homedetails/x/1_zpid/',
  byurl: 'https://portal.example/homedetails/x/1_zpid/',
  propertyaddress: '1 Nowhere Street, Austin, TX 78701',
  byaddress: '1 Nowhere Street, Austin, TX 78701',
  bylotid: 'nowhere',
  encodedZuid: 'nobody',
  agent_link: 'https://portal.example/profile/nobody/',
  peo_id: 'nobody',
  mlsid: 'none',
  search_query: 'Nowhere At All, ZZ',
}

type Query = Readonly<Record<string, string>>

export async function examplesPage(): Promise<{ readonly path: string; readonly text: string }> {
  const dataDir = mkdtempSync(join(tmpdir(), 'plat-examples-'))
  try {
    const lines = await examples(dataDir)
    const path = relative('.', fileURLToPath(EXAMPLES_FILE))
    return { path, text: lines.map((line) => `${placeholders(JSON.stringify(line))}\n`).join('') }
  } finally {
    rmSync(dataDir, { recursive: true })
  }
}

async function examples(dataDir: string): Promise<object[]> {
  const cards = cardMaker(WORDS)
  const writer = openWriter({ dataDir, kind: 'sample', replace: false, cards, newCatalogId: () => '0'.repeat(16) })
  await makeSample(writer, { homes: HOMES, seed: SEED, nowMs: NOW_MS })
  const catalog = openCatalog(dataDir, silentLog, cards)
  try {
    const context = Object.freeze({ catalog, clock: fixedClock(NOW_MS), log: silentLog, words: WORDS })
    const records = await exampleRecords(catalog)
    const shown = await exampleHome(catalog)
    const house = shown?.facts.walkScore === undefined ? records.house : shown
    const asked = OPERATIONS.map((operation) => {
      const query = EXAMPLE_QUERIES[operation.path]
      if (query === undefined) throw new Error(`${operation.path} has no query in test/example-queries.ts`)
      return { operation, query: declaredNames(query({ ...records, house })) }
    })
    const calls = await Promise.all(asked.map(({ operation, query }) => answered(operation, query, context)))
    const missed = await Promise.all(asked.map(({ operation, query }) => missing(operation, query, context)))
    return [
      ...calls,
      ...(await endpoints(context)),
      ...missed.flat(),
      ...refusals(missed.flat().map(({ body }) => body.code)),
    ]
  } finally {
    catalog.close()
  }
}

async function answered(operation: Operation, query: Query, context: Context): Promise<object> {
  return { path: operation.path, query, body: shortened(await bodyOf(operation, query, context)) }
}

/** What the operation answers when what is asked for is unknown: its refusal, if it has one. */
async function missing(operation: Operation, query: Query, context: Context) {
  const names = Object.keys(query).filter((name) => UNKNOWN[name] !== undefined)
  if (names.length === 0) return []
  const unknown = { ...query, ...Object.fromEntries(names.map((name) => [name, UNKNOWN[name] ?? ''])) }
  try {
    await bodyOf(operation, unknown, context)
    return []
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    return [{ name: operationId(operation.path), body: problemOf(error, REQUEST_ID) }]
  }
}

const REQUEST_ID = 'Zm9vYmFy-1'

async function bodyOf({ parameters, rules, run }: Operation, query: Query, context: Context): Promise<object> {
  const read = parse(parameters, rules, Object.entries(query))
  const answer = await run(read.args, context, read.texts)
  if (!(answer instanceof EncodedAnswer)) return JSON.parse(JSON.stringify(answer)) as object // what is written of an object is one
  const { bytes, release } = answer.body.json()
  const body: object = JSON.parse(Buffer.from(bytes).toString())
  release()
  return body
}

/** What every area answers beside its operations: as it is, where a key is asked for, and else in short. */
async function endpoints(context: Context): Promise<object[]> {
  const access = new TrialAccess({ areas: ['A', 'B', 'C'] })
  const visit = { access, account: access.account, credits: 0 }
  const asked = {
    requireReady: () => {},
    originOf: () => WORDS.mediaOrigin,
    areasFrom: () => ({}),
    demoKeyFor: async () => null,
    hasConsole: false,
  }
  const routes = [...routesOf('A', [], { keyHeaders: [], words: WORDS }, asked).values()]
  const keyed = routes.filter((route) => route.kind === 'keyed')
  const answers = keyed.map(
    async ({ path, run }) =>
      [path, await run({ args: {}, ignored: [], warnings: [], texts: new Map() }, context, visit)] as const,
  )
  const openapi = { openapi: '3.1.0', info: { title: 'Plat', version: '1.0.0' }, paths: {} }
  const open = {
    '/openapi.json': openapi,
    '/openapi-3.0.json': { ...openapi, openapi: '3.0.3' },
    '/health/live': { status: 'live' },
    '/health/ready': { status: 'ready' },
  }
  const bodies = [...(await Promise.all(answers)), ...Object.entries(open)]
  return bodies.map(([path, body]) => ({ path, query: {}, body }))
}

/** Every failure that no operation above has shown, with the sentence that it has by itself. */
function refusals(shown: readonly string[]): object[] {
  const codes = Object.keys(FAILURES) as FailureCode[] // they are the keys of the table
  return codes
    .filter((code) => !shown.includes(code))
    .map((code) => ({ name: code, body: problemOf(new Fault(code), REQUEST_ID) }))
}

/** The query under the names of declarations. */
function declaredNames(query: Query): Query {
  return Object.fromEntries(Object.entries(query).map(([name, value]) => [name.replace('Portal', '{Portal}'), value]))
}

function placeholders(text: string): string {
  return PLACEHOLDERS.reduce((put, [word, placeholder]) => put.replaceAll(word, placeholder), text)
}
