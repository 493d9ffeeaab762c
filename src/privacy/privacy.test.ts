import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type TestContext, test } from 'node:test'
import { fixedClock } from '../base/clock.ts'
import type { Person } from '../model/person.ts'
import { openPeopleAdmin, openPrivacy, withheldNow } from './index.ts'

const NOW_MS = Date.parse('2026-11-20T10:00:00Z')

const ANN: Person = {
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

/** The same person as another source writes her. */
function otherwise(change: Partial<Person>): Person {
  return { ...ANN, personId: 'other-1', name: 'LEE, Ann', ...change }
}

function folder(context: TestContext) {
  const dataDir = mkdtempSync(join(tmpdir(), 'plat-privacy-'))
  const clock = fixedClock(NOW_MS)
  const admin = openPeopleAdmin(dataDir, clock, randomBytes)
  const lines: string[] = []
  const note = (_: object, message: string) => lines.push(message)
  const log = { info: note, warn: note, error: note }
  const privacy = openPrivacy({ dataDir, clock, log, randomness: randomBytes })
  context.after(async () => {
    admin.close()
    await privacy.close()
    rmSync(dataDir, { recursive: true })
  })
  return { dataDir, clock, admin, privacy, lines }
}

test('a person is withheld by id from the next look on, and no longer once that is undone', (context) => {
  const { dataDir, admin, privacy } = folder(context)
  assert.equal(privacy.withheld.has(ANN), false)
  const entry = admin.suppress({ kind: 'person', person: ANN }, false)
  assert.deepEqual(entry, { number: 1, personId: 'p1', erased: false, sinceMs: NOW_MS, addresses: 2 })
  privacy.refresh()
  for (const withheld of [privacy.withheld, admin.withheld, withheldNow(dataDir)]) {
    assert.deepEqual([withheld.has(ANN), withheld.isErased(ANN)], [true, false])
    assert.equal(withheld.has({ ...ANN, name: 'Somebody Else', addresses: [] }), true)
    assert.equal(withheld.has({ ...ANN, personId: 'p2', name: 'Somebody Else' }), false)
  }
  assert.deepEqual(admin.unsuppress('p1'), [entry])
  privacy.refresh()
  assert.equal(privacy.withheld.has(ANN), false)
  assert.throws(() => admin.unsuppress('p1'), /Nobody is withheld as "p1"/)
})

test('a person is recognised under another id by name and any address, however both are written', (context) => {
  const { admin } = folder(context)
  admin.suppress({ kind: 'person', person: ANN }, true)
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
    assert.deepEqual([admin.withheld.has(person), admin.withheld.isErased(person)], [true, true])
  }
  for (const person of [
    at({ ...home, streetAddress: '12 N Main St APT 5' }),
    at({ ...former, city: 'Dallas', zipcode: '75201' }),
    otherwise({ name: 'Anna Lee' }),
    otherwise({ addresses: [] }),
  ]) {
    assert.equal(admin.withheld.has(person), false, JSON.stringify(person))
  }
})

test('a name with an address is enough, in the words of whoever asks; too little of either is refused', (context) => {
  const { admin } = folder(context)
  const written = { kind: 'written', name: 'ann lee', address: '9 Oak Ave, Austin TX 78704' } as const
  const entry = admin.suppress(written, false)
  assert.deepEqual([entry.personId, entry.addresses], [undefined, 1])
  assert.equal(admin.withheld.has(ANN), true)
  assert.equal(admin.suppress(written, false).number, entry.number)
  assert.equal(admin.list().length, 1)
  for (const change of [{ name: ' ' }, { address: 'Austin, TX' }, { address: '9 Oak Ave' }, { address: '' }]) {
    assert.throws(() => admin.suppress({ ...written, ...change }, false), /Cannot recognise/)
  }
  assert.deepEqual(admin.unsuppress(String(entry.number)), [entry])
})

test('suppressing again adds what is new, and erased stays erased', (context) => {
  const { clock, admin } = folder(context)
  admin.suppress({ kind: 'id', personId: 'p1' }, true)
  clock.set(NOW_MS + 5)
  const entry = admin.suppress({ kind: 'person', person: ANN }, false)
  assert.deepEqual(entry, { number: 1, personId: 'p1', erased: true, sinceMs: NOW_MS, addresses: 2 })
  assert.deepEqual(admin.suppress({ kind: 'person', person: ANN }, false), entry)
})

test('neither a name nor an address is kept, in clear or as a hash that others could compute', (context) => {
  const one = folder(context)
  const other = folder(context)
  for (const { admin } of [one, other]) admin.suppress({ kind: 'person', person: ANN }, false)
  const marksIn = (dataDir: string) => {
    const store = new DatabaseSync(join(dataDir, 'people.sqlite'))
    const marks = store.prepare('SELECT name, mark FROM mark').all()
    store.close()
    return marks.flatMap((row) => Object.values(row))
  }
  const others = marksIn(other.dataDir)
  assert.deepEqual(
    marksIn(one.dataDir).filter((mark) => others.includes(mark)),
    [],
  )
  for (const name of readdirSync(one.dataDir)) {
    const bytes = readFileSync(join(one.dataDir, name))
    for (const text of ['Ann', 'Lee', 'Main', 'Oak']) assert.equal(bytes.includes(text), false, `${text} in ${name}`)
  }
})

