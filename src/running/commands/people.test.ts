import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { trialCards } from '../../../test/catalog/trial.ts'
import { refused, runHere, trialTerminal } from '../../../test/terminal.ts'
import { openCatalog, openWriter } from '../../catalog/opening/open.ts'
import { openPrivacy, withheldNow } from '../../guard/privacy/index.ts'
import { fixedClock } from '../../kit/base/clock.ts'
import { EXIT } from '../../kit/base/failure.ts'
import { silentLog } from '../../kit/base/log.ts'
import { derivedId } from '../../model/identity.ts'
import type { Person } from '../../model/person.ts'

const START_MS = Date.parse('2026-11-20T10:30:00Z')

const ANN: Person = {
  personId: 'p1',
  name: 'Ann Unmistakable',
  phones: [],
  emails: [],
  addresses: [{ streetAddress: '9 Oak Ave', city: 'Austin', state: 'TX', zipcode: '78704' }],
  relatives: [],
  associates: [],
}

/**
 * Returns a data folder with one person, and a function that runs commands on it. Each call acts like a new process.
 */
async function shell(context: TestContext) {
  const dataDir = mkdtempSync(join(tmpdir(), 'plat-people-'))
  context.after(() => rmSync(dataDir, { recursive: true }))
  const importAnn = async (replace: boolean) => {
    const withheld = await withheldNow(dataDir)
    const newCatalogId = () => (replace ? '1' : '0').repeat(16)
    const writer = openWriter({ dataDir, kind: 'imported', replace, cards: trialCards, withheld, newCatalogId })
    writer.put('person', ANN)
    writer.commit()
  }
  await importAnn(false)
  const clock = fixedClock(START_MS)
  const people = (...words: string[]) => runHere(['people', ...words, '--data', dataDir], trialTerminal({ clock }))
  const json = async (...words: string[]) => JSON.parse((await people(...words, '--json')).printed.join('\n'))
  const shown = async () => {
    const catalog = openCatalog(dataDir, silentLog, trialCards, await withheldNow(dataDir))
    const person = await catalog.records.get('person', 'p1')
    catalog.close()
    return person !== undefined
  }
  return { dataDir, clock, people, json, shown, importAnn }
}

test('a suppressed person is in no answer, even after an import that replaces everything, until the suppression is undone', async (context) => {
  const { people, json, shown, importAnn } = await shell(context)
  assert.equal(await shown(), true)
  assert.deepEqual((await people('suppress', 'p1')).printed, [
    'Person p1 is hidden: within a second, a running service shows nothing about them.',
  ])
  assert.equal(await shown(), false)
  await importAnn(true)
  assert.equal(await shown(), false)
  const since = new Date(START_MS).toISOString()
  const entry = { number: 1, personId: 'p1', erased: false, since, addresses: 1 }
  assert.deepEqual(await json('list'), { withheld: [entry] })
  assert.deepEqual((await people('list')).printed, [
    'NUMBER  PERSON  STATE       SINCE       ADDRESSES KNOWN',
    '1       p1      suppressed  2026-11-20  1',
  ])
  assert.deepEqual(await json('unsuppress', '1'), { unsuppressed: [entry] })
  assert.equal(await shown(), true)
})

test('an erased person leaves no byte in the folder, and no later import brings them back', async (context) => {
  const { dataDir, people, json, shown, importAnn } = await shell(context)
  const holding = () =>
    readdirSync(dataDir).filter((name) => readFileSync(join(dataDir, name)).includes('Unmistakable'))
  assert.equal(holding().length, 1)
  await refused(people('erase', 'p1'), EXIT.usage, /to delete it, add --yes/)
  assert.equal(await shown(), true)
  assert.deepEqual((await people('erase', 'p1', '--yes')).printed, [
    'Person p1 is erased: the record was deleted from the catalog, and later imports leave it out.',
  ])
  assert.deepEqual(holding(), [])
  await importAnn(false)
  await importAnn(true)
  assert.deepEqual([holding(), await shown()], [[], false])
  assert.equal((await json('list')).withheld[0].erased, true)
  assert.deepEqual((await people('erase', 'p1', '--yes')).printed, [
    'Person p1 is erased: the catalog had no record, and later imports leave it out.',
  ])
  assert.match((await people('unsuppress', 'p1')).printed.join(), /the next import may bring it back/)
  await importAnn(false)
  assert.equal(await shown(), true)
})

