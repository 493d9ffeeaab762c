import { readFileSync } from 'node:fs'
import { report } from './files.ts'
import { circlesIn } from './import-circles.ts'
import { importGraph } from './import-graph.ts'

/**
 * A wing (top folder of src/) with its rooms (subfolders).
 *
 * - `below`: what all rooms can import: other wings, or some of their rooms.
 * - `rooms`: for each room, the rooms of the same wing that it can import.
 */
interface Wing {
  readonly below: readonly string[]
  readonly rooms: Readonly<Record<string, readonly string[]>>
}

/** The wings (top folders of src/), lowest first. A wing without rooms (subfolders) counts as one room. */
const WINGS: Readonly<Record<string, Wing>> = {
  kit: {
    below: [],
    rooms: {
      algorithms: [],
      base: ['algorithms'],
      threads: ['base'],
      store: ['algorithms', 'base', 'threads'],
      postgres: ['base', 'threads', 'store'],
      answers: ['base'],
      params: ['base'],
      names: [],
    },
  },
  model: { below: ['kit'], rooms: {} },
  places: {
    below: ['kit', 'model'],
    rooms: {
      regions: [],
      addresses: ['regions'],
      locate: ['regions', 'addresses'],
      completion: ['regions', 'addresses'],
    },
  },
  catalog: {
    below: ['kit', 'model', 'places', 'worth/estimator'],
    rooms: {
      engine: [],
      ports: [],
      facts: ['engine', 'ports'],
      agents: ['ports', 'facts'],
      owners: ['ports', 'facts'],
      matching: ['engine', 'ports', 'facts'],
      embedded: ['engine', 'ports', 'facts', 'agents', 'owners'],
      postgres: ['engine', 'ports', 'facts', 'agents', 'owners'],
      dated: ['engine', 'ports', 'facts', 'embedded'],
      limited: ['ports', 'matching'],
      opening: ['ports', 'facts', 'embedded', 'postgres'],
    },
  },
  guard: { below: ['kit', 'model', 'places'], rooms: { access: [], privacy: [], subscriptions: [] } },
  worth: {
    below: ['kit', 'model', 'places', 'catalog'],
    rooms: { estimator: [], valuation: ['estimator'], market: ['valuation', 'estimator'] },
  },
  service: {
    below: ['kit', 'model', 'places', 'catalog', 'worth'],
    rooms: {
      pictures: [],
      changes: [],
      rendering: ['pictures', 'changes'],
      operations: ['changes', 'rendering'],
      exporting: ['rendering', 'operations'],
      tiles: ['rendering', 'operations'],
    },
  },
  intake: {
    below: ['kit', 'model', 'places', 'catalog', 'service'],
    rooms: { ingest: [], sync: ['ingest'] },
  },
  doors: {
    below: ['kit', 'model', 'catalog', 'guard', 'service'],
    rooms: { openapi: [], mcp: [], odata: [], hooks: [], http: ['openapi', 'mcp', 'odata'] },
  },
  running: {
    below: ['kit', 'model', 'places', 'catalog', 'worth/estimator', 'guard', 'service', 'intake', 'doors'],
    rooms: {
      terminal: [],
      backup: [],
      doctor: ['backup'],
      operating: [],
      serving: ['terminal', 'operating'],
      commands: ['terminal', 'backup', 'doctor', 'operating', 'serving'],
      cli: ['terminal', 'commands'],
    },
  },
}

/**
 * Rooms that can import less than the rest of their wing. So the engine does not depend on the catalog, and agents'
 * tools depend only on operations.
 */
const NARROWER: Readonly<Record<string, readonly string[]>> = {
  'catalog/engine': ['kit/algorithms'],
  'doors/mcp': ['kit/base', 'model', 'service/operations'],
  'guard/access': ['kit'],
  'intake/ingest': ['kit', 'model', 'places', 'catalog/ports'],
  'worth/estimator': ['kit', 'model'],
}

/** The folders of `doors/http`, lowest first. A folder can import the folders before it. */
const HTTP_FOLDERS = ['request', 'content', 'counting', 'load', 'routes', 'records', 'answering', 'listening']

/** The folders of `doors/odata`, lowest first. A folder can import the folders before it. */
const ODATA_FOLDERS = ['language', 'dictionary', 'resources', 'evaluate', 'metadata', 'reading', 'answering']

