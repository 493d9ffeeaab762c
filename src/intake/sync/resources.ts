import type { ImportNounName } from '../ingest/nouns.ts'

/** The resources whose rows become records, in the order in which they are followed: homes name agents. */
export const RESOURCES = {
  Office: { noun: 'office', key: 'OfficeKey', mapping: 'reso-offices' },
  Member: { noun: 'agent', key: 'MemberKey', mapping: 'reso-members' },
  Property: { noun: 'home', key: 'ListingKey', mapping: 'reso-properties' },
} as const satisfies Record<string, { readonly noun: ImportNounName; readonly key: string; readonly mapping: string }>

export type RecordName = keyof typeof RESOURCES
export const RECORD_NAMES = Object.keys(RESOURCES) as readonly RecordName[] // the keys of the table

/** The resources whose rows belong to rows of other resources. */
export const JOINED = {
  Media: { key: 'MediaKey', owner: 'ResourceRecordKey', of: ['Property', 'Member'], within: 'Media' },
  OpenHouse: { key: 'OpenHouseKey', owner: 'ListingKey', of: ['Property'], within: 'OpenHouses' },
} as const satisfies Record<
  string,
  {
    readonly key: string
    /** The field that names the row to which a row belongs. */
    readonly owner: string
    readonly of: readonly RecordName[]
    /** The field of the owning row that holds the joined rows, if the server includes them. */
    readonly within: string
  }
>

export type JoinedName = keyof typeof JOINED
export const JOINED_NAMES = Object.keys(JOINED) as readonly JoinedName[] // the keys of the table

/** The field with the moment of a row's last change. */
export const CHANGED = 'ModificationTimestamp'