test('a name with an address works like an id, and an unknown id is accepted only with --absent', async (context) => {
  const { people, json, shown } = await shell(context)
  await people('suppress', '--name', 'UNMISTAKABLE, Ann', '--address', '9 Oak Avenue, Austin TX')
  assert.equal(await shown(), false)
  await refused(people('suppress', 'p77'), EXIT.data, /No person in this catalog has the id "p77"/)
  assert.equal((await json('suppress', 'p77', '--absent')).personId, 'p77')
  for (const words of [[], ['p1', '--name', 'Ann'], ['--name', 'Ann'], ['--address', '9 Oak Ave, Austin TX']]) {
    await refused(people('suppress', ...words), EXIT.usage, /^Say who is meant/)
  }
  await refused(people('suppress', '--name', 'Ann', '--address', 'nowhere'), EXIT.usage, /Cannot recognize "Ann"/)
  await refused(people('unsuppress', '99'), EXIT.data, /No hidden person has the number or id "99"/)
})

test('a name and an address in any spelling withhold the person, and the command reports who that was', async (context) => {
  const { people, json, shown } = await shell(context)
  const names =
    'Ann Unmistakable; UNMISTAKABLE, ANN; Mrs. Ann Unmistakable; Ann M. Unmistakable; Ann Marie Unmistakable; A. Unmistakable; Ann Unmistakable Jr.; Ann Unmistakable, 3rd; Dr Ann Unmistakable MD'
  const addresses =
    '9 Oak Avenue, Austin TX; 9 oak ave 78704; 9 Oak, Austin, TX; 9 OAK AVE, AUSTIN, TEXAS 78704-1234, USA'
  const written = [
    ...names.split('; ').map((name) => [name, '9 Oak Ave, Austin, TX 78704']),
    ...addresses.split('; ').map((address) => ['Ann Unmistakable', address]),
  ]
  for (const [name = '', address = ''] of written) {
    const { printed } = await people('suppress', '--name', name, '--address', address)
    assert.deepEqual(printed, [
      'Person p1 (Ann Unmistakable) is hidden: within a second, a running service shows nothing about them.',
    ])
    assert.equal(await shown(), false, `${name} at ${address}`)
    await people('unsuppress', 'p1')
  }
  const { withheld } = await json('suppress', '--name', 'Ann Unmistakable', '--address', '9 Oak Ave, Austin, TX')
  assert.deepEqual(
    withheld.map(({ personId, name }: { personId: string; name: string }) => [personId, name]),
    [['p1', 'Ann Unmistakable']],
  )
})

test('if nobody has the name at the address, nobody is withheld and a specific exit code says so, unless --absent is given', async (context) => {
  const { people, json } = await shell(context)
  const suppress = (name: string, address: string, ...more: string[]) =>
    people('suppress', '--name', name, '--address', address, ...more)
  const there = /^Nobody was hidden, because .*known there: Ann Unmistakable \(p1\)/
  for (const name of ['Bob Unmistakable', 'Ann Other', 'Unmistakable', 'Ann'])
    await refused(suppress(name, '9 Oak Ave, Austin, TX'), EXIT.nobody, there)
  for (const address of [
    '8 Oak Ave, Austin, TX',
    '9 Elm Ave, Austin, TX',
    '9 Oak Ave, Dallas, TX',
    '9 N Oak Ave, Austin, TX',
  ])
    await refused(suppress('Ann Unmistakable', address), EXIT.nobody, /nobody is known there/)
  assert.deepEqual((await json('list')).withheld, [])
  assert.deepEqual((await suppress('Bob Unmistakable', '9 Oak Ave, Austin, TX', '--absent')).printed, [
    'Entry 1 hides "Bob Unmistakable" at "9 Oak Ave, Austin, TX" in later imports. Nobody in this catalog has that name there.',
  ])
})