/** Subfolders that other rooms can import, and for each the subfolders in this table that it can import. */
const DOORS: Readonly<Record<string, readonly string[]>> = {
  'catalog/embedded/estimators': [],
  'catalog/embedded/market': [],
  'catalog/embedded/search': [],
  'catalog/embedded/properties': ['catalog/embedded/search'],
  'catalog/embedded/derive': ['estimators', 'market', 'search', 'properties'].map((name) => `catalog/embedded/${name}`),
  'catalog/engine/predicates': [],
  'catalog/postgres/tables': [],
  'catalog/postgres/read': ['catalog/postgres/tables'],
  'catalog/postgres/write': ['catalog/postgres/tables'],
  ...inOrder('doors/http', HTTP_FOLDERS),
  ...inOrder('doors/odata', ODATA_FOLDERS),
  'service/rendering/cards': [],
  'service/rendering/charts': [],
  'service/rendering/rows': ['service/rendering/cards'],
  'service/rendering/documents': ['service/rendering/rows'],
}

/** Lets each folder import the folders before it in the list. */
function inOrder(room: string, folders: readonly string[]): Readonly<Record<string, readonly string[]>> {
  return Object.fromEntries(
    folders.map((name, i) => [`${room}/${name}`, folders.slice(0, i).map((below) => `${room}/${below}`)]),
  )
}

/**
 * The rules for tests, which are beside their file in src/, or in test/.
 *
 * - A test can import the files directly in any room (subfolder of a wing), but not the room's own subfolders.
 * - It can import subfolders of the room that it tests: its own room, or the room after which its folder in test/ is
 *   named. `search` tests the catalog and its operations.
 * - Tests can import test/, but src/ cannot.
 */
const TESTED_INSIDE: Readonly<Record<string, readonly string[]>> = { search: ['catalog', 'operations'] }

interface Place {
  readonly wing: string
  /** The wing and room, such as `service/operations`. Only the wing if it has no rooms. */
  readonly room: string
  /**
   * The wing, room and subfolder of the room. Undefined for files directly in the room, which other rooms can import.
   */
  readonly slice: string | undefined
}

/**
 * The console is a separate program that uses the service only over HTTP.
 *
 * - Each of its folders can import the folders before it in `CONSOLE_FOLDERS`. So no view imports the shell or another
 *   view.
 * - Two files declare the types of answers: the client's, and one for the operators' pages.
 * - Colors and page elements come from the reference.
 * - Tests can import the parts that run without a browser.
 */
function problemOfConsole(from: string, to: string): string | undefined {
  const [source, target] = [viewOf(from), viewOf(to)]
  if (source !== undefined && target !== undefined && source !== target)
    return `${from} imports ${to}: no view imports a view`
  const [own, other] = [from, to].map((path) => CONSOLE_FOLDERS.findIndex((folder) => path.startsWith(folder)))
  if (own !== undefined && other !== undefined && own >= 0 && other > own)
    return `${from} imports ${to}: ${CONSOLE_FOLDERS[own]} is below ${CONSOLE_FOLDERS[other]}`
  return outside(from, to, [
    'console/',
    'src/running/operating/pages.ts',
    ANSWERS_OF_THE_CLIENT,
    PAGES_OF_THE_REFERENCE,
  ])
}

const ANSWERS_OF_THE_CLIENT = 'client/src/generated/answers.ts'

/** The folders of the console, lowest first. */
const CONSOLE_FOLDERS = ['service', 'parts', 'views/', 'views.ts', 'shell', 'main.tsx'].map(
  (name) => `console/src/${name}`,
)

/** The browser files of the reference: styles, and scripts that write calls as code. */
const PAGES_OF_THE_REFERENCE = 'src/doors/openapi/reference/browser/'

function viewOf(path: string): string | undefined {
  return /^console\/src\/views\/([^/]+)\//.exec(path)?.[1]
}

/** What the sample can import. The sample is a separate program that writes to the catalog through an interface. */
const IMPORTED_BY_SAMPLE = ['sample/', 'src/kit/', 'src/model/', 'src/places/', 'src/catalog/ports/catalog-writer.ts']

