import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { PeopleAdmin } from '../../src/guard/privacy/index.ts'
import type { AuditFilter, Privacy, WithheldPeople } from '../../src/guard/privacy/privacy.ts'
import { fixedClock } from '../../src/kit/base/clock.ts'
import type { Log } from '../../src/kit/base/log.ts'
import { derivedZpid } from '../../src/model/identity.ts'
import type { Person } from '../../src/model/person.ts'

type FixedClock = ReturnType<typeof fixedClock>

/** The privacy data of a store, with functions that bypass Plat. */
export interface PrivacyStore {
  readonly admin: PeopleAdmin
  readonly privacy: Privacy
  /** The audit log's table in SQL. */
  readonly auditTable: string
  now(): Promise<WithheldPeople>
  /** Stores the ids of new homes, as a catalog does at a commit. */
  storeIds(withheld: WithheldPeople): Promise<void>
  /** Runs an SQL statement, as someone would who bypasses Plat. */
  execute(sql: string): Promise<void>
  /** Returns the stored hashes by which people are recognized. */
  marks(): Promise<readonly string[]>
  /** Returns everything that the store contains, as text. */
  stored(): Promise<string>
  /** Makes every new entry of the audit log fail with `no room`, until the returned function is called. */
  refuseEntries(): Promise<() => Promise<void>>
  close(): Promise<void>
}

export interface PrivacyBackend {
  open(clock: FixedClock, log: Log): Promise<PrivacyStore>
}

const NOW_MS = Date.parse('2026-11-20T10:00:00Z')

export const ANN: Person = {
  personId: 'p1',
  name: 'Ann Lee',
  phones: [],
  emails: [],
  addresses: [
    { streetAddress: '12 N Main St APT 4', city: 'Saint Louis', state: 'MO', zipcode: '63101' },
    { streetAddress: '9 Oak Avenue', city: 'Austin', state: 'TX', zipcode: '78704', to: '2019-01-01' },
  ],
  relatives: [],
  associates: [],
}

const ENTRY = { keyId: 'k1', label: 'Acme', operation: '/skip/byaddress', subject: '1 Main St', requestId: 'r1' }

/** Returns the same person as another source would describe her. */
function otherwise(change: Partial<Person>): Person {
  return { ...ANN, personId: 'other-1', name: 'LEE, Ann', ...change }
}

interface Trial extends PrivacyStore {
  readonly clock: FixedClock
  /** The lines of the log. */
  readonly lines: readonly string[]
  entries(filter?: AuditFilter): Promise<{ number: number; requestId: string; subject: string }[]>
}

/** Defines the tests that every backend of privacy must pass. */
export function privacyContract(name: string, backend: PrivacyBackend): void {
  const trial: TrialTest = (guarantee, holds) =>
    test(guarantee, async () => {
      const clock = fixedClock(NOW_MS)
      const lines: string[] = []
      const note = (_: object, message: string) => lines.push(message)
      const store = await backend.open(clock, { info: note, warn: note, error: note })
      const entries = async (filter: AuditFilter = {}) => {
        const entries = []
        for await (const entry of store.admin.audit(filter)) entries.push(entry)
        return entries
      }
      try {
        await holds({ ...store, clock, lines, entries })
      } finally {
        await store.close()
      }
    })
  describe(`privacy contract: ${name}`, () => {
    list(trial)
    audit(trial)
    test('neither a name nor an address is stored, in plain text or as a hash that others could compute', async () => {
      const marks: string[] = []
      for (let time = 0; time < 2; time++) {
        const store = await backend.open(fixedClock(NOW_MS), { info() {}, warn() {}, error() {} })
        await store.admin.suppress({ kind: 'person', person: ANN }, false)
        const [stored, own] = [await store.stored(), await store.marks()]
        await store.close()
        // removed, because random hashes sometimes contain the letters that the test looks for
        const withoutMarks = own.reduce((text, mark) => text.replaceAll(mark, ''), stored)
        for (const text of ['Ann', 'Lee', 'Main', 'Oak']) assert.equal(withoutMarks.includes(text), false, text)
        marks.push(...new Set(own))
      }
      assert.equal(marks.length, 10, 'a name and four places of each')
      assert.equal(new Set(marks).size, marks.length)
    })
  })
}

type TrialTest = (guarantee: string, holds: (trial: Trial) => Promise<void>) => unknown

