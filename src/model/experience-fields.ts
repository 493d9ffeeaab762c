import { ACCESSIBILITY_FEATURES, EXPERIENCE_TYPES, TRAVELER_TYPES } from './experience-words.ts'
import {
  amount,
  count,
  date,
  degrees,
  field,
  list,
  listOf,
  of,
  oneOf,
  type RecordOf,
  text,
  webAddresses,
  yesNo,
} from './field.ts'

const minutes = of('minutes')

/** Every field of an experience of area C that an import can fill; a row may bear one of its slots. */
export const EXPERIENCE_FIELDS = {
  Title: field(text, 'Title.'),
  Byline: field(text, 'One sentence below the title.'),
  ExperienceType: field(oneOf(EXPERIENCE_TYPES), 'Kind of experience.'),
  TravelerTypes: field(listOf(TRAVELER_TYPES), 'Who it is for.'),
  PricePerGuest: field(amount, 'Price for one guest, in Currency.'),
  Currency: field(text, 'Code of the currency by ISO 4217: EUR.'),
  DurationMinutes: field(minutes, 'How long it takes; hours with scale: 60.'),
  Rating: field(amount, 'Mean of the reviews, up to 5.'),
  ReviewCount: field(count, 'Number of reviews; 0 when absent.'),
  TimesOfDay: field(
    listOf(['morning', 'afternoon', 'evening']),
    'When it takes place; when absent it follows from the slots: before 12:00, before 17:00, later.',
  ),
  HostLanguages: field(list, 'English names of the languages that the host speaks.'),
  AccessibilityFeatures: field(listOf(ACCESSIBILITY_FEATURES), 'What makes it accessible.'),
  GuestsMax: field(count, 'Most guests of one slot.'),
  MinAge: field(count, 'Least age of guests, in years.'),
  HostId: field(text, "The source's id of the host; made of the name when absent."),
  HostName: field(text, 'Name of the host.'),
  SuperhostYN: field(yesNo, 'Whether the host is a distinguished one.'),
  City: field(text, 'City.'),
  Country: field(text, 'English name of the country.'),
  Latitude: field(degrees, 'Latitude, north positive.'),
  Longitude: field(degrees, 'Longitude, east positive.'),
  PhotoURLs: field(webAddresses, 'Addresses of the photos, the first one first.'),
  SlotDate: field(date, 'Day of a slot, in local time.', 'SlotTime', 'SeatsLeft'),
  SlotTime: field(text, 'Local time at which the slot begins: HH:MM.', 'SlotDate', 'SeatsLeft'),
  SeatsLeft: field(count, 'Seats of the slot that can still be booked.', 'SlotDate', 'SlotTime'),
} as const

export type ExperienceRecord = RecordOf<typeof EXPERIENCE_FIELDS>
