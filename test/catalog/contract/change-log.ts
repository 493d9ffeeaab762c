import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { Catalog } from '../../../src/catalog/ports/catalog.ts'
import {
  CHANGE_KINDS,
  LOGGED_NOUNS,
  type LoggedChange,
  type LoggedNoun,
} from '../../../src/catalog/ports/change-log.ts'
import type { GivenRecords, IdOf, Records } from '../../../src/catalog/ports/nouns.ts'
import type { Experience } from '../../../src/model/experience.ts'
import type { Home } from '../../../src/model/home.ts'
import { applyChanges, type RecordChange, recordChanges } from '../changing-records.ts'
import { NaiveLog, type NaiveState } from '../naive-log.ts'
import { type PagesBackend, RUNS } from './record-pages.ts'
import { home, listed } from './records.ts'

type ValuedNoun = Exclude<LoggedNoun, 'agent'>
const VALUED = LOGGED_NOUNS.filter((noun): noun is ValuedNoun => noun !== 'agent')

/** Tests the promises of `ChangeLog`. */
export function changeLogContract(backendNow: () => PagesBackend, runs = RUNS): void {
  test('a first import has no events, and every later change has an event that says what happened', async () => {
    const active = listed(1, { status: 'Active', listPrice: 500 })
    const catalog = await opened([put('home', active), put('home', home(2)), put('home', home(3))])
    const { after, upTo } = await catalog.log.bounds()
    assert.equal(after, upTo)
    const dearer = listed(1, { status: 'Active', listPrice: 600, modifiedMs: 7 })
    await committed(catalog, [put('home', dearer), remove('home', home(2)), put('home', home(3))])
    await committed(catalog, [put('home', home(2)), put('home', { ...dearer, toldMs: 8 } satisfies Home)])
    const events = await newEvents(catalog, upTo)
    assert.deepEqual(
      events.map(({ id, kinds }) => ({ id, kinds })),
      [
        { id: 1, kinds: ['price'] },
        { id: 2, kinds: ['gone'] },
        { id: 2, kinds: ['back'] },
      ],
    )
    const [cut] = events as readonly LoggedChange<'home'>[]
    assert.equal(cut?.before?.listing?.listPrice, 500)
    assert.equal(cut?.after?.listing?.listPrice, 600)
    assert.deepEqual(
      (await catalog.log.recordsAt('home', [2, 1], upTo)).map(({ zpid }) => zpid),
      [2, 1],
    )
    await catalog.close()
  })

  test('changes of a record in one commit make one event, or none if they cancel out', async () => {
    const catalog = await opened([put('home', listed(1, { listPrice: 5 })), put('home', home(2))])
    const { upTo } = await catalog.log.bounds()
    await committed(catalog, [
      put('home', listed(1, { listPrice: 6 })),
      put('home', listed(1, { listPrice: 7, status: 'Pending' })),
      put('home', { ...home(2), homeType: 'CONDO' }),
      put('home', home(2)),
      put('home', home(3)),
      remove('home', home(3)),
    ])
    const [event, ...others] = (await newEvents(catalog, upTo)) as readonly LoggedChange<'home'>[]
    assert.deepEqual(others, [])
    assert.deepEqual(event?.kinds, ['price', 'status'])
    assert.equal(event?.before?.listing?.listPrice, 5)
    await catalog.close()
  })

  test('a home whose listing was removed without a trace is back when it is listed again', async () => {
    const catalog = await opened([put('home', listed(1, { listPrice: 5 }))])
    const { upTo } = await catalog.log.bounds()
    await committed(catalog, put('home', home(1)))
    await committed(catalog, put('home', listed(1, { listPrice: 5 })))
    const kinds = (await newEvents(catalog, upTo)).map((event) => event.kinds)
    assert.deepEqual(
      kinds.map((each) => each.filter((kind) => kind !== 'status')),
      [['gone'], ['back']],
    )
    await catalog.close()
  })

  test('the event of a removed home names the home that its records were merged into, whatever else the commit did', async () => {
    const catalog = await opened([1, 2, 3, 4].map((zpid) => put('home', listed(zpid, { listPrice: 5 }))))
    const { upTo } = await catalog.log.bounds()
    await committed(catalog, [
      (writer) => writer.remove('home', 1, 4),
      put('home', listed(2, { listPrice: 6 })),
      (writer) => writer.remove('home', 2, 4),
      (writer) => writer.remove('home', 3),
    ])
    const partsOf = ({ id, kinds, before, joinedTo }: LoggedChange) => [
      id,
      kinds.join(),
      before !== undefined,
      joinedTo,
    ]
    const wanted = [
      [1, 'gone', true, 4],
      [2, 'gone', true, 4],
      [3, 'gone', true, undefined],
    ]
    assert.deepEqual((await newEvents(catalog, upTo)).map(partsOf), wanted)
    const [last] = await catalog.log.ofRecord('home', 2, 1)
    assert.deepEqual(last && partsOf(last), wanted[1])
    assert.deepEqual(
      (await catalog.log.recordsAt('home', [1], upTo)).map(({ listing }) => listing?.listPrice),
      [5],
    )
    await committed(catalog, put('home', listed(1, { listPrice: 5 })))
    assert.equal((await catalog.log.ofRecord('home', 1, 1))[0]?.joinedTo, undefined)
    await catalog.close()
  })

  test('the log contains nothing about people', async () => {
    const contact = { name: 'Ada Owner', phone: '555-0100' }
    const catalog = await opened([
      put('home', listed(1, { contact })),
      put('agent', { agentId: 'a', username: 'a', name: 'Ada' }),
    ])
    const { upTo } = await catalog.log.bounds()
    await committed(catalog, [remove('home', home(1)), remove('agent', { agentId: 'a', username: 'a', name: 'Ada' })])
    const events = await newEvents(catalog, upTo)
    assert.deepEqual(events.map(({ noun, kinds }) => `${noun} ${kinds.join()}`).sort(), ['agent gone', 'home gone'])
    assert.ok(!JSON.stringify(events).includes('Ada'))
    await catalog.close()
  })

  test('after any changes, events and earlier records are those of a log that stores every state', async () => {
    const commits = fc.array(fc.array(recordChanges, { maxLength: 12 }), { minLength: 1, maxLength: 6 })
    await fc.assert(fc.asyncProperty(fc.array(recordChanges, { minLength: 1, maxLength: 20 }), commits, sameLog), {
      numRuns: runs,
      seed: 30_001,
    })
  })

  async function sameLog(first: readonly RecordChange[], commits: readonly (readonly RecordChange[])[]): Promise<void> {
    const left = new Map<string, RecordChange>()
    const writer = backendNow().replace()
    applyChanges(writer, first.map(notRemoved), left)
    writer.commit()
    const catalog = await backendNow().read()
    const naive = new NaiveLog(stateOf(left), 0)
    const states = [{ upTo: (await catalog.log.bounds()).upTo, state: stateOf(left) }]
    for (const changes of commits) {
      const last = states.at(-1)?.upTo ?? 0
      await committed(catalog, removable(changes, left))
      const expected = naive.commit(stateOf(left), 1)
      const events = await newEvents(catalog, last)
      assert.deepEqual(events.map(plain).sort(byRecord), expected.map(plain).sort(byRecord))
      assert.ok(events.every(({ sequence }, i) => sequence > (events[i - 1]?.sequence ?? last)))
      states.push({ upTo: (await catalog.log.bounds()).upTo, state: stateOf(left) })
    }
    const [from = 0, to = 0] = [states[0]?.upTo, states.at(-1)?.upTo]
    const all = await newEvents(catalog, from)
    for (const limit of [1, 3, all.length + 1])
      assert.deepEqual(
        await catalog.log.between(LOGGED_NOUNS, { after: from, upTo: to }, limit, 'last'),
        all.slice(-limit),
      )
    for (const { upTo, state } of states) await sameRecords(catalog, upTo, state)
    for (const { noun, id } of await newEvents(catalog, 0)) await sameHistory(catalog, naive, noun, id)
    await catalog.close()
  }

  /** Returns a change that makes all `changes` except changes of buildings, because buildings have no events. */
  function removable(changes: readonly RecordChange[], left: Map<string, RecordChange>): Change {
    return (write) =>
      applyChanges(
        write,
        changes.filter(({ noun }) => noun !== 'building'),
        left,
      )
  }

  type Write = Parameters<typeof applyChanges>[0]
  type Change = (writer: Write) => void

  const opened = async (changes: readonly Change[]): Promise<Catalog> => {
    const writer = backendNow().write()
    for (const change of changes) change(writer)
    writer.commit()
    return await backendNow().read()
  }
  const committed = async (catalog: Catalog, changes: Change | readonly Change[]): Promise<void> => {
    const writer = backendNow().write()
    for (const change of [changes].flat()) change(writer)
    writer.commit()
    await backendNow().refresh(catalog)
  }
  const put =
    <N extends LoggedNoun>(noun: N, record: GivenRecords[N]): Change =>
    (writer) =>
      writer.put(noun, record)
  const remove =
    <N extends LoggedNoun>(noun: N, record: GivenRecords[N]): Change =>
    (writer) =>
      writer.remove(noun, idIn(noun, record))
}