test('the audit log keeps every entry in order, finds by key, operation, time and subject, and is never changed', async (context) => {
  const { dataDir, clock, admin, privacy } = folder(context)
  const entry = { keyId: 'k1', label: 'Acme', operation: '/skip/byaddress', subject: '1 Main St', requestId: 'r1' }
  await privacy.audit.record(entry)
  clock.set(NOW_MS + 86_400_000)
  await privacy.audit.record({ ...entry, keyId: 'k2', operation: '/skip/detailsbyid', subject: 'person p1' })
  const all = [...admin.audit({})]
  assert.deepEqual(all[0], { ...entry, number: 1, atMs: NOW_MS })
  const numbers = (filter: Parameters<typeof admin.audit>[0]) => Array.from(admin.audit(filter), ({ number }) => number)
  assert.deepEqual(numbers({}), [1, 2])
  assert.deepEqual(numbers({ keyId: 'k2' }), [2])
  assert.deepEqual(numbers({ operation: '/skip/byaddress' }), [1])
  assert.deepEqual(numbers({ fromMs: NOW_MS, untilMs: NOW_MS + 1 }), [1])
  assert.deepEqual(numbers({ subject: 'MAIN' }), [1])
  assert.deepEqual(numbers({ subject: 'p1', keyId: 'k1' }), [])
  const store = new DatabaseSync(join(dataDir, 'people.sqlite'))
  for (const change of ["UPDATE audit SET subject = ''", 'DELETE FROM audit']) {
    assert.throws(() => store.exec(change), /the audit log is never changed/)
  }
  store.close()
  assert.equal([...admin.audit({})].length, 2)
})

test('an entry waits for the lock of another program, holds nobody else up, and is there when it is confirmed', async (context) => {
  const { dataDir, admin, privacy, lines } = folder(context)
  const holder = new DatabaseSync(join(dataDir, 'people.sqlite'))
  holder.exec('BEGIN IMMEDIATE')
  const order: string[] = []
  const entry = { keyId: 'k1', label: 'Acme', operation: '/skip/byaddress', subject: '1 Main St', requestId: 'r1' }
  const written = [1, 2, 3].map((number) =>
    privacy.audit.record({ ...entry, requestId: `r${number}` }).then(() => order.push(`r${number}`)),
  )
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setTimeout(resolve, 5))
  privacy.refresh()
  order.push('released')
  holder.exec('ROLLBACK')
  holder.close()
  await Promise.all(written)
  assert.deepEqual(order, ['released', 'r1', 'r2', 'r3'])
  assert.deepEqual(
    Array.from(admin.audit({}), ({ requestId }) => requestId),
    ['r1', 'r2', 'r3'],
  )
  assert.deepEqual(lines, [])
})

test('while entries cannot be written each is refused, and the log has one line about it and one when it works again', async (context) => {
  const { dataDir, privacy, lines } = folder(context)
  const entry = { keyId: 'k1', label: 'Acme', operation: '/skip/byaddress', subject: '1 Main St', requestId: 'r1' }
  const store = new DatabaseSync(join(dataDir, 'people.sqlite'))
  store.exec("CREATE TRIGGER full BEFORE INSERT ON audit BEGIN SELECT RAISE(ABORT, 'no room'); END")
  for (let call = 0; call < 5; call++) await assert.rejects(privacy.audit.record(entry), /no room/)
  store.exec('DROP TRIGGER full')
  store.close()
  for (let call = 0; call < 2; call++) await privacy.audit.record(entry)
  assert.equal(lines.length, 2)
  assert.match(lines[0] ?? '', /^no room Until then calls about people are refused\.$/)
  assert.match(lines[1] ?? '', /people\.sqlite works again/)
})

test('a list that is changed between entries of the audit log is taken over, whatever the change', async (context) => {
  const { admin, privacy } = folder(context)
  const entry = { keyId: 'k1', label: '', operation: '/skip/byaddress', subject: '1 Main St', requestId: 'r1' }
  const standing = async () => {
    await privacy.audit.record(entry)
    privacy.refresh()
    return [privacy.withheld.has(ANN), privacy.withheld.isErased(ANN)]
  }
  assert.deepEqual(await standing(), [false, false])
  admin.suppress({ kind: 'id', personId: 'p1' }, false)
  assert.deepEqual(await standing(), [true, false])
  admin.suppress({ kind: 'id', personId: 'p1' }, true)
  assert.deepEqual(await standing(), [true, true])
  admin.unsuppress('p1')
  admin.suppress({ kind: 'id', personId: 'p2' }, true)
  assert.deepEqual(await standing(), [false, false])
  admin.suppress({ kind: 'person', person: { ...ANN, personId: 'p2' } }, true)
  assert.deepEqual(await standing(), [true, true])
})

test('a file that is none of ours, and a folder that is not there, are one clear sentence', (context) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'plat-privacy-'))
  context.after(() => rmSync(dataDir, { recursive: true }))
  const clock = fixedClock(NOW_MS)
  assert.throws(() => openPeopleAdmin(join(dataDir, 'nowhere'), clock, randomBytes), /There is no data folder/)
  assert.equal(withheldNow(dataDir).has(ANN), false)
  assert.deepEqual(readdirSync(dataDir), [])
  writeFileSync(join(dataDir, 'people.sqlite'), 'hello')
  assert.throws(() => openPeopleAdmin(dataDir, clock, randomBytes), /cannot be read \(.*\): run \.\/plat check/)
})
