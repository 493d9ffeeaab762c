import { readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { report, sourceFiles } from './files.ts'

/**
 * Places from the ground up: each of these rooms builds on those before it, except that completion needs no `locate`.
 */
const PLACES = ['names', 'regions', 'addresses', 'locate', 'completion']

/** Who may import whom: the rooms of src/, and for each the rooms whose doors it may use. Everything points down. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  base: [],
  engine: [],
  answers: ['base'],
  params: ['base'],
  model: ['base'],
  names: ['base'],
  regions: ['base', 'model', 'names'],
  addresses: ['base', 'model', 'names', 'regions'],
  locate: ['base', 'model', 'names', 'regions', 'addresses'],
  completion: ['base', 'model', 'names', 'regions', 'addresses'],
  estimator: ['base', 'model'],
  catalog: ['base', 'model', 'estimator', 'engine', 'names', 'regions', 'addresses', 'completion'],
  access: ['base'],
  privacy: ['base', 'model', 'names', 'addresses'],
  pictures: ['base', 'model', 'catalog'],
  valuation: ['base', 'model', 'estimator', 'regions', 'catalog'],
  rendering: ['base', 'answers', 'model', 'estimator', ...PLACES, 'catalog', 'pictures', 'valuation'],
  market: ['base', 'answers', 'model', 'names', 'regions', 'locate', 'catalog', 'rendering'],
  operations: [
    'base',
    'answers',
    'params',
    'model',
    'estimator',
    ...PLACES,
    'catalog',
    'valuation',
    'rendering',
    'market',
  ],
  exporting: ['base', 'params', 'model', 'catalog', 'rendering', 'operations'],
  ingest: ['base', 'model', 'names', 'regions', 'addresses', 'catalog'],
  sync: ['base', 'model', 'catalog', 'ingest'],
  sample: ['base', 'model', 'regions', 'catalog', 'pictures'],
  backup: ['base', 'catalog', 'access', 'privacy'],
  openapi: ['base', 'answers', 'params', 'rendering', 'operations'],
  mcp: ['base', 'model', 'operations'],
  http: ['base', 'answers', 'params', 'operations', 'openapi', 'mcp', 'access', 'privacy', 'catalog'],
  doctor: ['base', 'estimator', 'catalog', 'access', 'privacy', 'backup', 'http'],
  operating: ['base', 'model', 'operations', 'access', 'catalog', 'ingest', 'http'],
  cli: ['*'],
}

/** Folders inside a room that are doors too, and for each the doors beside it that it may use. */
const DOORS: Readonly<Record<string, readonly string[]>> = {
  'base/postgres': [],
  'rendering/cards': [],
  'rendering/charts': [],
  'rendering/rows': ['rendering/cards'],
  'rendering/documents': ['rendering/rows'],
}

/**
 * Tests, beside a file of src/ or in test/, may import any room through its door. They may import the inside only of
 * the room they test: their own, or the one that their folder in test/ is named after (`search` tests the catalogue
 * and the operations on it). They share what is in test/, which src/ must never import.
 */
const TESTED_INSIDE: Readonly<Record<string, readonly string[]>> = { search: ['catalog', 'operations'] }

const IMPORT = /(?:from|import)\s*\(?\s*'(\.[^']+)'/g

interface Place {
  readonly room: string
  readonly slice: string | undefined
}

/**
 * The console is a program of its own, which knows the service over HTTP only. Its views share `parts`, `service` and
 * `shell`, and no view imports another. What the pages for operators answer is declared in a file that only holds types.
 * How an agent would ask what a view asks is told by a file that a browser can load.
 * Tests of the console may import what of it runs without a browser.
 */
function problemOfConsole(from: string, to: string): string | undefined {
  const [source, target] = [viewOf(from), viewOf(to)]
  if (source === undefined || target === undefined || source === target)
    return outside(from, to, ['console/', 'src/operating/pages.ts', 'src/mcp/call-of.ts'])
  return `${from} imports ${to}: no view imports a view`
}

function viewOf(path: string): string | undefined {
  return /^console\/src\/views\/([^/]+)\//.exec(path)?.[1]
}

/** `src/operations/agent/details.ts` → room `operations`, slice `agent`; `src/main.ts` belongs to the room `cli`. */
function placeOf(path: string): Place {
  const [, room = '', ...rest] = path.split('/')
  if (room.endsWith('.ts')) return { room: 'cli', slice: undefined }
  return { room, slice: rest.length > 1 ? rest[0] : undefined }
}

function problemOf(from: string, to: string): string | undefined {
  if (from.startsWith('client/src/')) return outside(from, to, ['client/src/'])
  if (from.startsWith('client/'))
    return to.startsWith('src/') ? problemOfTest(from, to) : outside(from, to, ['client/', 'test/'])
  if (from.startsWith('console/')) return problemOfConsole(from, to)
  if (from.startsWith('test/console/') && /^console\/src\/.+\.ts$/.test(to)) return undefined
  if (from.startsWith('test/')) return to.startsWith('src/') ? problemOfTest(from, to) : outside(from, to, ['test/'])
  const isTest = from.endsWith('.test.ts')
  if (!to.startsWith('src/')) return outside(from, to, isTest ? ['test/'] : [])
  const [source, target] = [placeOf(from), placeOf(to)]
  if (source.room === target.room) {
    const crosses = target.slice !== undefined && source.slice !== undefined && source.slice !== target.slice
    const isOpen = DOORS[`${source.room}/${source.slice}`]?.includes(`${target.room}/${target.slice}`)
    return crosses && !isOpen ? `${from} imports ${to}: no slice imports a slice` : undefined
  }
  const allowed = MAY_IMPORT[source.room]
  if (allowed === undefined) return `${from}: src/${source.room} is no room of the house; see tools/imports.ts`
  if (!isTest && !allowed.includes('*') && !allowed.includes(target.room))
    return `${from} imports ${to}: ${source.room} may import ${allowed.join(', ') || 'nothing of ours'}`
  return throughDoor(from, to, target)
}

function problemOfTest(from: string, to: string): string | undefined {
  const [{ room: folder }, target] = [placeOf(from), placeOf(to)]
  const inside = TESTED_INSIDE[folder] ?? [folder]
  return inside.includes(target.room) ? undefined : throughDoor(from, to, target)
}

function throughDoor(from: string, to: string, { room, slice }: Place): string | undefined {
  return slice === undefined || `${room}/${slice}` in DOORS
    ? undefined
    : `${from} imports ${to}: use the room's door, not its sub-folder`
}

function outside(from: string, to: string, besides: readonly string[]): string | undefined {
  if (besides.some((folder) => to.startsWith(folder))) return undefined
  const places = /^(console|client)\//.test(from) ? besides : ['src/', ...besides]
  return `${from} imports ${to}: only what lies in ${places.join(' or ')} may be imported`
}

const problems = ['src', 'client', 'console', 'test'].flatMap(sourceFiles).flatMap((path) => {
  const imports = [...readFileSync(path, 'utf8').matchAll(IMPORT)].map((match) => match[1] ?? '')
  return imports
    .map((target) => problemOf(path, normalize(join(dirname(path), target))))
    .filter((problem) => problem !== undefined)
})
report('imports', problems)
