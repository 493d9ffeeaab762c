import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { CommandFault } from '../../kit/base/failure.ts'
import { readSyncConfig } from './config.ts'

const SERVER = 'server: https://api.example.com/odata\n'

function read(text: string, environment: Readonly<Record<string, string>> = {}, file = 'mls.yaml') {
  return readSyncConfig(SERVER + text, { file, environment })
}

function refusal(text: string, environment: Readonly<Record<string, string>> = {}): string {
  try {
    const { credentials } = readSyncConfig(text, { file: 'mls.yaml', environment })
    if (credentials.kind === 'token') credentials.token.read()
  } catch (error) {
    assert.ok(error instanceof CommandFault, String(error))
    return error.message
  }
  return 'nothing'
}

test('the server’s address is a complete configuration: listings, two requests a second, defaults', () => {
  const config = read('')
  assert.partialDeepStrictEqual(config, {
    source: 'reso',
    credentials: { kind: 'none' },
    joined: [],
    entityEvents: false,
    limits: { perSecond: 2, perHour: 7_200 },
    overlapMs: 1_200_000,
    reconcileMs: 86_400_000,
  })
  const [property] = config.records
  assert.deepEqual([property?.name, property?.top, property?.changed], ['Property', 500, ['ModificationTimestamp']])
  assert.equal(property?.mapping.name, 'reso-properties')
})

test('the configured attribution applies to all rows', () => {
  const { records } = read('attribution: Told by ACME MLS\nresources: [Property, Member]')
  assert.deepEqual(new Set(records.map(({ mapping }) => mapping.attribution)), new Set(['Told by ACME MLS']))
})

test('all rows of a server have the same source, whatever their mappings say', () => {
  const { records } = read('source: acme-mls\nresources: [Property, Member, Office]')
  assert.deepEqual(
    records.map(({ name, mapping }) => [name, mapping.source]),
    [
      ['Office', 'acme-mls'],
      ['Member', 'acme-mls'],
      ['Property', 'acme-mls'],
    ],
  )
})

test('secrets are read from a variable or a file next to the configuration, each time they are needed', () => {
  const folder = mkdtempSync(join(tmpdir(), 'plat-sync-'))
  try {
    writeFileSync(join(folder, 'token'), 'one\n')
    const tokens = [
      read('token: { env: RESO_TOKEN }', { RESO_TOKEN: 'one' }),
      read('token: { file: token }', {}, join(folder, 'mls.yaml')),
    ]
    for (const { credentials } of tokens) assert.equal(credentials.kind === 'token' && credentials.token.read(), 'one')
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('a refusal names the line and the allowed values', () => {
  const cases: readonly (readonly [string, RegExp])[] = [
    ['token: { env: A }', /line 1: The configuration has no "server"\./],
    ['server: api.example.com', /server must be an address such as .*; the configuration says "api\.example\.com"\.$/],
    [`${SERVER}token: abc`, /line 2: token must not be in this file: put it into a variable or another file/],
    [`${SERVER}token: { env: PLAT_TOKEN }`, /names with PLAT_ are settings/],
    [`${SERVER}token: { env: NONE }`, /Cannot read token from the variable NONE: it is missing or empty/],
    [`${SERVER}token: { file: none }`, /Cannot read token from ".*none": the system reports ENOENT/],
    [`${SERVER}client: { id: a }`, /client has no "secret"/],
    [`${SERVER}resource: [Property]`, /does not know "resource": did you mean "resources"\?/],
    [`${SERVER}resources: [Properties]`, /resources does not know "Properties": did you mean "Property"\?/],
    [`${SERVER}resources: [Media]`, /resources needs one of Office, Member, Property/],
    [`${SERVER}resources: [Property, Property]`, /resources names Property twice/],
    [`${SERVER}resources: { Member: { mapping: king-county } }`, /of the noun home, not agent/],
    [`${SERVER}overlap: 20`, /overlap must be a time such as .*; the configuration says "20"\.$/],
    [`${SERVER}perSecond: 0`, /perSecond must be a whole number from 1 to .*; the configuration says 0\.$/],
    [
      `${SERVER}perDay: 1000000000000`,
      /perDay must be a whole number from 1 to 1,000,000; the configuration says 1000000000000\.$/,
    ],
    [`${SERVER}every: 0`, /every must be more than 0/],
    [`${SERVER}source: My MLS`, /source must have .*; the configuration says "My MLS"\.$/],
  ]
  for (const [text, sentence] of cases) assert.match(refusal(text), sentence)
  assert.doesNotMatch(refusal(`${SERVER}token: abcdefgh`), /abcdefgh/)
})

test('events are refused if the catalog stores records under other keys', () => {
  const folder = mkdtempSync(join(tmpdir(), 'plat-sync-'))
  try {
    const usual = readFileSync(join(import.meta.dirname, '../../../mappings/reso-properties.yaml'), 'utf8')
    writeFileSync(join(folder, 'own.yaml'), usual.replace('\nkey: ListingKey\n', '\nkey: ListingId\n'))
    const resources = `resources: { Property: { mapping: ${join(folder, 'own.yaml')} } }\n`
    assert.match(refusal(`${SERVER}${resources}entityEvents: true`), /entityEvents cannot be true: .* by ListingKey/)
    assert.equal(refusal(`${SERVER}${resources}entityEvents: false`), 'nothing')
  } finally {
    rmSync(folder, { recursive: true })
  }
})
