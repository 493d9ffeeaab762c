import type { Experience } from '../../src/model/experience.ts'
import type { Offer } from '../../src/model/offer.ts'

const OFFER: Offer = {
  offerId: 1,
  source: 'test',
  sourceKey: '1',
  title: 'Mieszkanie',
  propertyType: 'Apartment',
  searchType: 'For_Sale',
  market: 'Secondary',
  ownerType: 'Private',
  area: 50,
  extras: [],
  media: [],
  createdMs: Date.UTC(2026, 4, 1),
  modifiedMs: Date.UTC(2026, 4, 1),
  city: 'Kraków',
  county: 'Kraków',
  province: 'małopolskie',
  point: { latitude: 50.06, longitude: 19.94 },
  description: '',
}

/** Returns an offer with ordinary values, except for the given ones. */
export function oddOffer(offerId: number, change: Partial<Offer> = {}): Offer {
  return { ...OFFER, offerId, sourceKey: String(offerId), ...change }
}

const EXPERIENCE: Experience = {
  experienceId: 'odd',
  source: 'test',
  title: 'Walk',
  byline: '',
  experienceType: 'Nature and outdoors',
  travelerTypes: [],
  pricePerGuest: 10,
  currency: 'EUR',
  durationMinutes: 60,
  reviewCount: 0,
  timesOfDay: [],
  hostLanguages: [],
  accessibilityFeatures: [],
  maxGuests: 4,
  host: { id: 'h', name: 'Ada', isSuperhost: false },
  city: 'Kraków',
  country: 'Poland',
  point: { latitude: 50.06, longitude: 19.94 },
  slots: [],
}

/** Returns an experience with ordinary values, except for the given ones. */
export function oddExperience(experienceId: string, change: Partial<Experience> = {}): Experience {
  return { ...EXPERIENCE, experienceId, ...change }
}

const CHANGES: readonly Partial<Offer>[] = [
  {},
  { price: 500_000 },
  { price: 500_000, hidePrice: true },
  { price: 1999.99, searchType: 'For_Rent', area: 33.33 },
  { price: 0, area: 0, rooms: 0, yearBuilt: 0 },
  { price: 9e12, area: 1e9, plotArea: 0.01, rooms: 70_000, yearBuilt: 70_000 },
  { goneSince: '2026-05-01', price: 1 },
  { city: '', county: '', province: '', district: '' },
  { city: 'Łódź', county: 'Łódź', province: 'łódzkie', district: 'Bałuty' },
  { city: 'Lodz', county: 'Lodz', province: 'lodzkie', district: 'Baluty' },
  {
    buildingType: 'Castle',
    floor: '99',
    heating: 'Sun',
    buildingMaterial: 'Straw',
    extras: ['Moat'],
    media: ['Pigeon'],
  },
  { photos: [], drawnPhotos: 3 },
  { photos: ['https://photos.example/1.jpg'], hasVideo: true, has3DView: true, openDay: true, exclusiveOffer: true },
  { point: { latitude: -90, longitude: 180 }, createdMs: 0 },
]

/** Offers that no sample contains. */
export const ODD_OFFERS: readonly Offer[] = CHANGES.map((change, i) => oddOffer(2 ** 53 - 1 - i, change))

function slot(date: string, seatsLeft: number, startTime = '09:00') {
  return { date, startTime, seatsLeft }
}

export const ODD_EXPERIENCES: readonly Experience[] = [
  oddExperience('a'),
  oddExperience('b', { slots: [slot('2026-06-15', 0), slot('2026-06-16', 1)] }),
  oddExperience('c', {
    slots: [slot('2026-06-15', 3), slot('2026-06-15', 9, '18:00'), slot('2026-06-15', 8, '20:00')],
  }),
  oddExperience('d', { slots: [slot('2026-06-31', 3), slot('soon', 3)], pricePerGuest: 0, durationMinutes: 0 }),
  oddExperience('e', { slots: [slot('0100-01-01', 100_000), slot('9999-12-31', 70_000)] }),
  oddExperience('f', { slots: Array.from({ length: 40 }, (_, i) => slot(`20${30 + i}-01-01`, 1 + (i % 12))) }),
  oddExperience('g', { hostLanguages: ['FRENCH', 'french', 'Français'], travelerTypes: [''], country: '', city: '' }),
  oddExperience('h', { country: 'us', city: 'Zürich' }),
  // More tags than there are bits for tags.
  oddExperience('i', { hostLanguages: Array.from({ length: 70 }, (_, i) => `Dialect ${i}`) }),
  oddExperience('j', {
    hostLanguages: Array.from({ length: 70 }, (_, i) => `Dialect ${i + 35}`),
    timesOfDay: ['evening'],
  }),
]
