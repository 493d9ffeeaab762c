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

/** The differences between the server's keys and the catalog's keys. */
export interface Comparison {
  /** Keys of rows to read again. The catalog lacks them or has older versions, or the server's list lacks them. */
  readonly again: readonly string[]
  /** Why records missing from the server's list are not deleted. */
  readonly doubt?: string
}

/** If the server's list lacks a larger share of the records, it is not trusted. */
const GONE_SHARE_MAX = 0.5
/** A list that is not empty is trusted if it lacks at most this many records. */
const GONE_ALWAYS = 20
/** Number of keys per page. Servers allow larger pages for keys than for whole rows. */
const KEYS_TOP = 10_000

/**
 * Compares all keys on the server with the catalog's keys. A missing key alone deletes nothing: rows may move while the
 * list is read, so each missing row is requested. A row is also requested again if it changed after the time of its
 * home. Homes without the times of their rows count as known up to `reached`.
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
  const doubt = `The server lists only ${homes.size - gone.length} of the ${homes.size} ${key}s that the catalog has, so no record was removed. If the server really removed the others, run sync once with --shrink.`
  return { again, doubt }
}

/** Whether a home's time is the row's time of change, not the time in another column. */
function datesHomes({ fields }: Mapping): boolean {
  const moment = fields.find(({ field }) => field === MOMENT_FIELD)
  return moment === undefined || ('columns' in moment.from && moment.from.columns.includes(CHANGED))
}

/** Whether the catalog stores the server's keys, so that they can be compared. */
export function isComparable(resource: RecordResource): boolean {
  return resource.name === 'Property' && hasKeyOfServer(resource)
}

/** Returns the source's homes by key, before merging, with their times. */
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

/** Returns the keys and times of the rows that the mapping reads. */
async function listKeys(server: ResoServer, resource: RecordResource): Promise<ReadonlyMap<string, number>> {
  const { where, deletedWhen } = resource.mapping
  const tested = [...new Set([...where, ...deletedWhen].map(({ column }) => column))]
  const declared: string[] = []
  for (const column of tested) if (await server.declares(column)) declared.push(column)
  try {
    return await listWith(server, resource, declared)
  } catch (error) {
    // Without these fields, rows that the mapping excludes cannot be recognized. Such rows are read again.
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
