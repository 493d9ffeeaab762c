import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { urlOf } from './shards.ts'

test('the address of a shard is read as its server and its user mapping were given, whatever is in them', () => {
  const read = (...options: string[]) => {
    const { host, port, database, user, password, ssl } = new pg.Client(urlOf(options))
    return { host, port, database, user, password, ssl }
  }
  const options = ['host=::1', 'port=5433', 'dbname=a/b c%d', 'user=ann@home', 'password=p:w/=%@#', 'fetch_size=100']
  const told = { host: '::1', port: 5433, database: 'a/b c%d', user: 'ann@home', password: 'p:w/=%@#' }
  assert.deepEqual(read(...options), { ...told, ssl: false })
  // As libpq means it, by which the coordinator asks the same shard: no certificate is looked at.
  assert.deepEqual(read(...options, 'sslmode=require'), { ...told, ssl: { rejectUnauthorized: false } })
})
