import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { CommandFault, EXIT } from '../../kit/base/failure.ts'
import { quote } from '../../kit/base/sentence.ts'
import type { Environment } from '../../kit/base/settings.ts'
import { spanMs } from '../../kit/base/span.ts'
import type { Mapping } from '../ingest/mapping.ts'
import { loadMapping } from '../ingest/mapping-files.ts'
import { MappingNode } from '../ingest/mapping-node.ts'
import { both, literal } from './odata.ts'
import { JOINED, JOINED_NAMES, type JoinedName, RECORD_NAMES, RESOURCES, type RecordName } from './resources.ts'
import { readSecret, type Secret, type Surroundings } from './secret.ts'

export type Credentials =
  | { readonly kind: 'none' }
  | { readonly kind: 'token'; readonly token: Secret }
  | {
      readonly kind: 'client'
      readonly id: string
      readonly secret: Secret
      readonly tokenUrl: URL
      readonly scope?: string
    }

/** How to request a resource's rows. */
export interface RowRequest {
  /** The path below the server's address. */
  readonly path: string
  readonly filter?: string
  /** Number of rows per page. The server may return fewer. */
  readonly top: number
  /** Whether the server accepts `$orderby`. */
  readonly ordered: boolean
}

/** A resource whose rows become records. */
export interface RecordResource extends RowRequest {
  readonly name: RecordName
  readonly mapping: Mapping
  /** Resources to include in each row (`$expand`). */
  readonly expand: readonly string[]
  /** The path for full copies. `query`: the normal path with `replication=true`. */
  readonly replication?: string
  /** Fields with the time of a change. All of them are followed. */
  readonly changed: readonly string[]
}

/** A resource whose rows are parts of other resources' rows, such as pictures. */
export interface JoinedResource extends RowRequest {
  readonly name: JoinedName
}

/** Maximum numbers of requests. */
export interface Limits {
  readonly perSecond: number
  readonly perHour: number
  readonly perDay?: number
}

/** The configuration for one server. docs/syncing.md describes the file. */
export interface SyncConfig {
  readonly file: string
  readonly server: URL
  readonly source: string
  readonly credentials: Credentials
  readonly records: readonly RecordResource[]
  readonly joined: readonly JoinedResource[]
  /** Whether the server has a numbered list of changes (EntityEvent). */
  readonly entityEvents: boolean
  /** Whether the server publishes the meanings of its own values (Lookup). */
  readonly lookups: boolean
  readonly limits: Limits
  /** A search for changes begins this long before the last known change. */
  readonly overlapMs: number
  /** Interval between comparisons of all keys. 0: never. */
  readonly reconcileMs: number
  /** A server that sends nothing for this time counts as unreachable. */
  readonly timeoutMs: number
  /** Interval between syncs. The command line takes precedence. */
  readonly everyMs?: number
}

const SERVER_KEYS = ['server', 'source', 'attribution', 'token', 'client', 'resources'] as const
const PACE_KEYS = [
  'perSecond',
  'perHour',
  'perDay',
  'overlap',
  'reconcile',
  'timeout',
  'every',
  'entityEvents',
  'lookups',
] as const
const KEYS = [...SERVER_KEYS, ...PACE_KEYS] as const
type Parts = { readonly [K in (typeof KEYS)[number]]?: MappingNode }

const TOP = 500
const TOP_MAX = 300_000
/** Maximum of the configurable limits, because the time of each request is kept in memory. */
const REQUESTS_MAX = 1_000_000
const DAY_MS = 24 * 3_600_000

/** Reads a configuration. Throws a one-sentence CommandFault for the first error. */
export function loadSyncConfig(file: string, environment: Environment): SyncConfig {
  return readSyncConfig(textOf(file), { file, environment })
}

