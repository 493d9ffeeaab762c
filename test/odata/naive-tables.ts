import type { Context } from '../../src/catalog/ports/context.ts'
import { allRows, asked, type JsonRow, textOf } from './asked.ts'

export interface NaiveField {
  readonly name: string
  readonly type: string
  readonly isList: boolean
  /** Whether the values of the field are words of a fixed list. */
  readonly hasWords: boolean
  /** Whether conditions can use the field. */
  readonly isFiltered: boolean
  /** Whether $orderby can use the field. */
  readonly isSorted: boolean
  /**
   * Set if conditions can compare the field only with a whole value. With `MultiValue`, they can only test whether it
   * is equal.
   */
  readonly compared: string | undefined
}

export interface NaiveLink {
  readonly name: string
  readonly target: string
  readonly isList: boolean
}

/** A resource as its metadata describe it, with all rows as JSON, in order of key. */
export interface NaiveTable {
  readonly name: string
  readonly key: string
  readonly fields: readonly NaiveField[]
  readonly links: readonly NaiveLink[]
  readonly rows: readonly JsonRow[]
}

type Member = Readonly<Record<string, unknown>>

const NAMESPACE = 'org.reso.metadata'

/** All rows of a catalog, read once. Links between rows are computed from their keys. */
export class NaiveTables {
  readonly all: ReadonlyMap<string, NaiveTable>
  readonly #followed = new Map<string, ReadonlyMap<unknown, readonly JsonRow[]>>()

  private constructor(tables: readonly NaiveTable[]) {
    this.all = new Map(tables.map((table) => [table.name, table]))
  }

  static async of(context: Context): Promise<NaiveTables> {
    const metadata = await asked<Record<string, Record<string, Member>>>(context, '/$metadata', { $format: 'json' })
    const types = Object.entries(metadata[NAMESPACE] ?? {}).filter(([, type]) => type.$Kind === 'EntityType')
    const tables: NaiveTable[] = []
    const sets = metadata[NAMESPACE]?.Container ?? {}
    for (const [name, type] of types)
      tables.push(tableOf(name, type, sets[name] as Member, await allRows(context, name)))
    return new NaiveTables(tables)
  }

  table(name: string): NaiveTable {
    const table = this.all.get(name)
    if (table === undefined) throw new Error(`there is no ${name}`)
    return table
  }

  /** Returns the rows to which a link of a row leads. */
  follow(table: NaiveTable, link: NaiveLink, row: JsonRow): readonly JsonRow[] {
    if (link.target === 'Media')
      return this.#by('Media', 'ResourceRecordKey', row[table.key]).filter(
        ({ ResourceName }) => ResourceName === table.name,
      )
    if (link.target === 'OpenHouse') return this.#by('OpenHouse', 'ListingKey', row[table.key])
    if (link.target === 'Member') return this.#by('Member', 'MemberKey', row[`${link.name}Key`])
    const holder =
      table.name === 'Member'
        ? row
        : this.#by('Member', 'MemberKey', row[`${link.name.replace('Office', 'Agent')}Key`])[0]
    return this.#by('Office', 'OfficeKey', holder?.OfficeKey)
  }

  #by(name: string, field: string, value: unknown): readonly JsonRow[] {
    if (value === undefined || value === null) return []
    let groups = this.#followed.get(name)
    if (groups === undefined) {
      groups = Map.groupBy(this.table(name).rows, (row) => row[field])
      this.#followed.set(name, groups)
    }
    return groups.get(value) ?? []
  }
}

const CAPABILITIES = '@Org.OData.Capabilities.V1'

interface Restrictions {
  readonly NonFilterableProperties?: readonly string[]
  readonly NonSortableProperties?: readonly string[]
  readonly FilterExpressionRestrictions?: readonly { readonly Property: string; readonly AllowedExpressions: string }[]
}

function tableOf(name: string, type: Member, set: Member, rows: readonly JsonRow[]): NaiveTable {
  const filters = set[`${CAPABILITIES}.FilterRestrictions`] as Restrictions
  const orders = set[`${CAPABILITIES}.SortRestrictions`] as Restrictions
  // the other members are fields
  const members = Object.entries(type).filter(([member]) => !/^[$@]/.test(member)) as [string, Member][]
  const [key = ''] = type.$Key as readonly string[]
  return {
    name,
    key,
    rows,
    fields: members
      .filter(([, { $Kind }]) => $Kind === undefined)
      .map(([member, told]) => ({
        name: member,
        type: textOf(told.$Type ?? 'Edm.String'),
        isList: told.$Collection === true,
        hasWords: told['@RESO.OData.Metadata.LookupName'] !== undefined,
        isFiltered: filters.NonFilterableProperties?.includes(member) === false,
        isSorted: orders.NonSortableProperties?.includes(member) === false,
        compared: filters.FilterExpressionRestrictions?.find(({ Property }) => Property === member)?.AllowedExpressions,
      })),
    links: members
      .filter(([, { $Kind }]) => $Kind === 'NavigationProperty')
      .map(([member, told]) => ({
        name: member,
        target: String(told.$Type).slice(NAMESPACE.length + 1),
        isList: told.$Collection === true,
      })),
  }
}
