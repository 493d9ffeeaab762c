import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { soldHome } from '../sold-homes.ts'
import { PLAT, Program, scratch } from './program.ts'

const MAPPING = `
name: county
source: county
key: id
fields:
  HomeType: { constant: SINGLE_FAMILY }
  StreetAddress: street
  City: { constant: Austin }
  StateOrProvince: { constant: TX }
  PostalCode: { constant: "78704" }
  Latitude: lat
  Longitude: lon
  LivingArea: area
  YearBuilt: year
  BedroomsTotal: beds
  StandardStatus: { constant: Closed }
  CloseDate: closed
  ClosePrice: price
`

/** Starts a transaction on the catalog, or returns undefined if there is no catalog yet. */
function heldCatalog(dataDir: string): DatabaseSync | undefined {
  try {
    const name = readFileSync(join(dataDir, 'catalogue'), 'utf8').trim()
    const database = new DatabaseSync(join(dataDir, name))
    database.exec('BEGIN IMMEDIATE')
    return database
  } catch {
    return undefined
  }
}

test('Ctrl-C ends an import that waits to train estimators, within seconds, and the imported data stays', async (context) => {
  const folder = scratch()
  context.after(() => folder.remove())
  const [file, mapping, data] = ['homes.csv', 'county.yaml', 'data'].map((name) => join(folder.path, name))
  assert.ok(file && mapping && data)
  const rows = Array.from({ length: 1000 }, (_, i) => {
    const { zpid, address, point, facts, listing } = soldHome(i + 1)
    const { closeDate, closePrice } = listing ?? {}
    const cells = [address.streetAddress, point.latitude, point.longitude, facts.livingArea, facts.yearBuilt]
    return [zpid, ...cells, facts.bedroomsTotal, closeDate, closePrice].join(',')
  })
  writeFileSync(file, `id,street,lat,lon,area,year,beds,closed,price\n${rows.join('\n')}\n`)
  writeFileSync(mapping, MAPPING)
  const program = new Program(PLAT, ['import', file, '--mapping', mapping, '--data', data])
  let held: DatabaseSync | undefined
  for (held = heldCatalog(data); held === undefined; held = heldCatalog(data)) {
    assert.equal(program.child.exitCode, null, program.stderr)
    await pause(2)
  }
  context.after(() => held?.close())
  await pause(3000) // by then training has finished, and waits to store its result
  program.child.kill('SIGINT')
  const code = await Promise.race([program.ended(), pause(10_000, 'it does not end')])
  assert.equal(code, 0, program.stderr)
  assert.match(program.stderr, /The change is complete, but Plat could not learn home values from it/)
  assert.match(program.stdout, /1,000 new/)
})