export function readSyncConfig(text: string, surroundings: Surroundings): SyncConfig {
  const { file } = surroundings
  const root = MappingNode.read(text, file)
  const parts: Parts = root.keyed('The configuration', KEYS)
  const server = readUrl(parts.server ?? root.fail('The configuration has no "server".'), 'server')
  const resources = readResources(parts, root, file)
  const entityEvents = parts.entityEvents?.boolean('entityEvents') ?? false
  const renamed = resources.records.find((resource) => !hasKeyOfServer(resource))
  if (entityEvents && renamed !== undefined) {
    const { name, mapping } = renamed
    parts.entityEvents?.fail(
      `entityEvents cannot be true: events name rows by ${RESOURCES[name].key}, but the mapping ${quote(mapping.file)} has another key. Use the same key, or leave entityEvents out.`,
    )
  }
  const days = parts.perDay && positive(parts.perDay, 'perDay', REQUESTS_MAX)
  return {
    file,
    server,
    source: resources.source,
    credentials: readCredentials(parts, surroundings),
    records: resources.records,
    joined: resources.joined,
    entityEvents,
    lookups: parts.lookups?.boolean('lookups') ?? false,
    limits: {
      perSecond: parts.perSecond ? positive(parts.perSecond, 'perSecond', REQUESTS_MAX) : 2,
      perHour: parts.perHour ? positive(parts.perHour, 'perHour', REQUESTS_MAX) : 7_200,
      ...(days !== undefined && { perDay: days }),
    },
    overlapMs: readSpan(parts.overlap, 'overlap') ?? 20 * 60_000,
    reconcileMs: readSpan(parts.reconcile, 'reconcile') ?? DAY_MS,
    timeoutMs: readSpan(parts.timeout, 'timeout') || 60_000,
    ...(parts.every && { everyMs: readEvery(parts.every) }),
  }
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    const why = code === 'ENOENT' ? 'there is no such file' : `the system reports ${code}`
    throw new CommandFault(`Cannot read the configuration ${quote(file)}: ${why}.`, EXIT.noInput, { cause: error })
  }
}

function readUrl(node: MappingNode, what: string): URL {
  const text = node.text(what)
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isPlain = url && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '' && url.hash === ''
  return url && isPlain
    ? url
    : node.fail(
        `${what} must be an address such as https://api.example.com/odata; the configuration says ${quote(text)}.`,
      )
}

function readSpan(node: MappingNode | undefined, what: string): number | undefined {
  if (node === undefined) return undefined
  const text = node.text(what)
  return (
    spanMs(text) ??
    node.fail(`${what} must be a time such as 90s, 15m, 24h or 7d; the configuration says ${quote(text)}.`)
  )
}

function readEvery(node: MappingNode): number {
  return readSpan(node, 'every') || node.fail('every must be more than 0; without every, sync runs once.')
}

function positive(node: MappingNode, what: string, most: number): number {
  const value = node.number(what)
  return Number.isInteger(value) && value > 0 && value <= most
    ? value
    : node.fail(
        `${what} must be a whole number from 1 to ${most.toLocaleString('en-US')}; the configuration says ${value}.`,
      )
}

function readCredentials({ token, client }: Parts, surroundings: Surroundings): Credentials {
  if (token && client) client.fail('"token" and "client" exclude each other: leave one of them out.')
  if (token) return { kind: 'token', token: readSecret(token, 'token', surroundings) }
  if (!client) return { kind: 'none' }
  const { id, secret, tokenUrl, scope } = client.keyed('client', ['id', 'secret', 'tokenUrl', 'scope'])
  const need = (what: string) => client.fail(`client has no "${what}".`)
  return {
    kind: 'client',
    id: (id ?? need('id')).text('id of client'),
    secret: readSecret(secret ?? need('secret'), 'secret of client', surroundings),
    tokenUrl: readUrl(tokenUrl ?? need('tokenUrl'), 'tokenUrl of client'),
    ...(scope && { scope: scope.text('scope of client') }),
  }
}

/** Reads a list of names, or a map from names to options. */
function readResources({ resources, source, attribution }: Parts, root: MappingNode, file: string) {
  const named = resources ? entriesOf(resources) : [['Property', undefined, root] as const]
  const records: RecordResource[] = []
  const joined: JoinedResource[] = []
  for (const [name, node, key] of named) {
    const isTwice = [...records, ...joined].some((one) => one.name === name)
    if (isTwice) key.fail(`resources names ${name} twice.`)
    if (isJoined(name)) joined.push(readJoined(name, node))
    else records.push(readRecords(name, node, file))
  }
  const first = records.find((record) => record.name === 'Property') ?? records[0]
  if (first === undefined) return root.fail(`resources needs one of ${RECORD_NAMES.join(', ')}.`)
  const name = source?.text('source') ?? first.mapping.source
  if (!/^[a-z0-9][a-z0-9-]{0,60}$/.test(name)) {
    return (source ?? root).fail(
      `source must have up to 61 lower-case letters, digits and -, and begin with a letter or digit; the configuration says ${quote(name)}.`,
    )
  }
  // Homes refer to agents, and agents to offices, by keys of the same source.
  const common = { source: name, ...(attribution && { attribution: attribution.text('attribution') }) }
  const ofOneSource = records.map((record) => replicaOf({ ...record, mapping: { ...record.mapping, ...common } }))
  const inOrder = ofOneSource.sort((a, b) => RECORD_NAMES.indexOf(a.name) - RECORD_NAMES.indexOf(b.name))
  return { source: name, records: inOrder, joined }
}

