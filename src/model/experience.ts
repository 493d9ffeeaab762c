import type { Day } from '../kit/base/clock.ts'
import type { Point } from './home.ts'

/** A bookable experience, such as a guided tour. */
export interface Experience {
  readonly experienceId: string
  readonly source: string
  readonly title: string
  readonly byline: string
  readonly experienceType: string
  readonly travelerTypes: readonly string[]
  /** Price per guest, in `currency`. */
  readonly pricePerGuest: number
  readonly currency: string
  readonly durationMinutes: number
  readonly rating?: number
  readonly reviewCount: number
  readonly timesOfDay: readonly ('morning' | 'afternoon' | 'evening')[]
  /** English names of languages. */
  readonly hostLanguages: readonly string[]
  readonly accessibilityFeatures: readonly string[]
  readonly maxGuests?: number
  readonly minAge?: number
  readonly host: { readonly id: string; readonly name: string; readonly isSuperhost: boolean }
  readonly city: string
  readonly country: string
  /** Absent if the source has no coordinates. Plat never guesses a point. */
  readonly point?: Point
  readonly photos?: readonly string[]
  readonly drawnPhotos?: number
  /** Dates and seats, sorted by date and time. */
  readonly slots: readonly ExperienceSlot[]
}

export interface ExperienceSlot {
  readonly date: Day
  /** Local start time, `HH:MM`. */
  readonly startTime: string
  readonly seatsLeft: number
}
