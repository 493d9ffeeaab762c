import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { plat, type Served, scratch, serve } from './program.ts'

const folder = scratch()
let served: Served

before(async () => {
  served = await serve(folder.path, { PLAT_ACCESS_LOG: '1', PLAT_SLOW_MS: '1' }) // logs every call, with all details
})
after(() => folder.remove())

interface Details {
  readonly 'Person Details': readonly [{ readonly Person_name: string }]
  readonly 'Current Address Details List': readonly [
    {
      readonly street_address: string
      readonly address_locality: string
      readonly address_region: string
      readonly postal_code: string
    },
  ]
  readonly 'All Associates': readonly { readonly 'Person ID': string }[]
}

async function detailsOf(personId: string): Promise<Details> {
  const answer = await served.get(`/skip/detailsbyid?peo_id=${personId}`)
  assert.equal(answer.status, 200)
  return (await answer.json()) as Details
}

/** Repeats a check until it has been true for more than a second, so that every worker has seen the change. */
async function soon(wanted: () => Promise<boolean>): Promise<void> {
  for (let inARow = 0; inARow <= 12; await wait(100)) inARow = (await wanted()) ? inARow + 1 : 0
}

test('suppression, erasure and the audit log work while the service runs, and no name or street is written to the service log', async () => {
  const first = await detailsOf('p1m1')
  const [associate] = first['All Associates']
  assert(associate !== undefined)
  const { street_address, address_locality, address_region, postal_code } = first['Current Address Details List'][0]
  const place = `${address_locality}, ${address_region} ${postal_code}`
  const query = new URLSearchParams({ street: street_address, citystatezip: place }).toString()
  const idsThere = async () => {
    const answer = (await (await served.get(`/skip/byaddress?${query}`)).json()) as {
      readonly PeopleDetails: readonly { readonly 'Person ID': string }[]
    }
    return answer.PeopleDetails.map((row) => row['Person ID'])
  }
  assert.ok((await idsThere()).includes('p1m1'))

  const suppressed = await plat(['people', 'suppress', 'p1m1', '--data', folder.path])
  assert.deepEqual([suppressed.code, suppressed.stderr], [0, ''])
  await soon(async () => (await served.get('/skip/detailsbyid?peo_id=p1m1')).status === 404)
  assert.equal((await idsThere()).includes('p1m1'), false)
  const knows = (await detailsOf(associate['Person ID']))['All Associates'].map((one) => one['Person ID'])
  assert.equal(knows.includes('p1m1'), false)

  const unsuppressed = await plat(['people', 'unsuppress', 'p1m1', '--data', folder.path])
  assert.equal(unsuppressed.code, 0)
  await soon(async () => (await idsThere()).includes('p1m1'))

  const name = first['Person Details'][0].Person_name
  const mail = `${name}.p1m1@example.com`.toLowerCase().replace(' ', '.')
  const holding = () =>
    readdirSync(folder.path, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name: file }) => join(parentPath, file))
      .filter((path) => readFileSync(path).includes(mail))
  const erased = await plat(['people', 'erase', 'p1m1', '--yes', '--data', folder.path])
  assert.deepEqual([erased.code, erased.stderr], [0, ''])
  assert.deepEqual(holding(), [])
  await soon(async () => (await served.get('/skip/detailsbyid?peo_id=p1m1')).status === 404)

  const audit = await plat(['people', 'audit', '--json', '--data', folder.path])
  const entries = (JSON.parse(audit.stdout) as { entries: { keyId: string; subject: string }[] }).entries
  assert.ok(entries.every(({ keyId }) => keyId === 'demo'))
  assert.ok(entries.some(({ subject }) => subject === 'person p1m1'))
  assert.ok(entries.some(({ subject }) => subject === `${street_address}, ${place}`))

  const refused = await served.get(
    `/skip/byaddress?street=${encodeURIComponent(name)}&citystatezip=${encodeURIComponent(name)}`,
  )
  assert.equal(refused.status, 400)
  assert.equal((await refused.text()).includes(name), false)
  assert.equal((await served.get(`/skip/detailsbyid?peo_id=${encodeURIComponent(name)}`)).status, 404)

  await served.stop()
  for (const detail of [
    '"operation":"/skip/byaddress"',
    '"operation":"/skip/detailsbyid"',
    '"status":400',
    '"status":404',
  ]) {
    assert.ok(served.program.stderr.includes(detail), `no line of a call tells ${detail}`)
  }
  for (const text of [name, street_address, mail]) {
    assert.equal(served.program.stderr.includes(text), false, `the log holds ${text}`)
  }
})
