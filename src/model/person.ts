import type { Day } from '../kit/base/clock.ts'

/** A person who lives or lived at an address, for skip tracing. */
export interface Person {
  /** `peo_id`: opaque, and stable across imports. */
  readonly personId: string
  /** Name of the source the record came from; absent in records that were imported before it was kept. */
  readonly source?: string
  readonly name: string
  readonly born?: Day
  readonly phones: readonly PersonPhone[]
  readonly emails: readonly string[]
  /** The current address first, then earlier ones, newest first. */
  readonly addresses: readonly PersonAddress[]
  readonly relatives: readonly string[]
  readonly associates: readonly string[]
}

export interface PersonPhone {
  readonly number: string
  readonly type: 'Wireless' | 'Landline' | 'VoIP'
  readonly provider?: string
  readonly lastReported?: Day
}

export interface PersonAddress {
  readonly streetAddress: string
  readonly city: string
  readonly state: string
  readonly zipcode: string
  readonly county?: string
  readonly from?: Day
  /** Absent while the person lives there. */
  readonly to?: Day
}