function idIn<N extends LoggedNoun>(noun: N, record: GivenRecords[N]): IdOf<N> {
  const { zpid, offerId, experienceId, agentId } = record as unknown as Record<string, never> // every record has one of these ids
  return { home: zpid, offer: offerId, experience: experienceId, agent: agentId }[noun] as unknown as IdOf<N>
}

async function newEvents(catalog: Catalog, after: number): Promise<readonly LoggedChange[]> {
  const { upTo } = await catalog.log.bounds()
  const events: LoggedChange[] = []
  for (let from = after; ; from = events.at(-1)?.sequence ?? from) {
    const page = await catalog.log.between(LOGGED_NOUNS, { after: from, upTo }, 3)
    events.push(...page)
    if (page.length < 3) return events
  }
}

function notRemoved(change: RecordChange): RecordChange {
  return { ...change, isRemoved: false }
}

function stateOf(left: ReadonlyMap<string, RecordChange>): NaiveState {
  const records = (of: LoggedNoun) =>
    [...left.values()].filter(({ noun }) => noun === of).map(({ record }) => JSON.parse(JSON.stringify(record)))
  return Object.fromEntries(LOGGED_NOUNS.map((noun) => [noun, records(noun)]))
}

/** Returns an event without its sequence number. Of a removed record, keeps only the parts that searches read. */
function plain({ noun, id, kinds, before, after }: LoggedChange) {
  assert.deepEqual(
    kinds,
    CHANGE_KINDS.filter((kind) => kinds.includes(kind)),
  )
  const isRemoval = before !== undefined && after === undefined
  return { noun, id, kinds, before: isRemoval ? searched(before) : before, after }
}

