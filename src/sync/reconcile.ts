import type { JsonObject } from '../ingest/record-source.ts'
import { recordTest } from '../ingest/record-source.ts'
import { storeOf } from '../ingest/record-store.ts'
import { asOfMs } from '../model/home-record.ts'
import { Refused } from './answer-body.ts'
import type { RecordResource } from './config.ts'
import { textIn } from './odata.ts'
import { CHANGED, RESOURCES } from './resources.ts'
import type { ResoServer } from './server.ts'
import type { SyncStore } from './store.ts'

/** How the keys of a server differ from those of the catalogue. */
export interface Comparison {
  /** Keys whose rows are to be read again: new to the catalogue, or newer than it has them, or not named any more. */
  readonly again: readonly string[]
  /** Why nothing is taken away that the server does not name. */
  readonly doubt?: string
}

/** A list that lacks more than this share of what the catalogue has is doubted. */
const GONE_SHARE_MAX = 0.5
/** A list that names any may always lack so many. */
const GONE_ALWAYS = 20
/** Servers give more keys than whole rows at once. */
const KEYS_TOP = 10_000

/**
 * Compares all keys of the server with those of the catalogue. Nothing is taken for gone because of the list alone:
 * rows that move while it is read fall out of it, so each is asked for again.
 */
export async function compareKeys(
  server: ResoServer,
  resource: RecordResource,
  into: SyncStore,
  mayShrink: boolean,
): Promise<Comparison> {
  const { key } = RESOURCES[resource.name]
  const known = await knownHomes(into, resource)
  const listed = await listKeys(server, resource)
  const again: string[] = []
  for (const [name, changedMs] of listed) {
    const knownMs = known.get(name)
    if (knownMs === undefined || changedMs > knownMs) again.push(name)
  }
  const gone = [...known.keys()].filter((name) => !listed.has(name))
  const isEmpty = listed.size === 0 && gone.length > 0
  const isShort = isEmpty || (gone.length > GONE_ALWAYS && gone.length > known.size * GONE_SHARE_MAX)
  if (!isShort || mayShrink) return { again: [...again, ...gone] }
  const doubt = `The server names ${known.size - gone.length} of the ${known.size} ${key}s that the catalogue has: none of the others is taken away. If that is right, run sync once with --shrink.`
  return { again, doubt }
}

/** Whether keys can be compared: the catalogue names records as the server does. */
export function isComparable(resource: RecordResource): boolean {
  return resource.name === 'Property' && hasKeyOfServer(resource)
}

/** Whether the catalogue has records by the keys that the server tells. */
export function hasKeyOfServer({ name, mapping }: RecordResource): boolean {
  const [part, ...others] = mapping.key ?? []
  const [column, ...alternatives] = part?.cells.columns ?? []
  const isPlain = others.length === 0 && alternatives.length === 0 && column === RESOURCES[name].key
  return isPlain && part?.read('a 1') === 'a 1'
}

/** The homes of the source by their keys, as it told them, and the moment of which each tells. */
async function knownHomes(into: SyncStore, { mapping }: RecordResource): Promise<ReadonlyMap<string, number>> {
  const known = new Map<string, number>()
  const writer = await into.openWriter()
  try {
    const records = storeOf('home', writer)
    for (const zpid of records.idsOf(mapping.source)) {
      const home = records.get(zpid)
      if (home?.source === mapping.source) known.set(home.sourceKey, asOfMs(home))
    }
  } finally {
    writer.rollback()
  }
  return known
}

/** The keys of rows that the mapping reads, and the moments of their last changes. */
async function listKeys(server: ResoServer, resource: RecordResource): Promise<ReadonlyMap<string, number>> {
  const { where, deletedWhen } = resource.mapping
  const tested = [...new Set([...where, ...deletedWhen].map(({ column }) => column))]
  const declared: string[] = []
  for (const column of tested) if (await server.declares(column)) declared.push(column)
  try {
    return await listWith(server, resource, declared)
  } catch (error) {
    // then rows that the mapping leaves out are read, to see that
    if (error instanceof Refused && declared.length > 0) return await listWith(server, resource, [])
    throw error
  }
}

async function listWith(server: ResoServer, resource: RecordResource, declared: readonly string[]) {
  const { key } = RESOURCES[resource.name]
  const isRead = recordTest(resource.mapping, declared)
  const query = {
    select: [...new Set([key, CHANGED, ...declared])].join(','),
  }
  const listed = new Map<string, number>()
  const asking = { ...resource, top: Math.max(resource.top, KEYS_TOP) }
  for await (const { records } of server.pagesByKey(asking, key, query)) {
    for (const record of records.filter(isRead)) listed.set(textIn(record, key), changedMsOf(record))
  }
  listed.delete('')
  return listed
}

function changedMsOf(record: JsonObject): number {
  const ms = Date.parse(textIn(record, CHANGED))
  return Number.isNaN(ms) ? Number.NEGATIVE_INFINITY : ms
}
