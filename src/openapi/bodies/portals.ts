import { found } from './answer.ts'
import { LOCATION, POINT_FIELDS } from './places.ts'
import {
  always,
  component,
  day,
  each,
  flag,
  instant,
  large,
  listOf,
  nullable,
  number,
  object,
  oneOf,
  text,
  whole,
} from './schema.ts'

/** The bodies of areas B and C. */

const LOCATIONS = listOf(LOCATION, 'What was understood of each location that was asked for.')

const MAYBE_NUMBER = nullable(number())

const OFFER = component(
  'Offer',
  object({
    id: large(),
    slug: text(),
    title: text(),
    url: text(),
    propertyType: oneOf(['Apartment', 'House', 'Plot', 'Commercial', 'Warehouse', 'Room', 'Garage', 'Investment']),
    searchType: oneOf(['For_Sale', 'For_Rent']),
    market: oneOf(['Primary', 'Secondary', ''], 'Empty where it is not known.'),
    ownerType: oneOf(['Private', 'Agency', 'Developer', ''], 'Empty where it is not known.'),
    price: nullable(number(), 'Null where it is not known, or hidden.'),
    currency: always('PLN'),
    pricePerMeter: nullable(number(), 'By m².'),
    rent: nullable(number(), 'Administrative rent by the month.'),
    area: number('m²'),
    plotArea: nullable(number(), 'm²'),
    rooms: MAYBE_NUMBER,
    floor: nullable(text()),
    floorsInBuilding: MAYBE_NUMBER,
    yearBuilt: nullable(whole()),
    ...each(nullable(text()), 'buildingType', 'buildingMaterial', 'heating'),
    ...each(listOf(text()), 'extras', 'media'),
    ...each(flag(), 'hasPhotos', 'hasVideo', 'has3DView', 'openDay', 'exclusiveOffer', 'hidePrice'),
    ...each(instant(), 'createdAt', 'modifiedAt'),
    agency: nullable(object({ id: large(), name: text() })),
    images: listOf(object({ medium: text(), large: text() })),
    location: object({
      ...each(nullable(text()), 'street', 'district'),
      city: text(),
      county: text(),
      province: text(),
      ...POINT_FIELDS,
    }),
    description: text(),
  }),
)

export const OFFERS = component(
  'Offers',
  found({
    total: whole('Results in all.'),
    resultCount: whole('Results on a page.'),
    page: large(),
    totalPages: whole(),
    nextPage: flag('There is another page.'),
    locations: LOCATIONS,
    searchResults: listOf(OFFER),
  }),
)

const SLOT = component(
  'ExperienceSlot',
  object({ date: day(), startTime: text('Local time, `HH:MM`.'), seatsLeft: whole() }),
)

const EXPERIENCE = component(
  'Experience',
  object({
    nextAvailable: nullable(day(), 'Null where nothing can be booked.'),
    availability: listOf(SLOT, 'Dates with free seats, earliest first.'),
    experienceId: text(),
    title: text(),
    byline: text(),
    url: text(),
    pricePerGuest: number('In currency.'),
    currency: text('ISO 4217.'),
    durationMinutes: number(),
    rating: nullable(number()),
    reviewCount: number(),
    experienceType: text(),
    travelerTypes: listOf(text()),
    timesOfDay: listOf(oneOf(['morning', 'afternoon', 'evening'])),
    hostLanguages: listOf(text(), 'English names.'),
    accessibilityFeatures: listOf(text()),
    maxGuests: number(),
    minAge: nullable(number(), 'Years.'),
    host: object({ id: text(), name: text(), isSuperhost: flag() }),
    location: object({ city: text(), country: text(), ...POINT_FIELDS }),
    images: listOf(text(), 'URLs.'),
  }),
)

export const EXPERIENCES = component(
  'Experiences',
  found({
    total: whole('Results in all.'),
    nextPageCursor: nullable(text(), 'Ask with it for the page after this one; null on the last page.'),
    locations: LOCATIONS,
    searchResults: listOf(EXPERIENCE),
  }),
)
