import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { newKey, plat, type Served, scratch, serve } from './program.ts'

const MAPPING = `name: few
source: few
attribution: Sales of a test
noun: home
format: csv
key: id
fields:
  HomeType: { constant: SINGLE_FAMILY }
  StandardStatus: { constant: Active }
  StreetAddress: street
  City: city
  StateOrProvince: { constant: WA }
  PostalCode: zip
  ListPrice: price
`

interface Changes {
  readonly entered: readonly { readonly address: { readonly streetAddress: string } }[]
  readonly left: readonly object[]
  readonly changed: readonly { readonly how: string }[]
  readonly next: string
}

test('every thread reports the updates of a saved search, also after a restart, until its key is revoked', async () => {
  const folder = scratch()
  const dataDir = join(folder.path, 'data')
  writeFileSync(join(folder.path, 'few.yaml'), MAPPING)
  const importRows = async (...rows: readonly string[]) => {
    const file = join(folder.path, 'few.csv')
    writeFileSync(file, ['id,street,city,zip,price', ...rows, ''].join('\n'))
    const words = ['import', file, '--mapping', join(folder.path, 'few.yaml'), '--data', dataDir]
    const { code, stderr } = await plat(words)
    assert.equal(code, 0, stderr)
  }
  await importRows('1,1 Main St,Seattle,98103,600000', '2,2 Main St,Seattle,98103,900000')
  const { key, keyId } = await newKey(dataDir, 'pro')
  const environment = { PLAT_WORKERS: '3' }
  let served = await serve(dataDir, environment)
  const ask = async <T>({ a }: Served, method: string, path: string, body?: object): Promise<T> => {
    const headers = { 'x-service-key': key, connection: 'close' }
    const answer = await fetch(`${a}${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) })
    return (await answer.json()) as T // each test knows the type of its path's answer
  }
  const parameters = { location: 'Seattle, WA', listingStatus: 'For_Sale', listPriceRange: 'max:700000' }
  const asked = { path: '/search/byaddress', parameters }
  const made = await ask<{ search: { searchId: string } }>(served, 'POST', '/searches', asked)
  const path = `/searches/${made.search.searchId}`
  await importRows('1,1 Main St,Seattle,98103,550000', '3,3 Main St,Seattle,98103,500000')
  const idsOf = async () => {
    const { entered, left, changed } = await ask<Changes>(served, 'GET', `${path}/changes`)
    return [entered.map(({ address }) => address.streetAddress), left.length, changed.map(({ how }) => how)]
  }
  const expected = [['3 Main St'], 0, ['priceDown']]
  while ((await idsOf())[0]?.toString() !== '3 Main St') await new Promise((resolve) => setTimeout(resolve, 50))
  for (let call = 0; call < 12; call++) assert.deepEqual(await idsOf(), expected)
  await served.stop()
  served = await serve(dataDir, environment)
  assert.deepEqual(await idsOf(), expected)
  const { next } = await ask<Changes>(served, 'GET', `${path}/changes`)
  await ask(served, 'PATCH', path, { seen: next })
  for (let call = 0; call < 12; call++) assert.deepEqual(await idsOf(), [[], 0, []])
  const listed = await plat(['searches', 'list', '--data', dataDir, '--json'])
  assert.deepEqual(JSON.parse(listed.stdout), { keys: [{ keyId, searches: 1, webhooks: 0 }] })
  assert.equal((await plat(['keys', 'revoke', keyId, '--data', dataDir])).code, 0)
  const after = await plat(['searches', 'list', '--data', dataDir, '--json'])
  assert.deepEqual(JSON.parse(after.stdout), { keys: [] })
  await served.stop()
  folder.remove()
})
