import type { EXPERIENCE_TYPES } from '../../src/model/experience-words.ts'
import { entries } from './table.ts'

export interface WorldCity {
  readonly city: string
  readonly country: string
  readonly latitude: number
  readonly longitude: number
  readonly currency: string
  /** Price in local currency of what costs one dollar in the United States. */
  readonly perDollar: number
  /** English name of the language that most hosts speak. */
  readonly language: string
  /** Landscapes in and near the city. */
  readonly land: readonly Land[]
}

export type Land = 'coast' | 'river' | 'hills'

const ROWS: readonly [string, string, number, number, string, number, string, string][] = [
  ['Paris', 'France', 48.8566, 2.3522, 'EUR', 0.9, 'French', 'river'],
  ['London', 'United Kingdom', 51.5074, -0.1278, 'GBP', 0.8, 'English', 'river'],
  ['Rome', 'Italy', 41.9028, 12.4964, 'EUR', 0.9, 'Italian', 'river hills'],
  ['Barcelona', 'Spain', 41.3874, 2.1686, 'EUR', 0.9, 'Spanish', 'coast hills'],
  ['Lisbon', 'Portugal', 38.7223, -9.1393, 'EUR', 0.9, 'Portuguese', 'coast river hills'],
  ['Berlin', 'Germany', 52.52, 13.405, 'EUR', 0.9, 'German', 'river'],
  ['Amsterdam', 'Netherlands', 52.3676, 4.9041, 'EUR', 0.9, 'Dutch', 'river'],
  ['Kraków', 'Poland', 50.0614, 19.9366, 'PLN', 4, 'Polish', 'river hills'],
  ['Prague', 'Czechia', 50.0755, 14.4378, 'CZK', 23, 'Czech', 'river hills'],
  ['Athens', 'Greece', 37.9838, 23.7275, 'EUR', 0.9, 'Greek', 'coast hills'],
  ['Istanbul', 'Türkiye', 41.0082, 28.9784, 'TRY', 40, 'Turkish', 'coast hills'],
  ['New York', 'United States', 40.7128, -74.006, 'USD', 1, 'English', 'coast river'],
  ['San Francisco', 'United States', 37.7749, -122.4194, 'USD', 1, 'English', 'coast hills'],
  ['Mexico City', 'Mexico', 19.4326, -99.1332, 'MXN', 18, 'Spanish', 'hills'],
  ['Buenos Aires', 'Argentina', -34.6037, -58.3816, 'USD', 1, 'Spanish', 'river'],
  ['Rio de Janeiro', 'Brazil', -22.9068, -43.1729, 'BRL', 5, 'Portuguese', 'coast hills'],
  ['Cape Town', 'South Africa', -33.9249, 18.4241, 'ZAR', 18, 'English', 'coast hills'],
  ['Marrakesh', 'Morocco', 31.6295, -7.9811, 'MAD', 10, 'Arabic', 'hills'],
  ['Tokyo', 'Japan', 35.6762, 139.6503, 'JPY', 150, 'Japanese', 'river'],
  ['Kyoto', 'Japan', 35.0116, 135.7681, 'JPY', 150, 'Japanese', 'river hills'],
  ['Bangkok', 'Thailand', 13.7563, 100.5018, 'THB', 34, 'Thai', 'river'],
  ['Sydney', 'Australia', -33.8688, 151.2093, 'AUD', 1.5, 'English', 'coast'],
]

export const WORLD_CITIES: readonly WorldCity[] = ROWS.map(
  ([city, country, latitude, longitude, currency, perDollar, language, lands]) => {
    const land = lands.split(' ') as Land[] // the table has only landscapes
    return { city, country, latitude, longitude, currency, perDollar, language, land }
  },
)

/** A title, and limits for experiences with this title. */
export interface ExperienceKind {
  readonly type: (typeof EXPERIENCE_TYPES)[number]
  /** `{city}` is replaced by the city's name. */
  readonly title: string
  /** The earliest and latest starting hour. */
  readonly hours: readonly [first: number, last: number]
  readonly minutes: readonly number[]
  /** A landscape that the city must have. */
  readonly needs?: Land
  /** Set if alcohol is served, so that guests must be adults. */
  readonly adults?: true
}

type Limits = Pick<ExperienceKind, 'needs' | 'adults'>
type KindRow = readonly [title: string, first: number, last: number, minutes: readonly number[], limits?: Limits]

