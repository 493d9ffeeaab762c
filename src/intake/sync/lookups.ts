import type { JsonObject } from '../ingest/record-source.ts'
import { textIn } from './odata.ts'
import type { ResoServer } from './server.ts'

/** Names of lookups that differ from the field's name. */
const LOOKUP_OF: Readonly<Record<string, string>> = {
  StreetDirPrefix: 'StreetDirection',
  StreetDirSuffix: 'StreetDirection',
  LivingAreaUnits: 'AreaUnits',
  AssociationFeeFrequency: 'FeeFrequency',
  InteriorFeatures: 'InteriorOrRoomFeatures',
  MemberLanguages: 'Languages',
}

const ASKING = { path: 'Lookup', top: 1000, ordered: false }

/** Maps a server's own values to the standard's values, by lookup. */
export class Lookups {
  readonly #standard: ReadonlyMap<string, ReadonlyMap<string, string>>

  private constructor(standard: ReadonlyMap<string, ReadonlyMap<string, string>>) {
    this.#standard = standard
  }

  /** For servers without lookups: values stay unchanged, because both of the standard's spellings are valid. */
  static readonly none = new Lookups(new Map())

  static async read(server: ResoServer): Promise<Lookups> {
    const standard = new Map<string, Map<string, string>>()
    for await (const { records } of server.pages(ASKING, {})) {
      for (const row of records) {
        const meant = textIn(row, 'StandardLookupValue')
        const values = standard.get(textIn(row, 'LookupName')) ?? new Map<string, string>()
        standard.set(textIn(row, 'LookupName'), values)
        const local = [textIn(row, 'LookupValue'), textIn(row, 'LegacyODataValue')]
        for (const value of local) if (meant !== '' && value !== '' && value !== meant) values.set(value, meant)
      }
    }
    return new Lookups(standard)
  }

  /** Translates a record's values into the standard's. */
  translated(record: JsonObject): JsonObject {
    if (this.#standard.size === 0) return record
    const changed = Object.entries(record).flatMap(([field, value]) => {
      const values = this.#standard.get(LOOKUP_OF[field] ?? field)
      return values === undefined || values.size === 0 ? [] : [[field, meaningOf(value, values)] as const]
    })
    return changed.length === 0 ? record : { ...record, ...Object.fromEntries(changed) }
  }
}

/** Translates a value, a list of values, or a comma-separated string. */
function meaningOf(value: JsonObject[string], values: ReadonlyMap<string, string>): JsonObject[string] {
  if (Array.isArray(value)) return value.map((item: JsonObject[string]) => meaningOf(item, values))
  if (typeof value !== 'string') return value
  const whole = values.get(value)
  if (whole !== undefined || !value.includes(',')) return whole ?? value
  return value
    .split(',')
    .map((item) => values.get(item.trim()) ?? item)
    .join(',')
}
