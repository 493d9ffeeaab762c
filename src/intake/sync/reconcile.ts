import { asOfMs } from '../../model/home-record.ts'
import { MOMENT_FIELD } from '../ingest/deletes.ts'
import type { Mapping } from '../ingest/mapping.ts'
import type { JsonObject } from '../ingest/record-source.ts'
import { recordTest } from '../ingest/record-source.ts'
import { storeOf } from '../ingest/record-store.ts'
import { Refused } from './answer-body.ts'
import { hasKeyOfServer, type RecordResource } from './config.ts'
import { textIn } from './odata.ts'
import { CHANGED, RESOURCES } from './resources.ts'
import type { ResoServer } from './server.ts'
import type { SyncStore } from './store.ts'

/** The differences between the keys of a server and those of the catalog. */
export interface Comparison {
  /** Keys to read again: the catalog lacks their rows, has older ones, or the server no longer names them. */
  readonly again: readonly string[]
  /** The reason why rows that the server does not name are not removed. */
  readonly doubt?: string
}

/** The share of the catalog's records that a list may lack. Beyond this share the list is doubted. */
const GONE_SHARE_MAX = 0.5
/** Number of records that a non-empty list may always lack. */
const GONE_ALWAYS = 20
/** Number of keys requested for a page. Servers send more keys than whole rows at once. */
const KEYS_TOP = 10_000

/**
 * Compares all keys of the server with those of the catalog. The list alone removes nothing: rows that move while it
 * is read drop out of it, so each missing one is requested again. Up to `reached` every change was followed: rows that
 * changed later are read where homes have moments other than those of the rows.
 */
export async function compareKeys(
  server: ResoServer,
  resource: RecordResource,
  into: SyncStore,
  mayShrink: boolean,
  reached: string | undefined,
): Promise<Comparison> {
  const { key } = RESOURCES[resource.name]
  const isDated = datesHomes(resource.mapping)
  const reachedMs = reached === undefined ? Number.POSITIVE_INFINITY : Date.parse(reached)
  const homes = await knownHomes(into, resource)
  const listed = await listKeys(server, resource)
  const again: string[] = []
  for (const [name, changedMs] of listed) {
    const knownMs = isDated ? homes.get(name) : homes.has(name) ? reachedMs : undefined
    if (knownMs === undefined || changedMs > knownMs) again.push(name)
  }
  const gone = [...homes.keys()].filter((name) => !listed.has(name))
  const isEmpty = listed.size === 0 && gone.length > 0
  const isShort = isEmpty || (gone.length > GONE_ALWAYS && gone.length > homes.size * GONE_SHARE_MAX)
  if (!isShort || mayShrink) return { again: [...again, ...gone] }
  const doubt = `The server lists only ${homes.size - gone.length} of the ${homes.size} ${key}s that the catalog has, so no record was removed. If the others were removed, run sync once with --shrink.`
  return { again, doubt }
}

/** Whether the moments of homes are those of the server's rows, and not of another column. */
function datesHomes({ fields }: Mapping): boolean {
  const moment = fields.find(({ field }) => field === MOMENT_FIELD)
  return moment === undefined || ('columns' in moment.from && moment.from.columns.includes(CHANGED))
}

/** Whether keys can be compared, because the catalog uses the server's keys. */
export function isComparable(resource: RecordResource): boolean {
  return resource.name === 'Property' && hasKeyOfServer(resource)
}

/** Returns the homes of the source by key, as it sent them, with the moment of each. */
async function knownHomes(into: SyncStore, { mapping }: RecordResource): Promise<ReadonlyMap<string, number>> {
  const homes = new Map<string, number>()
  const writer = await into.openWriter()
  try {
    const records = storeOf('home', writer)
    for (const zpid of records.idsOf(mapping.source)) {
      const home = records.get(zpid)
      if (home?.source === mapping.source) homes.set(home.sourceKey, asOfMs(home))
    }
  } finally {
    writer.rollback()
  }
  return homes
}

/** Returns the keys of rows that the mapping reads, and the moments of their last changes. */
async function listKeys(server: ResoServer, resource: RecordResource): Promise<ReadonlyMap<string, number>> {
  const { where, deletedWhen } = resource.mapping
  const tested = [...new Set([...where, ...deletedWhen].map(({ column }) => column))]
  const declared: string[] = []
  for (const column of tested) if (await server.declares(column)) declared.push(column)
  try {
    return await listWith(server, resource, declared)
  } catch (error) {
    // Rows that the mapping leaves out are then read, to recognize them.
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
