import type { JsonObject } from '../ingest/record-source.ts'
import type { JoinedResource, SyncConfig } from './config.ts'
import { heldOpenHouses, shownMedia } from './media.ts'
import { textIn } from './odata.ts'
import { JOINED, type JoinedName, RESOURCES, type RecordName } from './resources.ts'
import type { ResoServer } from './server.ts'

/** Adds parts, such as pictures, to the rows that they belong to, as if the server had expanded them. */
export class Joins {
  readonly #server: ResoServer
  readonly #joined: readonly JoinedResource[]

  constructor(server: ResoServer, { joined }: Pick<SyncConfig, 'joined'>) {
    this.#server = server
    this.#joined = joined
  }

  /** Returns the resources whose rows are parts of this resource's rows. */
  of(name: RecordName): readonly JoinedResource[] {
    return this.#joined.filter((joined) => JOINED[joined.name].of.some((owner) => owner === name))
  }

  /** Returns the rows with their parts, without parts that may not be shown. */
  async whole(name: RecordName, records: readonly JsonObject[]): Promise<readonly JsonObject[]> {
    let whole = records
    for (const joined of this.of(name)) whole = await this.#with(joined, name, whole)
    return whole.map((record) => asShown(record, name))
  }

  async #with(joined: JoinedResource, name: RecordName, records: readonly JsonObject[]): Promise<JsonObject[]> {
    const { key: ownKey, owner, within } = JOINED[joined.name]
    const { key } = RESOURCES[name]
    const keys = records.map((record) => textIn(record, key)).filter((text) => text !== '')
    // If a row occurs twice, the later one is correct.
    const rowsByKey = new Map<string, Map<string, JsonObject>>(keys.map((text) => [text, new Map()]))
    for await (const page of this.#server.withAny(joined, ownKey, owner, keys)) {
      for (const row of page.records) {
        if (belongsTo(row, name)) rowsByKey.get(textIn(row, owner))?.set(textIn(row, ownKey), row)
      }
    }
    return records.map((record) => ({ ...record, [within]: [...(rowsByKey.get(textIn(record, key))?.values() ?? [])] }))
  }
}

/** Whether a part belongs to a resource. A listing and a member may have the same key. */
export function belongsTo(row: JsonObject, name: RecordName): boolean {
  const of = textIn(row, 'ResourceName')
  return of === '' || of.toLowerCase() === name.toLowerCase()
}

const FILTER: Readonly<Record<JoinedName, (rows: readonly JsonObject[], of: RecordName) => readonly JsonObject[]>> = {
  Media: shownMedia,
  OpenHouse: heldOpenHouses,
}

/** Removes parts that may not be shown, even if the server sent them. */
function asShown(record: JsonObject, name: RecordName): JsonObject {
  const shown = Object.entries(FILTER).flatMap(([joined, shownOf]) => {
    const { within } = JOINED[joined as JoinedName] // FILTER has all of these names
    const rows = record[within]
    return Array.isArray(rows) ? [[within, shownOf(rows as readonly JsonObject[], name)] as const] : []
  })
  return shown.length === 0 ? record : { ...record, ...Object.fromEntries(shown) }
}