function list(trial: TrialTest): void {
  trial('the secret of the list keys ids of homes, for every reader alike', async ({ admin, privacy, now }) => {
    const ids = [privacy.withheld, admin.withheld, await now()].map((each) => each.homeId('county', '123-45'))
    assert.equal(new Set(ids).size, 1)
    assert.ok(ids.every((id) => Number.isSafeInteger(id) && id !== derivedZpid('county', '123-45')))
  })

  trial(
    'the ids of homes that were withheld when they first came are remembered, however often they are stored',
    async (store) => {
      const { now, storeIds } = store
      const before = await now()
      const id = before.homeId('county', '123-45')
      assert.deepEqual([before.homeIds?.isEmpty, before.homeIds?.has(id)], [true, false])
      before.homeIds?.add(id)
      assert.equal((await now()).homeIds?.isEmpty, true, 'nothing is stored yet')
      for (let time = 0; time < 2; time++) await storeIds(before)
      const { homeIds } = await now()
      assert.deepEqual([homeIds?.isEmpty, homeIds?.has(id), homeIds?.has(id + 1)], [false, true, false])
    },
  )

  trial('a person is withheld by id from the next look on, and no longer once that is undone', async (store) => {
    const { admin, privacy } = store
    assert.equal(privacy.withheld.has(ANN), false)
    const entry = await admin.suppress({ kind: 'person', person: ANN }, false)
    assert.deepEqual(entry, { number: 1, personId: 'p1', erased: false, sinceMs: NOW_MS, addresses: 2 })
    await privacy.refresh()
    for (const withheld of [privacy.withheld, admin.withheld, await store.now()]) {
      assert.deepEqual([withheld.has(ANN), withheld.isErased(ANN)], [true, false])
      assert.equal(withheld.has({ ...ANN, name: 'Somebody Else', addresses: [] }), true)
      assert.equal(withheld.has({ ...ANN, personId: 'p2', name: 'Somebody Else' }), false)
    }
    assert.deepEqual(await admin.unsuppress('p1'), [entry])
    await privacy.refresh()
    assert.equal(privacy.withheld.has(ANN), false)
    await assert.rejects(admin.unsuppress('p1'), /No hidden person has the number or id "p1"/)
  })

  trial('a person is recognised under another id by name and any address, however both are written', async (store) => {
    const { withheld } = store.admin
    await store.admin.suppress({ kind: 'person', person: ANN }, true)
    const [home, former] = ANN.addresses
    assert(home !== undefined && former !== undefined)
    const at = (address: Person['addresses'][number]) => otherwise({ addresses: [address] })
    for (const person of [
      at(home),
      at(former),
      at({ ...home, streetAddress: '12 North Main Street #4', city: 'St. Louis' }),
      at({ ...home, zipcode: '' }),
      at({ ...former, streetAddress: '9 OAK AVE', city: '', to: '2020-01-01' }),
    ]) {
      assert.deepEqual([withheld.has(person), withheld.isErased(person)], [true, true])
    }
    for (const person of [
      at({ ...home, streetAddress: '12 N Main St APT 5' }),
      at({ ...former, city: 'Dallas', zipcode: '75201' }),
      otherwise({ name: 'Anna Lee' }),
      otherwise({ addresses: [] }),
    ]) {
      assert.equal(withheld.has(person), false, JSON.stringify(person))
    }
  })

  trial(
    'a name with an address is enough, in the words of whoever asks; too little of either is refused',
    async ({ admin }) => {
      const written = { kind: 'written', name: 'ann lee', address: '9 Oak Ave, Austin TX 78704' } as const
      const entry = await admin.suppress(written, false)
      assert.deepEqual([entry.personId, entry.addresses], [undefined, 1])
      assert.equal(admin.withheld.has(ANN), true)
      assert.equal((await admin.suppress(written, false)).number, entry.number)
      assert.equal((await admin.list()).length, 1)
      for (const change of [{ name: ' ' }, { address: 'Austin, TX' }, { address: '9 Oak Ave' }, { address: '' }]) {
        await assert.rejects(admin.suppress({ ...written, ...change }, false), /Cannot recognize/)
      }
      assert.deepEqual(await admin.unsuppress(String(entry.number)), [entry])
    },
  )

  trial('suppressing again adds what is new, and erased stays erased', async ({ clock, admin }) => {
    await admin.suppress({ kind: 'id', personId: 'p1' }, true)
    clock.set(NOW_MS + 5)
    const entry = await admin.suppress({ kind: 'person', person: ANN }, false)
    assert.deepEqual(entry, { number: 1, personId: 'p1', erased: true, sinceMs: NOW_MS, addresses: 2 })
    assert.deepEqual(await admin.suppress({ kind: 'person', person: ANN }, false), entry)
  })

  trial(
    'a list that is changed between entries of the audit log is taken over, whatever the change, under another version',
    async ({ admin, privacy }) => {
      const versions = new Set<string>()
      const standing = async () => {
        await privacy.audit.record(ENTRY)
        await privacy.refresh()
        versions.add(privacy.withheld.version)
        return [privacy.withheld.has(ANN), privacy.withheld.isErased(ANN)]
      }
      assert.deepEqual(await standing(), [false, false])
      await admin.suppress({ kind: 'id', personId: 'p1' }, false)
      assert.deepEqual(await standing(), [true, false])
      await admin.suppress({ kind: 'id', personId: 'p1' }, true)
      assert.deepEqual(await standing(), [true, true])
      await admin.unsuppress('p1')
      await admin.suppress({ kind: 'id', personId: 'p2' }, true)
      assert.deepEqual(await standing(), [false, false])
      await admin.suppress({ kind: 'person', person: { ...ANN, personId: 'p2' } }, true)
      assert.deepEqual(await standing(), [true, true])
      assert.equal(versions.size, 5)
    },
  )
}