/** Adds a filter for one source, because another Plat serves the homes of all its sources. */
function replicaOf(resource: RecordResource): RecordResource {
  const { filter, expand, mapping } = resource
  if (!mapping.replica) return resource
  const own = JOINED_NAMES.map((name) => JOINED[name]).filter(({ of }) => of.some((name) => name === resource.name))
  return {
    ...resource,
    filter: both(filter, `SourceSystemID eq ${literal(mapping.source)}`),
    expand: expand.length > 0 ? expand : own.map(({ within }) => within),
  }
}

type Named = readonly [RecordName | JoinedName, MappingNode | undefined, MappingNode]

function entriesOf(node: MappingNode): readonly Named[] {
  const names = [...RECORD_NAMES, ...JOINED_NAMES]
  if (!node.isMap) return node.elements().map((key) => [key.oneOf('resources', names), undefined, key] as const)
  return node.entries('resources').map(([, value, key]) => {
    return [key.oneOf('resources', names), value.isMap ? value : undefined, key] as const
  })
}

function isJoined(name: RecordName | JoinedName): name is JoinedName {
  return (JOINED_NAMES as readonly string[]).includes(name)
}

function readJoined(name: JoinedName, node: MappingNode | undefined): JoinedResource {
  return { name, ...readRowRequest(name, node?.keyed(name, ROW_REQUEST_KEYS) ?? {}) }
}

function readRecords(name: RecordName, node: MappingNode | undefined, file: string): RecordResource {
  const names = [...ROW_REQUEST_KEYS, 'mapping', 'expand', 'replication', 'changed'] as const
  const parts = node?.keyed(name, names) ?? {}
  const { mapping, expand, replication, changed } = parts
  const loaded = readMapping(mapping, name, file)
  return {
    name,
    ...readRowRequest(name, parts),
    mapping: loaded,
    expand: expand?.elements().map((element) => element.text(`expand of ${name}`)) ?? [],
    ...(replication && { replication: replication.text(`replication of ${name}`) }),
    changed: changed?.elements().map((element) => element.text(`changed of ${name}`)) ?? ['ModificationTimestamp'],
  }
}

/** Reads a mapping file next to the configuration, or a built-in mapping. */
function readMapping(node: MappingNode | undefined, name: RecordName, file: string): Mapping {
  const { noun, mapping: usual } = RESOURCES[name]
  const given = node?.text(`mapping of ${name}`) ?? usual
  const loaded = loadMapping(/[\\/]|\.ya?ml$/i.test(given) ? resolve(dirname(file), given) : given)
  if (loaded.noun === noun) return loaded
  const sentence = `mapping of ${name} cannot be ${quote(given)}: its rows are of the noun ${loaded.noun}, not ${noun}.`
  throw new CommandFault(sentence, EXIT.data)
}

const ROW_REQUEST_KEYS = ['path', 'filter', 'top', 'ordered'] as const

function readRowRequest(
  name: string,
  parts: { readonly [K in (typeof ROW_REQUEST_KEYS)[number]]?: MappingNode },
): RowRequest {
  const { path, filter, top, ordered } = parts
  return {
    path: path?.text(`path of ${name}`) ?? name,
    ...(filter && { filter: filter.text(`filter of ${name}`) }),
    top: top ? positive(top, `top of ${name}`, TOP_MAX) : TOP,
    ordered: ordered?.boolean(`ordered of ${name}`) ?? true,
  }
}

/** Whether the catalog stores records under the server's own keys. */
export function hasKeyOfServer({ name, mapping }: RecordResource): boolean {
  const [part, ...others] = mapping.key ?? []
  const [column, ...alternatives] = part?.cells.columns ?? []
  const isPlain = others.length === 0 && alternatives.length === 0 && column === RESOURCES[name].key
  return isPlain && part?.read('a 1') === 'a 1'
}
