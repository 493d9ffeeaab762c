import { readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { report, sourceFiles } from './files.ts'

/** Who may import whom: the rooms of src/, and for each the rooms whose doors it may use. Everything points down. */
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
  operations: ['base', 'answers', 'params', 'model', 'places', 'catalog'],
  ingest: ['base', 'model', 'places', 'catalog'],
  sample: ['base', 'model', 'places', 'catalog'],
  openapi: ['base', 'answers', 'params', 'operations'],
  http: ['base', 'answers', 'params', 'operations', 'openapi', 'access', 'privacy', 'catalog'],
  cli: ['*'],
}

const IMPORT = /(?:from|import)\s*\(?\s*'(\.[^']+)'/g

/** `src/operations/lookup/by-zpid.ts` → room `operations`, slice `lookup`; `src/main.ts` belongs to the room `cli`. */
function placeOf(path: string): { room: string; slice: string | undefined } {
  const [, room = '', ...rest] = path.split('/')
  if (room.endsWith('.ts')) return { room: 'cli', slice: undefined }
  return { room, slice: rest.length > 1 ? rest[0] : undefined }
}

function problemOf(from: string, to: string): string | undefined {
  if (!to.startsWith('src/')) return `${from} imports ${to}: only what lies in src/ may be imported`
  const [source, target] = [placeOf(from), placeOf(to)]
  if (source.room === target.room) {
    const crosses = target.slice !== undefined && source.slice !== undefined && source.slice !== target.slice
    return crosses ? `${from} imports ${to}: no slice imports a slice` : undefined
  }
  const allowed = MAY_IMPORT[source.room]
  if (allowed === undefined) return `${from}: src/${source.room} is no room of the house; see tools/imports.ts`
  if (!allowed.includes('*') && !allowed.includes(target.room)) {
    return `${from} imports ${to}: ${source.room} may import ${allowed.join(', ') || 'nothing of ours'}`
  }
  return target.slice === undefined ? undefined : `${from} imports ${to}: use the room's door, not its sub-folder`
}

/** Tests may use other rooms to set the scene, as long as they come through the door. */
function allowedInTests(problem: string): boolean {
  return problem.includes(' may import ')
}

const problems = sourceFiles('src').flatMap((path) => {
  const imports = [...readFileSync(path, 'utf8').matchAll(IMPORT)].map((match) => match[1] ?? '')
  return imports
    .map((target) => problemOf(path, normalize(join(dirname(path), target))))
    .filter((problem) => problem !== undefined)
    .filter((problem) => !(path.endsWith('.test.ts') && allowedInTests(problem)))
})
report('imports', problems)
