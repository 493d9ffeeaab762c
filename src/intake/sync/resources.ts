import type { ImportNounName } from '../ingest/nouns.ts'

/** Resources whose rows become records. They are followed in this order, because homes refer to agents. */
export const RESOURCES = {
  Office: { noun: 'office', key: 'OfficeKey', mapping: 'reso-offices' },
  Member: { noun: 'agent', key: 'MemberKey', mapping: 'reso-members' },
  Property: { noun: 'home', key: 'ListingKey', mapping: 'reso-properties' },
} as const satisfies Record<string, { readonly noun: ImportNounName; readonly key: string; readonly mapping: string }>

export type RecordName = keyof typeof RESOURCES
export const RECORD_NAMES = Object.keys(RESOURCES) as readonly RecordName[] // keys of the table

/** Resources whose rows are parts of other resources' rows. */
export const JOINED = {
  Media: { key: 'MediaKey', owner: 'ResourceRecordKey', of: ['Property', 'Member'], within: 'Media' },
  OpenHouse: { key: 'OpenHouseKey', owner: 'ListingKey', of: ['Property'], within: 'OpenHouses' },
} as const satisfies Record<
  string,
  {
    readonly key: string
    /** The field with the key of the row that the part belongs to. */
    readonly owner: string
    readonly of: readonly RecordName[]
    /** The field of the owning row that contains the parts if they are expanded. */
    readonly within: string
  }
>

export type JoinedName = keyof typeof JOINED
export const JOINED_NAMES = Object.keys(JOINED) as readonly JoinedName[] // keys of the table

/** The field with the time of a row's last change. */
export const CHANGED = 'ModificationTimestamp'