function audit(trial: TrialTest): void {
  trial(
    'the audit log keeps every entry in order, finds by key, operation, time and subject, and is never changed',
    async (store) => {
      const { clock, privacy, entries } = store
      await privacy.audit.record(ENTRY)
      clock.set(NOW_MS + 86_400_000)
      await privacy.audit.record({ ...ENTRY, keyId: 'k2', operation: '/skip/detailsbyid', subject: 'person p1' })
      assert.deepEqual((await entries())[0], { ...ENTRY, number: 1, atMs: NOW_MS })
      const numbers = async (filter: AuditFilter) => (await entries(filter)).map(({ number }) => number)
      assert.deepEqual(await numbers({}), [1, 2])
      assert.deepEqual(await numbers({ keyId: 'k2' }), [2])
      assert.deepEqual(await numbers({ operation: '/skip/byaddress' }), [1])
      assert.deepEqual(await numbers({ fromMs: NOW_MS, untilMs: NOW_MS + 1 }), [1])
      assert.deepEqual(await numbers({ subject: 'MAIN' }), [1])
      assert.deepEqual(await numbers({ subject: 'p1', keyId: 'k1' }), [])
      const { auditTable: table } = store
      for (const change of [`UPDATE ${table} SET subject = ''`, `DELETE FROM ${table}`]) {
        await assert.rejects(store.execute(change), /the audit log is never changed/)
      }
      assert.equal((await entries()).length, 2)
    },
  )

  trial(
    'entries that come at once are all kept in their order, whatever callers wrote',
    async ({ privacy, entries }) => {
      const subjects = [
        'plain',
        "it's; DROP TABLE",
        'line\nbreak',
        '\u0000 nothing',
        '\ud800 half',
        '{"a,b"}',
        '\\N',
        '',
      ]
      const records = Array.from({ length: 40 }, (_, i) => ({
        ...ENTRY,
        requestId: `r${i}`,
        subject: subjects[i % subjects.length] as string, // never undefined, since the index is within the list
      }))
      await Promise.all(records.map((record) => privacy.audit.record(record)))
      const kept = await entries()
      assert.deepEqual(
        kept.map(({ requestId }) => requestId),
        records.map(({ requestId }) => requestId),
      )
      const shown = (text: string) => text.toWellFormed().replaceAll('\u0000', '\ufffd')
      assert.deepEqual(
        kept.map(({ subject }) => shown(subject)),
        records.map(({ subject }) => shown(subject)),
      )
    },
  )

  trial('an audit log of more entries than one statement returns is read wholly and in order', async (store) => {
    const count = 20_003
    await store.execute(`
      INSERT INTO ${store.auditTable} (at_ms, key_id, label, operation, subject, request_id)
      WITH RECURSIVE entry (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM entry WHERE i < ${count})
      SELECT i / 7, 'k1', '', '/skip/byaddress', CAST(i AS text), 'r' FROM entry ORDER BY entry.i`)
    const numbers = async (filter: AuditFilter) => (await store.entries(filter)).map(({ number }) => number)
    const all = Array.from({ length: count }, (_, i) => i + 1)
    assert.deepEqual(await numbers({}), all)
    assert.deepEqual(await numbers({ fromMs: 1000, untilMs: 2500 }), all.slice(6999, 17_499))
    assert.deepEqual(await numbers({ subject: '20003' }), [count])
  })

  trial(
    'while entries cannot be written each is refused, and the log has one line about it and one when it works again',
    async (store) => {
      const { privacy, lines } = store
      const accept = await store.refuseEntries()
      for (let call = 0; call < 5; call++) await assert.rejects(privacy.audit.record(ENTRY), /no room/)
      await accept()
      for (let call = 0; call < 2; call++) await privacy.audit.record(ENTRY)
      assert.equal(lines.length, 2)
      assert.match(lines[0] ?? '', /no room Until then, calls about people wait, or are refused\.$/)
      assert.match(lines[1] ?? '', / works again/)
    },
  )
}
