import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { newKey, plat, scratch, serve } from './program.ts'

const folder = scratch()
after(() => folder.remove())

/** A tax roll as counties publish it, with invented names. */
const ROLL = `PARCEL_ID,SITUS_ADDR,SITUS_CITY,SITUS_ZIP,OWNER1,OWNER2,MAIL_ADDR,MAIL_CITY,MAIL_STATE,MAIL_ZIP,DEED_DATE,TOTAL_VALUE
012-0340-005,4108 Fremont Ave N,Seattle,98103,SAMPLEMAN JOHN A,SAMPLEMAN MARY B,4108 FREMONT AVE N,SEATTLE,WA,98103,05/06/2019,650000
0120340015,4110 Fremont Ave N,Seattle,98103,INVENTED HOLDINGS LLC,C/O SOME AGENT,500 UNION ST STE 900,SEATTLE,WA,98101,01/02/2021,700000
0120340025,4112 Fremont Ave N,Seattle,98103,"INVENTED HOLDINGS, L.L.C.",,500 Union Street Suite 900,Seattle,WA,98101-1234,03/04/2022,500000
0120340035,4114 Fremont Ave N,Seattle,98103,INVENTED RENTALS II LLC,,500 UNION ST STE 900,SEATTLE,WA,98101,03/04/2022,400000
0120340045,4116 Fremont Ave N,Seattle,98103,,,,,,,,300000
`

const MAPPING = `name: example-roll
source: example-roll
key: PARCEL_ID
fields:
  HomeType: { constant: SINGLE_FAMILY }
  StreetAddress: SITUS_ADDR
  City: SITUS_CITY
  StateOrProvince: { constant: WA }
  PostalCode: SITUS_ZIP
  ParcelNumber: PARCEL_ID
  TaxYear: { constant: 2026 }
  TaxAssessedValue: TOTAL_VALUE
  OwnerName: { join: [OWNER1, OWNER2], with: " & ", optional: true }
  OwnerAddress: { join: [MAIL_ADDR, MAIL_CITY, MAIL_STATE, MAIL_ZIP], optional: true }
  OwnerDate: { column: DEED_DATE, format: MM/DD/YYYY, optional: true }
`

interface Owners {
  readonly ownerCount: number
  readonly owners: readonly { readonly ownerId: string; readonly name: string; readonly homeCount: number }[]
}

test('a county’s roll with owners is imported, and its parcels and owners are found over HTTP', async () => {
  const [roll, mapping] = [join(folder.path, 'roll.csv'), join(folder.path, 'roll.yaml')]
  writeFileSync(roll, ROLL)
  writeFileSync(mapping, MAPPING)
  const data = join(folder.path, 'data')
  const imported = await plat(['import', roll, '--mapping', mapping, '--data', data])
  assert.equal(imported.code, 0, imported.stderr)
  const { key, keyId } = await newKey(data, 'pro')
  const served = await serve(data)
  const refused = await served.get('/owner/search?name=Sampleman', { 'x-service-key': key })
  assert.equal(refused.status, 403)
  assert.match(await refused.text(), /only to keys with a purpose/)
  const limited = await plat(['keys', 'limit', keyId, '--purpose', 'Find the owners of empty homes', '--data', data])
  assert.equal(limited.code, 0, limited.stderr)
  for (let tries = 0; (await served.get('/owner/search?name=Abc', { 'x-service-key': key })).status === 403; tries++) {
    assert.ok(tries < 50)
    await wait(100)
  }
  const ask = async <T>(path: string, query: Readonly<Record<string, string>>): Promise<T> => {
    const answer = await served.get(`${path}?${new URLSearchParams(query).toString()}`, { 'x-service-key': key })
    assert.equal(answer.status, 200, path)
    return (await answer.json()) as T // each test knows the keys
  }
  const {
    homes: [home],
  } = await ask<{ homes: readonly { zpid: number }[] }>('/parcel', {
    apn: '12 0340 005',
    county: 'King County, WA',
  })
  const { results } = await ask<{ results: readonly { display: string }[] }>('/autocomplete', { query: '120340-015' })
  assert.deepEqual(
    results.map(({ display }) => display),
    ['4110 Fremont Ave N, Seattle, WA 98103'],
  )

  const found = (name: string, place = '98103') => ask<Owners>('/owner/search', { name, place })
  const {
    owners: [invented],
  } = await found('Invented Holdings L.L.C.')
  assert.equal(invented?.homeCount, 2)
  const portfolio = await ask<Readonly<Record<string, unknown>>>('/owner/portfolio', {
    ownerId: invented?.ownerId ?? '',
  })
  assert.deepEqual(portfolio.assessments, { homes: 2, sum: 1_200_000 })
  assert.deepEqual(portfolio.places, [{ name: 'Seattle, WA', homes: 2 }])
  const owned = portfolio.homes as readonly Readonly<Record<string, unknown>>[] // as declared
  assert.deepEqual(owned.map(({ source, date, owners }) => [source, date, owners].join(' | ')).sort(), [
    'example-roll | 2021-01-02 | INVENTED HOLDINGS LLC & C/O SOME AGENT',
    'example-roll | 2022-03-04 | INVENTED HOLDINGS, L.L.C.',
  ])
  const sharing = portfolio.sameMailingAddress as Owners['owners'] // as declared
  assert.deepEqual(
    sharing.map(({ name }) => name),
    ['INVENTED RENTALS II LLC'],
  )
  const tool = async (given: object) => {
    const params = { name: 'owners', arguments: given }
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params })
    const headers = { 'x-service-key': key, 'content-type': 'application/json', accept: 'application/json' }
    return (await fetch(`http://127.0.0.1:${served.ports[0]}/mcp`, { method: 'POST', headers, body })).text()
  }
  assert.match(await tool({ name: 'invented hold', place: '98103' }), /INVENTED HOLDINGS LLC/)
  assert.match(await tool({ owner: invented?.ownerId }), /4112 Fremont Ave N.*INVENTED RENTALS II LLC/)
  for (const name of ['John A. Sampleman', 'SAMPLEMAN MARY'])
    assert.deepEqual(
      (await found(name)).owners.map(({ homeCount }) => homeCount),
      [1],
    )
  assert.doesNotMatch(
    await (await served.get(`/pro/byzpid?zpid=${home?.zpid}`, { 'x-service-key': key })).text(),
    /sampleman/i,
  )

  const where = '4108 Fremont Ave N, Seattle, WA 98103'
  const hidden = await plat([
    'people',
    'suppress',
    '--name',
    'John A Sampleman',
    '--address',
    where,
    '--absent',
    '--data',
    data,
  ])
  assert.equal(hidden.code, 0, hidden.stderr)
  for (let tries = 0; (await found('sampleman john')).ownerCount > 0; tries++) {
    assert.ok(tries < 50)
    await wait(100)
  }
  assert.equal((await found('sampleman')).ownerCount, 1)
  const audit = await plat(['people', 'audit', '--data', data])
  assert.match(audit.stdout, /\/owner\/search {2}owner John A\. Sampleman in 98103/)
  await served.stop()
})
