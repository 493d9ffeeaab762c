import assert from 'node:assert/strict'
import { test } from 'node:test'
import { NaiveLog } from '../../../test/catalog/naive-log.ts'
import type { Catalog } from '../../catalog/ports/catalog.ts'
import { Fault } from '../../kit/base/failure.ts'
import { Refusal } from '../../kit/params/index.ts'
import { boundsSince, cursorAt, type Since, since, sinceCursor } from './cursor.ts'

const NOW_MS = Date.UTC(2026, 4, 1, 12)

function catalogOf(log: NaiveLog, catalogId = 'one'): Catalog {
  return { log, about: () => ({ catalogId, dataVersion: '1' }) } as unknown as Catalog // cursors use only these members
}

function agents(count: number) {
  return { agent: Array.from({ length: count }, (_, at) => ({ agentId: `a${at}`, username: 'a', name: 'A' })) }
}

async function codeOf(from: Since, catalog: Catalog): Promise<string | undefined> {
  return boundsSince(from, catalog).then(
    () => undefined,
    (error: unknown) => (error instanceof Fault ? error.code : String(error)),
  )
}

function read(text: string): Since {
  const value = since.parse(text)
  assert.ok(!(value instanceof Refusal), text)
  return value
}

test('a cursor is short, needs no encoding in a URL, and parses to what it was made from', async () => {
  const log = new NaiveLog({}, NOW_MS)
  const [event] = log.commit(agents(1), NOW_MS + 1000)
  const cursor = cursorAt(event?.sequence ?? 0, catalogOf(log))
  assert.match(cursor, /^[\w.-]{12,18}$/)
  assert.equal(since.format?.(read(cursor)), cursor)
  assert.deepEqual(await boundsSince(read(cursor), catalogOf(log)), { after: event?.sequence, upTo: event?.sequence })
})

test('days, moments and now are distinguished from cursors, and everything else is refused', async () => {
  const log = new NaiveLog({}, NOW_MS)
  log.commit(agents(3), NOW_MS + 60_000)
  const catalog = catalogOf(log)
  const { upTo } = await log.bounds()
  assert.deepEqual(await boundsSince(undefined, catalog), await log.bounds())
  assert.deepEqual(await boundsSince(read('now'), catalog), { after: upTo, upTo })
  assert.deepEqual(await boundsSince(read('2026-05-01T12:00:30Z'), catalog), {
    after: (NOW_MS + 30_000) * 1000 - 1,
    upTo,
  })
  assert.deepEqual(await boundsSince(read('2026-05-02'), catalog), { after: upTo, upTo })
  for (const text of [
    '',
    'x',
    'yesterday',
    '2026-02-30',
    '2026-05-01T25:00Z',
    '12345',
    'abcdef.',
    'abcdef.zzzzzzzzzzzz',
  ])
    assert.ok(since.parse(text) instanceof Refusal, text)
})

test('cursors of another catalog and of expired changes answer 410, and future cursors are refused', async () => {
  const log = new NaiveLog({}, NOW_MS)
  const events = log.commit(agents(3), NOW_MS + 60_000)
  const catalog = catalogOf(log)
  const cursors = events.map(({ sequence }) => read(cursorAt(sequence, catalog)))
  const [one, two] = cursors as [Since, Since]
  assert.equal(await codeOf(one, catalogOf(log, 'other')), 'changes.expired')
  log.forget(events[1]?.sequence ?? 0)
  assert.deepEqual([await codeOf(one, catalog), await codeOf(two, catalog)], ['changes.expired', undefined])
  assert.equal(await codeOf(read('2026-05-01'), catalog), 'changes.expired')
  assert.equal(await codeOf(read(cursorAt((events[2]?.sequence ?? 0) + 1, catalog)), catalog), 'param.invalid')
  assert.throws(() => sinceCursor('nothing'), { code: 'param.invalid' })
})

test('a thread waits for the newer state from which another thread made a cursor', async () => {
  const log = new NaiveLog({}, NOW_MS)
  const about = { catalogId: 'one', dataVersion: '1' }
  const catalog = { log, about: () => about } as unknown as Catalog // cursors use only these members
  const ahead = read(cursorAt((NOW_MS + 1000) * 1000, catalog))
  const bounds = boundsSince(ahead, catalog)
  log.commit(agents(1), NOW_MS + 5000)
  about.dataVersion = '2'
  assert.equal((await bounds).after, (NOW_MS + 1000) * 1000)
})

test('a reader can continue from the moment that a refusal names', async () => {
  for (const after of [NOW_MS * 1000, NOW_MS * 1000 + 1, NOW_MS * 1000 + 999]) {
    // cursors use only the bounds of the log
    const log = { bounds: async () => ({ after, upTo: after + 5_000_000 }) } as unknown as NaiveLog
    const refused = boundsSince(read('2026-01-01'), catalogOf(log)).then(() => '', String)
    const [, moment = ''] = /the stored changes begin at (\S+)\. Read/.exec(await refused) ?? []
    assert.equal(await codeOf(read(moment), catalogOf(log)), undefined, moment)
  }
})
