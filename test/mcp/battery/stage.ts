import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { putNextDay } from '../../../sample/next-day.ts'
import { makeSample } from '../../../sample/sample.ts'
import { openCatalog, openWriter } from '../../../src/catalog/opening/open.ts'
import type { CatalogWriter } from '../../../src/catalog/ports/catalog-writer.ts'
import { Service } from '../../../src/doors/http/answering/service.ts'
import { buildServer } from '../../../src/doors/http/listening/server.ts'
import { textAt } from '../../../src/doors/mcp/json.ts'
import { openSubscriptions } from '../../../src/guard/subscriptions/index.ts'
import { DAY_MS, type Day, dayOf, fixedClock } from '../../../src/kit/base/clock.ts'
import { silentLog } from '../../../src/kit/base/log.ts'
import type { Home } from '../../../src/model/home.ts'
import { OPERATIONS } from '../../../src/service/operations/index.ts'
import { cardMaker } from '../../../src/service/rendering/card-maker.ts'
import { TRIAL_KEY, TrialAccess, TrialAudit } from '../../http/trial.ts'
import { WORDS } from '../../operations/small-catalog.ts'
import { type Gathered, gatherer, noRecords, TRIAL_NOW_MS } from '../../sample/trial.ts'
import type { Data, ToolAnswer } from '../world.ts'

const HOMES = 12_000
const SEED = 1
export const CREDITS = 1_000_000

export interface Listed {
  readonly name: string
  readonly description: string
  readonly inputSchema: { readonly properties: Readonly<Record<string, unknown>>; readonly required: readonly string[] }
}

/**
 * A service over a sample. It is called only through `/mcp`. All records of the sample are known, to compare answers
 * with them.
 */
export interface Stage {
  /** The current records. */
  readonly records: Gathered
  /** The homes of the sample before one day passed in it. */
  readonly before: readonly Home[]
  readonly today: Day
  /** The instructions that the MCP server sends first. */
  readonly instructions: string
  readonly tools: readonly Listed[]
  call(tool: string, given: unknown): Promise<ToolAnswer>
  close(): Promise<void>
}

/** Makes the same sample, whatever the date, so that answers are the same. */
export async function openStage(): Promise<Stage> {
  const dataDir = mkdtempSync(join(tmpdir(), 'plat-battery-'))
  const clock = fixedClock(TRIAL_NOW_MS)
  const cards = cardMaker(WORDS)
  const writerAt = (nowMs: number) =>
    openWriter({
      dataDir,
      kind: 'sample',
      replace: false,
      cards,
      newCatalogId: () => '0'.repeat(16),
      clock: fixedClock(nowMs),
    })
  const made = noRecords()
  await makeSample(both(gatherer(made), writerAt(TRIAL_NOW_MS - 3 * DAY_MS)), {
    homes: HOMES,
    seed: SEED,
    nowMs: TRIAL_NOW_MS,
  })
  const dayLater = writerAt(TRIAL_NOW_MS)
  putNextDay(dayLater, SEED, TRIAL_NOW_MS)
  dayLater.commit()
  const catalog = openCatalog(dataDir, silentLog, cards)
  const subscriptions = await openSubscriptions({ dataDir, clock, randomness: randomBytes })
  const service = new Service({
    operations: OPERATIONS,
    pictures: async () => undefined,
    log: silentLog,
    settings: { serviceWord: 'service', corsOrigins: '*', portalWord: WORDS.Portal },
    backend: {
      access: new TrialAccess({ credits: CREDITS, areas: ['A', 'B', 'C'] }),
      audit: new TrialAudit(),
      context: { catalog, clock, log: silentLog, words: WORDS },
      kept: { subscriptions: subscriptions.subscriptions, hooks: NO_HOOKS },
    },
  })
  const server = buildServer(service).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // the server listens on TCP
  const post = (method: string, params: unknown) => posted(`http://127.0.0.1:${port}/mcp`, method, params)
  const stored = await Promise.all(made.home.map(({ zpid }) => catalog.records.get('home', zpid)))
  const offers = await Promise.all(made.offer.map(({ offerId }) => catalog.records.get('offer', offerId)))
  const greeting = await post('initialize', HELLO)
  const listing = await post('tools/list', {})
  return {
    records: { ...made, home: stored.filter(isThere), offer: offers.filter(isThere) },
    before: made.home,
    today: dayOf(TRIAL_NOW_MS),
    instructions: textAt(greeting, 'result', 'instructions') ?? '',
    tools: (listing.result?.tools ?? []) as readonly Listed[], // the protocol declares this type
    call: async (name, given) => toolAnswerIn(await post('tools/call', { name, arguments: given })),
    close: async () => {
      server.close()
      server.closeAllConnections()
      await subscriptions.close()
      catalog.close()
      rmSync(dataDir, { recursive: true })
    },
  }
}

const HELLO = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'battery', version: '1' } }

const NO_HOOKS = {
  refusalOf: async () => 'Nothing is sent from here.',
  test: async () => ({ isTaken: false, sentence: 'Nothing is sent from here.' }),
}

interface Message {
  readonly result?: Readonly<Record<string, unknown>>
  readonly error?: { readonly message: string }
}

async function posted(url: string, method: string, params: unknown): Promise<Message> {
  const headers = {
    authorization: `Bearer ${TRIAL_KEY}`,
    accept: 'application/json, text/event-stream',
    'content-type': 'application/json',
    'mcp-protocol-version': HELLO.protocolVersion,
  }
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  const answer = await fetch(url, { method: 'POST', headers, body })
  return (await answer.json()) as Message // this project's server sends this type
}

/** Parses an answer. An error of the protocol becomes an error of the tool, because a model sees no difference. */
function toolAnswerIn({ result, error }: Message): ToolAnswer {
  if (result === undefined) return { isError: true, text: error?.message ?? '', data: {} }
  const { content, isError, structuredContent = {} } = result
  const texts = content as readonly { readonly text: string }[]
  return { isError: isError === true, text: texts[0]?.text ?? '', data: structuredContent as Data }
}

/** Returns a writer that writes to a catalog, and also stores the records in `kept`. */
function both(kept: CatalogWriter, writer: CatalogWriter): CatalogWriter {
  return {
    ...kept,
    put(noun, record) {
      kept.put(noun, record)
      writer.put(noun, record)
    },
    commit: (...given) => writer.commit(...given),
    rollback: () => writer.rollback(),
  }
}

function isThere<T>(record: T | undefined): record is T {
  return record !== undefined
}