const KINDS: Readonly<Record<ExperienceKind['type'], readonly KindRow[]>> = {
  'Art and culture': [
    ['Sketch the rooftops of {city}', 9, 16, [90, 120, 150]],
    ['Studios and murals of {city}', 10, 16, [120, 150, 180]],
    ['A potter’s morning in {city}', 8, 10, [120, 150, 180]],
    ['Print your own poster in {city}', 10, 17, [120, 180]],
    ['Old books and their binders in {city}', 10, 16, [60, 90, 120]],
    ['Photograph {city} in the last light', 17, 19, [90, 120]],
  ],
  'Food and drink': [
    ['Cook a family supper in {city}', 16, 18, [150, 180, 240]],
    ['Market breakfast in {city}', 7, 9, [90, 120]],
    ['Bread, cheese and stories in {city}', 11, 16, [90, 120]],
    ['Bake before sunrise in {city}', 5, 6, [120, 150]],
    ['Five dumplings and their makers in {city}', 12, 18, [120, 150, 180]],
    ['Wine in the cellars of {city}', 17, 20, [90, 120, 150], { adults: true }],
    ['Coffee from bean to cup in {city}', 8, 15, [60, 90]],
  ],
  'Nature and outdoors': [
    ['Birdsong walk around {city}', 6, 8, [120, 150, 180]],
    ['Paddle at dawn near {city}', 5, 6, [120, 150], { needs: 'river' }],
    ['Hills above {city}', 8, 11, [180, 240, 300, 480], { needs: 'hills' }],
    ['Along the shore from {city}', 8, 14, [150, 180, 240], { needs: 'coast' }],
    ['Wild herbs of the parks of {city}', 9, 15, [90, 120]],
    ['Stars above {city}', 20, 21, [90, 120], { needs: 'hills' }],
  ],
  Sightseeing: [
    ['{city} in ten corners', 9, 16, [120, 150, 180]],
    ['The quiet side of {city}', 8, 15, [90, 120, 150]],
    ['{city} after dark', 19, 21, [90, 120]],
    ['Bridges of {city} by boat', 10, 17, [60, 90], { needs: 'river' }],
    ['Courtyards that few see in {city}', 10, 16, [90, 120]],
    ['A whole day with an architect in {city}', 9, 9, [480]],
  ],
  Sports: [
    ['Cycle the ring of {city}', 9, 15, [120, 180, 240]],
    ['Climb with locals in {city}', 9, 17, [120, 150, 180]],
    ['First lessons on a surfboard near {city}', 8, 15, [90, 120, 150], { needs: 'coast' }],
    ['Run the embankments of {city} at sunrise', 5, 7, [45, 60], { needs: 'river' }],
    ['Football in the yards of {city}', 16, 19, [60, 90]],
    ['Row in an eight in {city}', 7, 10, [90, 120], { needs: 'river' }],
  ],
  Wellness: [
    ['Tea and stillness in {city}', 9, 17, [60, 90]],
    ['Slow stretch in a garden of {city}', 7, 11, [60, 90]],
    ['An evening of tea and quiet in {city}', 17, 20, [60, 90, 120]],
    ['Sunrise yoga above {city}', 5, 6, [60, 90]],
    ['Breathe by the water in {city}', 8, 17, [45, 60], { needs: 'river' }],
  ],
  Entertainment: [
    ['Puppets behind the curtain in {city}', 11, 16, [60, 90, 120]],
    ['A night of small stages in {city}', 19, 21, [120, 150, 180]],
    ['Learn three magic tricks in {city}', 14, 18, [60, 90]],
    ['Jazz in a cellar of {city}', 20, 21, [90, 120, 150], { adults: true }],
    ['An afternoon at the old cinema of {city}', 13, 15, [120, 150]],
  ],
  Animals: [
    ['Bees on a roof of {city}', 10, 15, [60, 90, 120]],
    ['A morning with rescue dogs in {city}', 8, 10, [90, 120, 150]],
    ['Walk shelter dogs through {city}', 9, 16, [60, 90]],
    ['Bats over the parks of {city} at dusk', 18, 19, [60, 90]],
  ],
}

export const EXPERIENCE_KINDS: readonly ExperienceKind[] = Object.entries(KINDS).flatMap(([type, rows]) =>
  rows.map(([title, first, last, minutes, limits]): ExperienceKind => {
    // the table has only allowed types
    return { type: type as ExperienceKind['type'], title, hours: [first, last], minutes, ...limits }
  }),
)

/** First and second sentences of the text under a title. */
export const BYLINES = {
  first: entries(`
    Small groups, good shoes, open ears. | Everything you need is provided. | For curious people. | Come with
    questions. | No experience needed. | Led by somebody who has done it for years. | We meet rain or shine.`),
  second: entries(`
    We take our time. | You will leave with something that you made or learned. | Locals come too. | Ask about
    allergies and steps beforehand. | We end near a stop. | Photographs are welcome.`),
} as const
export const INVENTED_EXPERIENCE = 'Invented experience of the sample catalog.'

/** Languages of hosts besides the city's own. */
export const HOST_LANGUAGES = entries(`
  English | Spanish | French | German | Italian | Mandarin | Polish | Japanese`)