/** Allows only one file of src/ to load the sample, with `import()`. Other files can import only its types. */
function problemOfLoading(from: string, to: string): string | undefined {
  const isAtOnce = /^import (?!type\b)[^'()]*'[./]+\/sample\//m.test(readFileSync(from, 'utf8'))
  if (from === 'src/running/serving/first-sample.ts' && !isAtOnce) return undefined
  return `${from} imports ${to}: only running/serving/first-sample.ts loads the sample, with import()`
}

/** Returns the wing and room of a file: `src/service/operations/agent/details.ts` is in `service/operations`. */
function placeOf(path: string): Place {
  const [, wing = '', ...rest] = path.split('/')
  if (wing.endsWith('.ts')) return { wing: 'running', room: 'running/cli', slice: undefined }
  const isRoom = Object.keys(WINGS[wing]?.rooms ?? {}).length === 0
  if (isRoom) return { wing, room: wing, slice: rest.length > 1 ? `${wing}/${rest[0]}` : undefined }
  const room = `${wing}/${rest[0]}`
  return { wing, room, slice: rest.length > 2 ? `${room}/${rest[1]}` : undefined }
}

function problemOf(from: string, to: string): string | undefined {
  if (from.startsWith('client/src/')) return outside(from, to, ['client/src/'])
  if (from.startsWith('client/'))
    return to.startsWith('src/') ? problemOfTest(from, to) : outside(from, to, ['client/', 'test/'])
  if (from.startsWith('console/')) return problemOfConsole(from, to)
  if (from.startsWith('test/console/') && /^console\/src\/.+\.ts$/.test(to)) return undefined
  const isTest = from.endsWith('.test.ts')
  if (from.startsWith('test/') || (isTest && from.startsWith('sample/')))
    return to.startsWith('src/') ? problemOfTest(from, to) : outside(from, to, ['test/', 'sample/'])
  if (from.startsWith('sample/')) return outside(from, to, IMPORTED_BY_SAMPLE) ?? throughDoor(from, to, placeOf(to))
  if (to.startsWith('sample/') && !isTest) return problemOfLoading(from, to)
  if (!to.startsWith('src/')) return outside(from, to, isTest ? ['test/', 'sample/'] : [])
  const [source, target] = [placeOf(from), placeOf(to)]
  if (source.room === target.room) {
    const crosses = target.slice !== undefined && source.slice !== undefined && source.slice !== target.slice
    const isOpen = crosses && (DOORS[source.slice]?.includes(target.slice) || (isTest && target.slice in DOORS))
    return crosses && !isOpen ? `${from} imports ${to}: no slice imports a slice` : undefined
  }
  const allowed = roomsBelow(source)
  if (allowed === undefined) return `${from}: src/${source.room} is no room of the house; see tools/imports.ts`
  if (!isTest && !allowed.includes(target.wing) && !allowed.includes(target.room))
    return `${from} imports ${to}: ${source.room} may import ${allowed.join(', ') || 'nothing of ours'}`
  return throughDoor(from, to, target)
}

/** Returns the wings and rooms that a room can import; undefined if the tables do not contain the room. */
function roomsBelow({ wing, room }: Place): readonly string[] | undefined {
  const { below, rooms } = WINGS[wing] ?? { below: [], rooms: {} }
  const beside = room === wing ? [] : rooms[room.slice(wing.length + 1)]
  if (!(wing in WINGS) || beside === undefined) return undefined
  return [...(NARROWER[room] ?? below), ...beside.map((name) => `${wing}/${name}`)]
}

function problemOfTest(from: string, to: string): string | undefined {
  const [, folder = ''] = from.split('/')
  const target = placeOf(to)
  const inside = TESTED_INSIDE[folder] ?? [folder]
  const isInside = inside.some((name) => name === target.wing || target.room.endsWith(`/${name}`))
  return isInside ? undefined : throughDoor(from, to, target)
}

function throughDoor(from: string, to: string, { slice }: Place): string | undefined {
  return slice === undefined || slice in DOORS
    ? undefined
    : `${from} imports ${to}: use the room's door, not its sub-folder`
}

function outside(from: string, to: string, besides: readonly string[]): string | undefined {
  if (besides.some((folder) => to.startsWith(folder))) return undefined
  const places = /^(console|client|sample)\//.test(from) ? besides : ['src/', ...besides]
  return `${from} imports ${to}: only what lies in ${places.join(' or ')} may be imported`
}

/** Import circles that are allowed. All others are errors. */
const KNOWN_CIRCLES: readonly (readonly string[])[] = [
  ['home-records', 'record-store'].map((name) => `src/intake/ingest/${name}.ts`),
  ['mapping-wide', 'mapping'].map((name) => `src/intake/ingest/${name}.ts`),
  ['file-context', 'run'].map((name) => `src/intake/ingest/${name}.ts`),
]

function problemOfCircle(circle: readonly string[]): string | undefined {
  const isKnown = KNOWN_CIRCLES.some((known) => circle.every((file) => known.includes(file)))
  return isKnown ? undefined : `${circle.join(', ')}: these files import each other in a circle`
}

const graph = importGraph('src', 'sample', 'client', 'console', 'test')
const problems = [
  ...[...graph].flatMap(([path, targets]) => targets.flatMap((target) => problemOf(path, target) ?? [])),
  ...circlesIn(new Map([...graph].filter(([path]) => /^(src|sample|console)\//.test(path)))).flatMap(
    (circle) => problemOfCircle(circle) ?? [],
  ),
]
report('imports', problems)
