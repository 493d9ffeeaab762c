import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { Refusal } from '../../kit/params/index.ts'
import { OPERATIONS, worded } from './index.ts'

interface InterfaceOperation {
  readonly area: string
  readonly path: string
  readonly required: readonly string[]
  readonly optional: readonly string[]
}

/**
 * The operations of the interface, and further operations that its clients call. `notYet` lists operations that are not
 * built yet.
 */
const INTERFACE = JSON.parse(
  readFileSync(new URL('../../../test/fixtures/interface.json', import.meta.url), 'utf8'),
) as {
  readonly operations: readonly InterfaceOperation[]
  readonly notYet: readonly string[]
}

test('every operation of the interface is either built or listed as not built yet, never both', () => {
  const built = OPERATIONS.filter(({ beyond }) => beyond !== true).map(({ path }) => path)
  assert.deepEqual([...built, ...INTERFACE.notYet].sort(), INTERFACE.operations.map(({ path }) => path).sort())
})

const FOLDER = new URL('./', import.meta.url)

/** Maps the letters of a path to its file in this folder: `searchbypolygon` → `search/by-polygon.ts`. */
const FILES = new Map(
  readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
    .map((path) => [lettersOf(path.slice(0, -'.ts'.length)), path]),
)

function lettersOf(path: string): string {
  return path.replaceAll(/[/_-]/g, '').toLowerCase()
}

/** Returns the paths that a file declares, for operations and for kinds of area searches. */
async function pathsIn(file: string): Promise<readonly string[]> {
  const exported: Readonly<Record<string, unknown>> = await import(new URL(file, FOLDER).href)
  return Object.values(exported).flatMap((value) =>
    typeof value === 'object' && value !== null && 'path' in value ? [String(value.path)] : [],
  )
}

for (const { path } of OPERATIONS) {
  test(`${path} is the only operation in the file named after its path`, async () => {
    const file = FILES.get(lettersOf(path))
    assert.ok(file, `no file of operations/ has the letters of ${path}`)
    assert.deepEqual(await pathsIn(file), [path])
  })
}

/**
 * Parameters that the interface requires but this service does not. For example, the URL of a search may contain its
 * page.
 */
const NOT_NEEDED = new Set(['/search/byurl page'])

const POINT = /latitude|longitude/i

/** Inputs that reveal where somebody lives or who an agent is. Not all of them can be recognized by their form. */
const REVEALING = [
  'One Bryant Park, New York, NY',
  '1204Elm',
  '30.26715,-97.74306',
  '30.26 -97.74,30.27 -97.74,30.27 -97.75',
  'https://portal.example/homedetails/1204-N-Lamar-Blvd-Austin-TX-78703/48749425_zpid/',
  'https://portal.example/apartments/austin-tx/the-elm/Tz4kQ9xLw2Vb7NfR/',
  'https://portal.example/austin-tx/2-_beds/',
  'https://portal.example/profile/ann-agent/',
]

/** Parameters that take ids of this service. If a caller sends an address instead, the log recognizes and hides it. */
const IDS = new Set(['bylotid', 'mlsid', 'encodedZuid', 'nextPageCursor'])

const WORDED = OPERATIONS.map((declared) => worded(declared, { Portal: 'Portal', portal: 'portal' }))

for (const operation of WORDED.filter(({ beyond }) => beyond !== true)) {
  test(`${operation.path} has the area and the parameters of the interface, required if the interface requires them, and marks all others`, () => {
    const described = INTERFACE.operations.find(({ path }) => path === operation.path)
    const names = Object.keys(operation.parameters).filter((name) => operation.parameters[name]?.beyond !== true)
    const isRequired = (name: string) =>
      operation.parameters[name]?.required === true || NOT_NEEDED.has(`${operation.path} ${name}`)
    assert.equal(operation.area, described?.area)
    assert.deepEqual(names.filter(isRequired).sort(), [...(described?.required ?? [])].sort())
    assert.deepEqual(names.filter((name) => !isRequired(name)).sort(), [...(described?.optional ?? [])].sort())
  })
}

for (const operation of WORDED) {
  test(`${operation.path} keeps what may name a person, or say where somebody lives, out of log lines`, () => {
    for (const [name, { shape, personal, unlogged }] of Object.entries(operation.parameters)) {
      const mayTell = POINT.test(name) || REVEALING.some((text) => !(shape.parse(text) instanceof Refusal))
      if (mayTell && !IDS.has(name)) assert.ok(personal || unlogged, name)
    }
  })

  test(`${operation.path} is declared for the docs: sentences end in a full stop, examples can be read`, () => {
    assert.match(operation.summary, /^[A-Z].*\.$/)
    for (const [name, { doc, shape }] of Object.entries(operation.parameters)) {
      assert.match(doc, /^[A-Z].*\.$/, name)
      assert.equal(typeof shape.example, 'string', name)
    }
  })
}
