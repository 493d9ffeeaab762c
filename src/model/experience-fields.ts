import { ACCESSIBILITY_FEATURES, EXPERIENCE_TYPES, TRAVELER_TYPES } from './experience-words.ts'
import { amount, count, date, degrees, field, list, listOf, of, oneOf, text, webAddresses, yesNo } from './field.ts'

const minutes = of('minutes')

/** Every experience field that an import can fill. A row of a file may have one time slot. */
export const EXPERIENCE_FIELDS = {
  Title: field(text, 'Title.'),
  Byline: field(text, 'One-sentence subtitle.'),
  ExperienceType: field(oneOf(EXPERIENCE_TYPES), 'Kind of experience.'),
  TravelerTypes: field(listOf(TRAVELER_TYPES), 'Who the experience is for.'),
  PricePerGuest: field(amount, 'Price per guest, in Currency.'),
  Currency: field(text, 'ISO 4217 currency code: EUR.'),
  DurationMinutes: field(minutes, 'Duration; use scale: 60 for a column of hours.'),
  Rating: field(amount, 'Average review rating, 0 to 5.'),
  ReviewCount: field(count, 'Number of reviews; 0 when absent.'),
  TimesOfDay: field(
    listOf(['morning', 'afternoon', 'evening']),
    'When the experience takes place. When absent, derived from the slots: morning before 12:00, afternoon before 17:00, evening later.',
  ),
  HostLanguages: field(list, 'Languages that the host speaks, by their English names.'),
  AccessibilityFeatures: field(listOf(ACCESSIBILITY_FEATURES), 'Accessibility features.'),
  GuestsMax: field(count, 'Most guests per slot; unknown when absent.'),
  MinAge: field(count, 'Minimum age of guests, in years.'),
  HostId: field(text, "The source's id for the host; derived from the name when absent."),
  HostName: field(text, "Host's name."),
  SuperhostYN: field(yesNo, 'Whether the source marks the host as outstanding.'),
  City: field(text, 'City.'),
  Country: field(text, 'English name of the country.'),
  Latitude: field(degrees, 'Latitude, north positive.'),
  Longitude: field(degrees, 'Longitude, east positive.'),
  PhotoURLs: field(webAddresses, 'Web addresses of the photos, in display order.'),
  SlotDate: field(date, 'Local date of a slot.', 'SlotTime', 'SeatsLeft'),
  SlotTime: field(text, 'Local start time of the slot: HH:MM.', 'SlotDate', 'SeatsLeft'),
  SeatsLeft: field(count, 'Seats left in the slot.', 'SlotDate', 'SlotTime'),
} as const
