import type { EXPERIENCE_TYPES } from '../../model/experience-words.ts'

export interface WorldCity {
  readonly city: string
  readonly country: string
  readonly latitude: number
  readonly longitude: number
  readonly currency: string
  /** What a dollar's worth costs there, in the city's currency. */
  readonly perDollar: number
  /** English name of the language that most hosts speak. */
  readonly language: string
}

type Row = [string, string, number, number, string, number, string]

const ROWS: readonly Row[] = [
  ['Paris', 'France', 48.8566, 2.3522, 'EUR', 0.9, 'French'],
  ['London', 'United Kingdom', 51.5074, -0.1278, 'GBP', 0.8, 'English'],
  ['Rome', 'Italy', 41.9028, 12.4964, 'EUR', 0.9, 'Italian'],
  ['Barcelona', 'Spain', 41.3874, 2.1686, 'EUR', 0.9, 'Spanish'],
  ['Lisbon', 'Portugal', 38.7223, -9.1393, 'EUR', 0.9, 'Portuguese'],
  ['Berlin', 'Germany', 52.52, 13.405, 'EUR', 0.9, 'German'],
  ['Amsterdam', 'Netherlands', 52.3676, 4.9041, 'EUR', 0.9, 'Dutch'],
  ['Kraków', 'Poland', 50.0614, 19.9366, 'PLN', 4, 'Polish'],
  ['Prague', 'Czechia', 50.0755, 14.4378, 'CZK', 23, 'Czech'],
  ['Athens', 'Greece', 37.9838, 23.7275, 'EUR', 0.9, 'Greek'],
  ['Istanbul', 'Türkiye', 41.0082, 28.9784, 'TRY', 40, 'Turkish'],
  ['New York', 'United States', 40.7128, -74.006, 'USD', 1, 'English'],
  ['San Francisco', 'United States', 37.7749, -122.4194, 'USD', 1, 'English'],
  ['Mexico City', 'Mexico', 19.4326, -99.1332, 'MXN', 18, 'Spanish'],
  ['Buenos Aires', 'Argentina', -34.6037, -58.3816, 'USD', 1, 'Spanish'],
  ['Rio de Janeiro', 'Brazil', -22.9068, -43.1729, 'BRL', 5, 'Portuguese'],
  ['Cape Town', 'South Africa', -33.9249, 18.4241, 'ZAR', 18, 'English'],
  ['Marrakesh', 'Morocco', 31.6295, -7.9811, 'MAD', 10, 'Arabic'],
  ['Tokyo', 'Japan', 35.6762, 139.6503, 'JPY', 150, 'Japanese'],
  ['Kyoto', 'Japan', 35.0116, 135.7681, 'JPY', 150, 'Japanese'],
  ['Bangkok', 'Thailand', 13.7563, 100.5018, 'THB', 34, 'Thai'],
  ['Sydney', 'Australia', -33.8688, 151.2093, 'AUD', 1.5, 'English'],
]

export const WORLD_CITIES: readonly WorldCity[] = ROWS.map(
  ([city, country, latitude, longitude, currency, perDollar, language]) => ({
    city,
    country,
    latitude,
    longitude,
    currency,
    perDollar,
    language,
  }),
)

/** Kinds of experiences with the titles that they go by; `{city}` is filled in. */
export const EXPERIENCE_KINDS: readonly (readonly [
  type: (typeof EXPERIENCE_TYPES)[number],
  titles: readonly string[],
])[] = [
  [
    'Art and culture',
    ['Sketch the rooftops of {city}', 'Studios and murals of {city}', 'A potter’s morning in {city}'],
  ],
  [
    'Food and drink',
    ['Cook a family supper in {city}', 'Market breakfast in {city}', 'Bread, cheese and stories in {city}'],
  ],
  ['Nature and outdoors', ['Birdsong walk around {city}', 'Paddle at dawn near {city}', 'Hills above {city}']],
  ['Sightseeing', ['{city} in ten corners', 'The quiet side of {city}', '{city} after dark']],
  ['Sports', ['Cycle the ring of {city}', 'Climb with locals in {city}', 'First lessons on a board in {city}']],
  ['Wellness', ['Tea and stillness in {city}', 'Slow stretch in a garden of {city}', 'A bathhouse evening in {city}']],
  ['Entertainment', ['Puppets behind the curtain in {city}', 'A night of small stages in {city}']],
  ['Animals', ['Bees on a roof of {city}', 'A morning with rescue dogs in {city}']],
]

export const BYLINES: readonly string[] = [
  'Small groups, good shoes, open ears. Invented experience of the sample catalogue.',
  'Everything you need is provided. Invented experience of the sample catalogue.',
  'For curious people of any age. Invented experience of the sample catalogue.',
]

/** Beside the city's own. */
export const HOST_LANGUAGES = [
  'English',
  'Spanish',
  'French',
  'German',
  'Italian',
  'Mandarin',
  'Polish',
  'Japanese',
] as const
