import { sourceName } from '../../../catalog/ports/source-name.ts'
import type { Experience } from '../../../model/experience.ts'
import { EXPERIENCE_FIELDS } from '../../../model/experience-fields.ts'
import { type Cell, columnFor, textColumns } from '../column.ts'
import type { ExportedNoun } from '../exported-noun.ts'

const SLOT_FIELDS = ['SlotDate', 'SlotTime', 'SeatsLeft'] as const

type ExportedField = Exclude<keyof typeof EXPERIENCE_FIELDS, (typeof SLOT_FIELDS)[number]>

const VALUES: Readonly<Record<ExportedField, (experience: Experience) => Cell>> = {
  Title: ({ title }) => title,
  Byline: ({ byline }) => byline,
  ExperienceType: ({ experienceType }) => experienceType,
  TravelerTypes: ({ travelerTypes }) => travelerTypes,
  PricePerGuest: ({ pricePerGuest }) => pricePerGuest,
  Currency: ({ currency }) => currency,
  DurationMinutes: ({ durationMinutes }) => durationMinutes,
  Rating: ({ rating }) => rating,
  ReviewCount: ({ reviewCount }) => reviewCount,
  TimesOfDay: ({ timesOfDay }) => timesOfDay,
  HostLanguages: ({ hostLanguages }) => hostLanguages,
  AccessibilityFeatures: ({ accessibilityFeatures }) => accessibilityFeatures,
  GuestsMax: ({ maxGuests }) => maxGuests,
  MinAge: ({ minAge }) => minAge,
  HostId: ({ host }) => host.id,
  HostName: ({ host }) => host.name,
  SuperhostYN: ({ host }) => host.isSuperhost,
  City: ({ city }) => city,
  Country: ({ country }) => country,
  Latitude: ({ point }) => point?.latitude,
  Longitude: ({ point }) => point?.longitude,
  PhotoURLs: ({ photos }) => photos,
}

const NAMES = Object.keys(VALUES) as ExportedField[] // VALUES has exactly these keys

export const exportedExperiences: ExportedNoun<'experience'> = {
  noun: 'experience',
  plural: 'experiences',
  idColumn: 'ExperienceId',
  columns: [
    { name: 'ExperienceId', kind: 'text' },
    ...NAMES.map((name) => columnFor(name, EXPERIENCE_FIELDS[name])),
    ...textColumns('Source', 'Attribution'),
  ],
  cells: (experience, { about }) => [
    experience.experienceId,
    ...NAMES.map((name) => VALUES[name](experience)),
    experience.source,
    sourceName(about, experience),
  ],
  pointOf: ({ point }) => point,
  list: {
    name: 'Slots',
    columns: SLOT_FIELDS.map((name) => columnFor(name, EXPERIENCE_FIELDS[name])),
    of: ({ slots }) => slots.map(({ date, startTime, seatsLeft }) => [date, startTime, seatsLeft]),
  },
}