test('the audit log is shown in full and in part, and text of callers cannot control the terminal', async (context) => {
  const { dataDir, clock, people, json } = await shell(context)
  assert.deepEqual(await people('audit'), {
    printed: [],
    noted: ['The audit log has no matching calls.'],
  })
  const privacy = await openPrivacy({ dataDir, clock, log: silentLog, randomness: (bytes) => new Uint8Array(bytes) })
  const entry = {
    keyId: 'key_a',
    label: 'Acme',
    operation: '/skip/byaddress',
    subject: '1 Main\u001b[2J St',
    requestId: 'r',
  }
  await privacy.audit.record(entry)
  clock.set(START_MS + 86_400_000)
  await privacy.audit.record({
    ...entry,
    keyId: 'key_b',
    label: '',
    operation: '/skip/detailsbyid',
    subject: 'person p1',
  })
  await privacy.close()
  assert.deepEqual((await people('audit')).printed, [
    '2026-11-20T10:30:00Z  key_a (Acme)  /skip/byaddress  1 Main\uFFFD[2J St',
    '2026-11-21T10:30:00Z  key_b  /skip/detailsbyid  person p1',
  ])
  const numbers = async (...words: string[]) =>
    (await json('audit', ...words)).entries.map(({ number }: { number: number }) => number)
  assert.deepEqual(await numbers(), [1, 2])
  assert.deepEqual(await numbers('--until', '2026-11-20'), [1])
  assert.deepEqual(await numbers('--since', '2026-11-21'), [2])
  assert.deepEqual(await numbers('--key', 'key_b', '--operation', '/skip/detailsbyid'), [2])
  assert.deepEqual(await numbers('--subject', 'main'), [1])
  await refused(people('audit', '--since', 'yesterday'), EXIT.usage, /--since must be a day .*; you gave "yesterday"/)
})

test('each mistake in the arguments is reported in one sentence', async (context) => {
  const { people } = await shell(context)
  await refused(people('erase'), EXIT.usage, /^Say who is meant/)
  await refused(people('forget', 'p1'), EXIT.usage, /\.\/plat people --help lists what you can use/)
})

test('the key that a source has for a person works as well as the id', async (context) => {
  const { dataDir, people, json, shown } = await shell(context)
  const personId = derivedId('person', 'county', 'p:1')
  const newCatalogId = () => '2'.repeat(16)
  const writer = openWriter({ dataDir, kind: 'imported', replace: false, cards: trialCards, newCatalogId })
  writer.put('person', { ...ANN, personId, source: 'county', name: 'Bea Unmistakable' })
  writer.commit()
  assert.equal((await json('suppress', '--source-id', 'county:p:1')).personId, personId)
  await refused(people('suppress', '--source-id', 'county:p2'), EXIT.data, /has the key "county:p2"\. Use a key/)
  assert.equal((await json('suppress', '--source-id', 'county:p2', '--absent')).personId.length, 16)
  await refused(people('suppress', '--source-id', 'p1'), EXIT.usage, /^The key must be the name of a/)
  await refused(people('suppress', 'p1', '--source-id', 'county:p1'), EXIT.usage, /^Say who is meant/)
  await refused(people('erase', '--source-id', 'county:p:1'), EXIT.usage, /to delete it, add --yes/)
  await refused(people('erase', '--yes'), EXIT.usage, /^Say who is meant/)
  assert.match((await people('erase', '--source-id', 'county:p:1', '--yes')).printed.join(), /the record was deleted/)
  assert.equal(await shown(), true)
})
