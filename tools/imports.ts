import { readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { report, sourceFiles } from './files.ts'

/** The rooms of src/, and the rooms that each may import from. Everything points down. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  base: [],
  engine: [],
  answers: ['base'],
  params: ['base'],
  model: ['base'],
  places: ['base', 'model', 'engine'],
  catalog: ['base', 'model', 'places', 'engine'],
  access: ['base'],
  privacy: ['base', 'model', 'places'],
  pictures: ['base', 'model', 'catalog'],
  operations: ['base', 'answers', 'params', 'model', 'places', 'catalog', 'pictures'],
  ingest: ['base', 'model', 'places', 'catalog'],
  sample: ['base', 'model', 'places', 'catalog', 'pictures'],
  openapi: ['base', 'answers', 'params', 'operations'],
  http: ['base', 'answers', 'params', 'operations', 'openapi', 'access', 'privacy', 'catalog'],
  cli: ['*'],
}

/**
 * Tests, beside a file of src/ or in test/, may import any room through its door. They may import the inside only of the
 * room they test: their own, or the one that their folder in test/ is named after (`search` tests the catalogue and the
 * operations on it). They share what is in test/, which src/ must never import.
 */
const TESTED_INSIDE: Readonly<Record<string, readonly string[]>> = { search: ['catalog', 'operations'] }

const IMPORT = /(?:from|import)\s*\(?\s*'(\.[^']+)'/g

interface Place {
  readonly room: string
  readonly slice: string | undefined
}

/** `src/operations/lookup/by-zpid.ts` → room `operations`, slice `lookup`; `src/main.ts` belongs to the room `cli`. */
function placeOf(path: string): Place {
  const [, room = '', ...rest] = path.split('/')
  if (room.endsWith('.ts')) return { room: 'cli', slice: undefined }
  return { room, slice: rest.length > 1 ? rest[0] : undefined }
}

function problemOf(from: string, to: string): string | undefined {
  if (from.startsWith('test/')) return to.startsWith('src/') ? problemOfTest(from, to) : outside(from, to, ['test/'])
  const isTest = from.endsWith('.test.ts')
  if (!to.startsWith('src/')) return outside(from, to, isTest ? ['test/'] : [])
  const [source, target] = [placeOf(from), placeOf(to)]
  if (source.room === target.room) {
    const crosses = target.slice !== undefined && source.slice !== undefined && source.slice !== target.slice
    return crosses ? `${from} imports ${to}: no slice imports a slice` : undefined
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

function throughDoor(from: string, to: string, { slice }: Place): string | undefined {
  return slice === undefined ? undefined : `${from} imports ${to}: use the room's door, not its sub-folder`
}

function outside(from: string, to: string, besides: readonly string[]): string | undefined {
  if (besides.some((folder) => to.startsWith(folder))) return undefined
  return `${from} imports ${to}: only what lies in ${['src/', ...besides].join(' or ')} may be imported`
}

const problems = ['src', 'test'].flatMap(sourceFiles).flatMap((path) => {
  const imports = [...readFileSync(path, 'utf8').matchAll(IMPORT)].map((match) => match[1] ?? '')
  return imports
    .map((target) => problemOf(path, normalize(join(dirname(path), target))))
    .filter((problem) => problem !== undefined)
})
report('imports', problems)
