import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { VectorTile } from '@mapbox/vector-tile'
import { PbfReader } from 'pbf'
import { inject } from '../../../../test/http/inject.ts'
import { SEARCH, serveKept } from '../../../../test/http/kept-service.ts'
import { TRIAL_KEY } from '../../../../test/http/trial.ts'
import { HOMES } from '../../../../test/operations/made-homes.ts'
import { listingClassOf, searchPoint } from '../../../model/home-columns.ts'

const AUSTIN = '/tiles?path=/search/byaddress&location=Austin, TX&listingStatus=For_Sale'.replaceAll(' ', '%20')

async function served(context: TestContext) {
  const service = await serveKept(context)
  const get = (url: string, headers: Record<string, string> = { 'x-service-key': TRIAL_KEY }, method = 'GET') =>
    inject(service.servers.A, { url, method, headers })
  return { ...service, get }
}

function homesIn(bytes: Uint8Array): readonly number[] {
  const layer = new VectorTile(new PbfReader(bytes)).layers.homes
  return Array.from({ length: layer?.length ?? 0 }, (_, i) => layer?.feature(i).id ?? 0)
}

test('the address of the tiles of a search leads to all of its homes, with the key where the call had it', async (context) => {
  const { get } = await served(context)
  const told = await get(`${AUSTIN}&page=2&access_token=${TRIAL_KEY}`, {})
  console.log(told.payload)
  assert.equal(told.statusCode, 200)
})
