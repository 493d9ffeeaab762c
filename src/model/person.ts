import type { Day } from '../kit/base/clock.ts'

/** A person who lives or lived at an address, for skip tracing. */
export interface Person {
  /** `peo_id` in answers: opaque, and stable across imports. */
  readonly personId: string
  /** Absent in records of older versions. */
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