/** Returns what is stored of a removed record: no names, and only parts that searches read. */
function searched(record: object): object {
  const { history: _history, taxes: _taxes, ...rest } = record as Home // only homes have these keys
  if (!('host' in rest)) return rest
  const { name: _name, ...host } = rest.host as Experience['host'] // an experience's
  return { ...rest, host }
}

interface Named {
  readonly noun: string
  readonly id: number | string
}

function byRecord(one: Named, other: Named): number {
  return `${one.noun} ${one.id}` < `${other.noun} ${other.id}` ? -1 : 1
}

async function sameRecords(catalog: Catalog, upTo: number, state: NaiveState): Promise<void> {
  for (const noun of VALUED) {
    const records = (state[noun] ?? []) as readonly Records[ValuedNoun][] // `noun` determines the records' type
    const ids = records.map((record) => idIn(noun, record as never))
    const earlier = await catalog.log.recordsAt(noun, [...ids, noun === 'experience' ? 'none' : 999] as never, upTo)
    assert.deepEqual(earlier.map(searched), records.map(searched))
  }
}

async function sameHistory(catalog: Catalog, naive: NaiveLog, noun: LoggedNoun, id: number | string): Promise<void> {
  for (const limit of [1, 2, 100]) {
    const events = await catalog.log.ofRecord(noun, id, limit)
    assert.deepEqual(events.map(plain), (await naive.ofRecord(noun, id, limit)).map(plain))
  }
}
