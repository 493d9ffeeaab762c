import type { JsonObject } from '../ingest/record-source.ts'
import type { JoinedResource, SyncConfig } from './config.ts'
import { heldOpenHouses, shownMedia } from './media.ts'
import { textIn } from './odata.ts'
import { JOINED, type JoinedName, RESOURCES, type RecordName } from './resources.ts'
import type { ResoServer } from './server.ts'

/** Puts into rows what belongs to them and comes in resources of its own, so that they look as if asked for with it. */
export class Joins {
  readonly #server: ResoServer
  readonly #joined: readonly JoinedResource[]

  constructor(server: ResoServer, { joined }: Pick<SyncConfig, 'joined'>) {
    this.#server = server
    this.#joined = joined
  }

  /** The joined resources that rows of a resource have. */
  of(name: RecordName): readonly JoinedResource[] {
    return this.#joined.filter((joined) => JOINED[joined.name].of.some((owner) => owner === name))
  }

  /** The rows with what belongs to them. What may not be shown is left out of it. */
  async whole(name: RecordName, records: readonly JsonObject[]): Promise<readonly JsonObject[]> {
    let whole = records
    for (const joined of this.of(name)) whole = await this.#with(joined, name, whole)
    return whole.map((record) => asShown(record, name))
  }

  async #with(joined: JoinedResource, name: RecordName, records: readonly JsonObject[]): Promise<JsonObject[]> {
    const { key: ownKey, owner, within } = JOINED[joined.name]
    const { key } = RESOURCES[name]
    const keys = records.map((record) => textIn(record, key)).filter((text) => text !== '')
    // of a row that comes twice, the later one is right
    const found = new Map<string, Map<string, JsonObject>>(keys.map((text) => [text, new Map()]))
    for await (const page of this.#server.withAny(joined, ownKey, owner, keys)) {
      for (const row of page.records) {
        if (belongsTo(row, name)) found.get(textIn(row, owner))?.set(textIn(row, ownKey), row)
      }
    }
    return records.map((record) => ({ ...record, [within]: [...(found.get(textIn(record, key))?.values() ?? [])] }))
  }
}

/** Keys of listings and of members may be alike. */
export function belongsTo(row: JsonObject, name: RecordName): boolean {
  const of = textIn(row, 'ResourceName')
  return of === '' || of.toLowerCase() === name.toLowerCase()
}

const SHOWN: Readonly<Record<JoinedName, (rows: readonly JsonObject[], of: RecordName) => readonly JsonObject[]>> = {
  Media: shownMedia,
  OpenHouse: heldOpenHouses,
}

/** Also where the rows came with it. */
function asShown(record: JsonObject, name: RecordName): JsonObject {
  const shown = Object.entries(SHOWN).flatMap(([joined, shownOf]) => {
    const { within } = JOINED[joined as JoinedName] // SHOWN has a line for each
    const rows = record[within]
    return Array.isArray(rows) ? [[within, shownOf(rows as readonly JsonObject[], name)] as const] : []
  })
  return shown.length === 0 ? record : { ...record, ...Object.fromEntries(shown) }
}
