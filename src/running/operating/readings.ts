import { randomBytes } from 'node:crypto'
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { databaseBackend, folderBackend } from '../../catalog/opening/backend.ts'
import type { CatalogStore, Inventory, SourceRecords } from '../../catalog/ports/catalog-store.ts'
import {
  type KeyEvent,
  type KeyInfo,
  type KeysRead,
  type LastUsed,
  openKeyring,
  openKeysRead,
  type Plans,
} from '../../guard/access/index.ts'
import { SOURCE_NOTES } from '../../intake/ingest/import-notes.ts'
import { runsIn } from '../../intake/ingest/run-folder.ts'
import { type Clock, dayOf } from '../../kit/base/clock.ts'
import type { DatabaseOptions } from '../../kit/postgres/database.ts'
import { instant } from './instant.ts'
import { changeKeys, type KeyChange, type KeyChanged } from './key-changes.ts'
import type { DayUse, FileRow, KeyRow, KeysPage, KeyUse, Run } from './pages.ts'

/** The kinds of data to read for operators. Reading may take seconds, so it runs in another thread. */
export interface Readings {
  inventory: Inventory | undefined
  /** Record counts by source. Counting reads all records. */
  tallies: readonly SourceRecords[]
  files: readonly FileRow[]
  keys: Omit<KeysPage, 'plans'>
  keyLog: readonly KeyEvent[]
  keyChange: KeyChanged
  used: { readonly days: readonly DayUse[]; readonly keys: readonly KeyUse[] }
  runs: readonly Run[]
}

/** The databases that hold the catalog and the keys, if they are not in the data folder. */
export interface ReadDatabases {
  readonly catalog: DatabaseOptions
  readonly access: DatabaseOptions
}

export interface Reading<K extends keyof Readings = keyof Readings> {
  readonly kind: K
  readonly dataDir: string
  readonly database?: ReadDatabases | undefined
  /** For the reading `used`: the first day to include. */
  readonly since?: string
  /** For the reading `keys`: the current plans. */
  readonly plans?: Plans
  readonly change?: KeyChange
}

type Readers = { readonly [K in keyof Readings]: (reading: Reading, clock: Clock) => Promise<Readings[K]> }

const READERS: Readers = {
  inventory: async (reading) => (await storeOf(reading)).inventory(SOURCE_NOTES),
  tallies: async (reading) => (await storeOf(reading)).tallySources(SOURCE_NOTES, () => {}).records,
  files: async ({ dataDir }) => filesIn(dataDir),
  keys: keysPage,
  keyLog: (reading, clock) => withKeys(reading, clock, (keys) => keys.events(KEY_EVENTS_MAX)),
  keyChange: changed,
  used: (reading, clock) => withKeys(reading, clock, (keys) => keys.used(reading.since ?? '', KEYS_USED_MAX)),
  runs: async ({ dataDir }, clock) => runsIn(dataDir, clock.now()),
}

/** Rejects with a CommandFault if a file cannot be read. */
export function read(reading: Reading, clock: Clock): Promise<unknown> {
  return READERS[reading.kind](reading, clock)
}

async function storeOf({ dataDir, database }: Reading): Promise<CatalogStore> {
  if (database === undefined) return folderBackend(dataDir).store
  return (await databaseBackend(database.catalog, 'the database', database.catalog)).store
}

const KEYS_MAX = 1000
const KEYS_USED_MAX = 50
const KEY_EVENTS_MAX = 1000

async function changed({ dataDir, database, change }: Reading, clock: Clock): Promise<KeyChanged> {
  if (change === undefined) throw new Error('the reading keyChange needs a change')
  const keyring = await openKeyring(dataDir, clock, randomBytes, database?.access, change.by)
  try {
    return await changeKeys(change, keyring, clock.now())
  } finally {
    await keyring.close()
  }
}

async function withKeys<T>(
  { dataDir, database, plans = new Map() }: Reading,
  clock: Clock,
  act: (keys: KeysRead) => Promise<T>,
): Promise<T> {
  const keys = await openKeysRead(dataDir, database?.access, plans, clock)
  try {
    return await act(keys)
  } finally {
    keys.close()
  }
}

function keysPage(reading: Reading, clock: Clock): Promise<Readings['keys']> {
  const nowMs = clock.now()
  return withKeys(reading, clock, async (ring) => {
    const { keys, total } = await ring.lastUsed(KEYS_MAX, dayOf(nowMs))
    return { keys: keys.map((info) => keyRow(info, nowMs)), keysBeside: total - keys.length }
  })
}

function keyRow(info: LastUsed['keys'][number], nowMs: number): KeyRow {
  const { keyId, label, plan, createdMs, creditsUsed, creditsAdded, creditsLimit } = info
  return {
    keyId,
    label,
    plan,
    state: stateOf(info, nowMs),
    createdAt: instant(createdMs) ?? '',
    lastUsedAt: instant(info.lastUsedMs),
    expiresAt: instant(info.expiresMs),
    revokedAt: instant(info.revokedMs),
    overlapUntil: instant(info.overlapUntilMs),
    creditsLimit: creditsLimit ?? null,
    creditsUsed,
    creditsAdded,
    callsToday: info.used.calls,
    creditsToday: info.used.credits,
    limits: info.limits ?? null,
  }
}

function stateOf({ revokedMs, expiresMs, creditsLimit }: KeyInfo, nowMs: number): KeyRow['state'] {
  if (revokedMs !== undefined) return 'revoked'
  if (expiresMs !== undefined && expiresMs <= nowMs) return 'expired'
  return creditsLimit === undefined ? 'planless' : 'good'
}

const KINDS: readonly (readonly [RegExp, FileRow['kind']])[] = [
  [/^catalogue/, 'catalogue'],
  [/^cards-/, 'cards'],
  [/^(access\.|service\.|plans\.yaml$|revocations$)/, 'keys'],
  [/^people\./, 'people'],
  [/^subscriptions\./, 'subscriptions'],
  [/^rejects$/, 'rejects'],
  [/^runs$/, 'runs'],
]

/** Returns the entries of the data folder, largest first. */
function filesIn(dataDir: string): readonly FileRow[] {
  return readdirSync(dataDir)
    .flatMap((name): FileRow[] => {
      const kind = KINDS.find(([pattern]) => pattern.test(name))?.[1] ?? 'other'
      const path = join(dataDir, name)
      const stats = statSync(path, { throwIfNoEntry: false })
      if (stats === undefined) return [] // the file was deleted after it was listed
      if (!stats.isDirectory()) {
        return [{ name, kind, bytes: stats.size, files: 1, changedAt: stats.mtime.toISOString() }]
      }
      const inside = readdirSync(path).flatMap((each) => statSync(join(path, each), { throwIfNoEntry: false }) ?? [])
      const bytes = inside.reduce((sum, { size }) => sum + size, 0)
      const changedMs = Math.max(stats.mtimeMs, ...inside.slice(0, FILES_LOOKED_AT).map(({ mtimeMs }) => mtimeMs))
      return [{ name: `${name}/`, kind, bytes, files: inside.length, changedAt: new Date(changedMs).toISOString() }]
    })
    .sort((a, b) => b.bytes - a.bytes)
}

/** Maximum number of files to compare, because each file is an argument of one function call. */
const FILES_LOOKED_AT = 10_000
