import assert from 'node:assert/strict'
import { test } from 'node:test'
import { scratch, serve } from './program.ts'

interface Answer {
  readonly resultsCount: { readonly totalMatchingCount: number }
  readonly warnings?: readonly { readonly parameter: string; readonly detail: string }[]
}

test('a service that is lenient answers without what it cannot read, and says so', async () => {
  const folder = scratch()
  const served = await serve(folder.path, { PLAT_HANDLING: 'lenient' })
  try {
    const search = '/search/byaddress?location=TX;CA;NY;FL;WA'
    const plain = (await (await served.get(`${search}&listingStatus=For_Sale`)).json()) as Answer
    assert.ok(plain.resultsCount.totalMatchingCount > 0)
    assert.equal('warnings' in plain, false)

    const loose = await served.get(`${search}&bathrooms=many`)
    const body = (await loose.json()) as Answer
    assert.equal(loose.status, 200)
    assert.deepEqual(body.resultsCount, plain.resultsCount)
    assert.deepEqual(
      body.warnings?.map(({ parameter }) => parameter),
      ['bathrooms', 'listingStatus'],
    )
    assert.equal(loose.headers.get('x-ignored-parameters'), 'bathrooms')

    const tag = { 'x-service-key': served.key, 'if-none-match': String(loose.headers.get('etag')) }
    assert.equal((await served.get(`${search}&bathrooms=many`, tag)).status, 304)
    const strict = { 'x-service-key': served.key, prefer: 'handling=strict' }
    assert.equal((await served.get(`${search}&bathrooms=many`, strict)).status, 400)
  } finally {
    await served.stop()
    folder.remove()
  }
})
