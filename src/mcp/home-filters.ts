import type { Given, Properties } from './arguments.ts'
import { type Constraint, chosen, type Remark } from './constraints.ts'
import { daysBack } from './days.ts'
import {
  ALSO,
  AMENITIES,
  type Choice,
  FLAGS,
  type Kind,
  LISTINGS,
  PETS,
  SPACES,
  TOURS,
  TYPES,
  VIEWS,
} from './home-words.ts'
import { plainNumber, rangeOf } from './ranges.ts'
import { Refusal } from './refusal.ts'

const MONEY_MAX = 1_000_000_000
const DAYS_MAX = 36_500

function least(description: string, maximum = MONEY_MAX): Properties[string] {
  return { type: 'number', minimum: 0, maximum, description }
}

function some(description: string, values: Readonly<Record<string, unknown>>): Properties[string] {
  const names = Object.keys(values)
  return { type: 'array', minItems: 1, maxItems: names.length, items: { type: 'string', enum: names }, description }
}

/** Every filter of a search for homes. */
export const FILTERS: Properties = {
  price_min: least('Dollars: asking price, monthly rent, or sale price.'),
  price_max: least('Likewise.'),
  bedrooms: { type: 'integer', minimum: 0, maximum: 5, description: 'Exactly so many ("3 bedroom"); 0 is a studio.' },
  bedrooms_min: { type: 'integer', minimum: 1, maximum: 20, description: 'At least so many ("3+").' },
  bedrooms_max: { type: 'integer', minimum: 0, maximum: 5, description: 'At most so many.' },
  bathrooms_min: least('At least so many; halves count, e.g. 1.5.', 20),
  home_types: some('Any of these; all if left out.', TYPES),
  sqft_min: least('Living area in square feet.'),
  sqft_max: least('Likewise.'),
  lot_sqft_min: least('Lot in square feet; 1 acre is 43560.'),
  lot_sqft_max: least('Likewise.'),
  year_built_min: { type: 'integer', minimum: 1600, maximum: 2200, description: 'Built in this year or later.' },
  year_built_max: { type: 'integer', minimum: 1600, maximum: 2200, description: 'Built in this year or earlier.' },
  must_have: some('All of these.', { ...AMENITIES, ...FLAGS, ...TOURS }),
  space: { type: 'string', enum: Object.keys(SPACES), description: 'For rent: both if left out.' },
  pets: some('For rent: all of these are allowed.', PETS),
  views: some('At least one of these.', VIEWS),
  parking_min: { type: 'integer', minimum: 1, maximum: 20, description: 'For sale or sold: parking spots.' },
  hoa_max: least('For sale or sold: monthly dues in dollars; homes with unknown dues are left out.', 100_000),
  payment_max: least('For sale: whole monthly cost in dollars on a 30-year loan.'),
  down_payment: least('For sale, with payment_max: dollars.'),
  listed_within_days: {
    type: 'integer',
    minimum: 0,
    maximum: DAYS_MAX,
    description: 'For sale or rent: listed in the last so many days.',
  },
  listed_since: { type: 'string', format: 'date', description: 'For sale or rent: listed on this day or later.' },
  sold_within_days: { type: 'integer', minimum: 0, maximum: DAYS_MAX, description: 'Sold in the last so many days.' },
  sold_since: { type: 'string', format: 'date', description: 'Sold on this day or later.' },
  available_by: {
    type: 'string',
    format: 'date',
    description: 'For rent: free by this day; unknown days are left out.',
  },
  also_status: some('For sale: show these beside active listings.', ALSO),
  listing_kinds: some('For sale: one of these kinds of listing.', LISTINGS),
  keywords: { type: 'string', maxLength: 200, description: 'Words that must all occur in the text of the listing.' },
}

/** Turns the filters that were given into parameters; throws a Refusal where one does not apply to the kind. */
export function filterConstraints(given: Given, kind: Kind, today: string, portal: string): Constraint[] {
  return [
    ...rangeOf(given, { name: 'price', parameter: 'listPriceRange', what: PRICE[kind], unit: ['$', ''] }),
    ...bedrooms(given),
    ...single(given, 'bathrooms_min', (count) => ({
      words: `at least ${count} bathrooms`,
      query: { bathrooms: String(count) },
    })),
    ...types(given, kind),
    ...rangeOf(given, { name: 'sqft', parameter: 'squareFeetRange', what: 'living area', unit: ['', ' sqft'] }),
    ...rangeOf(given, { name: 'lot_sqft', parameter: 'lotSizeRange', what: 'lot', unit: ['', ' sqft'] }),
    ...rangeOf(given, { name: 'year_built', parameter: 'yearBuiltRange', what: 'built', isYear: true }),
    ...needs(given, kind),
    ...spaces(given, kind),
    ...choices(given, kind, { name: 'pets', parameter: 'pets', texts: PETS, kinds: ['for_rent'], joined: ' and ' }),
    ...choices(given, kind, { name: 'views', parameter: 'view', texts: VIEWS, joined: ' or ' }),
    ...choices(given, kind, {
      name: 'also_status',
      parameter: 'propertyStatus',
      texts: ALSO,
      kinds: ['for_sale'],
      joined: ' and ',
    }),
    ...choices(given, kind, {
      name: 'listing_kinds',
      parameter: 'listingTypeOptions',
      texts: LISTINGS,
      kinds: ['for_sale'],
      joined: ' or ',
    }),
    ...costs(given, kind),
    ...days(given, kind, today, portal),
    ...text(given, 'keywords', (words) => ({ words: `text has ${words}`, query: { keywords: words } })),
  ]
}

const PRICE: Readonly<Record<Kind, string>> = { for_sale: 'asking price', for_rent: 'monthly rent', sold: 'sale price' }

type Found = Omit<Constraint, 'argument'>

function single(given: Given, argument: string, make: (value: number) => Found): Constraint[] {
  const value = given.number(argument)
  return value === undefined ? [] : [{ argument, ...make(value) }]
}

function text(given: Given, argument: string, make: (value: string) => Found): Constraint[] {
  const value = given.text(argument)
  return value === undefined ? [] : [{ argument, ...make(value) }]
}

function bedrooms(given: Given): Constraint[] {
  const [exact, min, max] = ['bedrooms', 'bedrooms_min', 'bedrooms_max'].map((name) => given.number(name))
  if (exact !== undefined && (min !== undefined || max !== undefined))
    throw new Refusal('Cannot use bedrooms with bedrooms_min or bedrooms_max: bedrooms means exactly so many.')
  if (min !== undefined && max !== undefined && min > max)
    throw new Refusal(`Cannot use bedrooms_min ${min} with bedrooms_max ${max}: the least is more than the most.`)
  if (exact !== undefined) {
    const words = exact === 0 ? 'studio' : `exactly ${exact} bedrooms`
    return [{ argument: 'bedrooms', words, query: { bed_min: countText(exact), bed_max: countText(exact) } }]
  }
  return [
    ...(min === undefined
      ? []
      : [{ argument: 'bedrooms_min', words: `at least ${min} bedrooms`, query: { bed_min: countText(min) } }]),
    ...(max === undefined
      ? []
      : [{ argument: 'bedrooms_max', words: `at most ${max} bedrooms`, query: { bed_max: countText(max) } }]),
  ]
}

function countText(count: number): string {
  return count === 0 ? 'Studio' : String(count)
}

function types(given: Given, kind: Kind): Constraint[] {
  const names = given.texts('home_types')
  if (names.length === 0) return []
  const texts = new Set(names.map((name) => textFor('home_types', name, TYPES[name], kind)))
  return [{ argument: 'home_types', words: names.join(' or '), query: { homeType: [...texts].join(',') } }]
}

/** What rentals do not tell apart, and so a choice of types takes in. */
export function typeRemarks(given: Given, kind: Kind): Remark[] {
  if (kind !== 'for_rent') return []
  const names = given.texts('home_types')
  const flats = ['condo', 'apartment'].filter((name) => names.includes(name))
  const remarks =
    flats.length === 1
      ? [{ words: flats.join(), why: 'rentals do not tell condos from apartments: both are in the results.' }]
      : []
  if (names.includes('house'))
    remarks.push({
      words: 'house',
      why: 'among rentals, houses with several homes and manufactured homes count as houses.',
    })
  return remarks
}

function textFor(argument: string, name: string, choice: Choice | undefined, kind: Kind): string {
  const found = choice?.[kind]
  if (found !== undefined) return found
  throw new Refusal(
    `Cannot use ${argument} "${name}" with kind ${kind}: such listings do not have it. Leave it out, or ask for another kind.`,
  )
}

function needs(given: Given, kind: Kind): Constraint[] {
  const query: Record<string, string> = {}
  const names = given.texts('must_have')
  const amenities: string[] = []
  const tours: string[] = []
  for (const name of names) {
    const flag = FLAGS[name]
    if (flag !== undefined) {
      requireKind(`must_have "${name}"`, kind, flag.kinds)
      Object.assign(query, flag.query)
    } else if (TOURS[name] !== undefined) tours.push(textFor('must_have', name, TOURS[name], kind))
    else amenities.push(textFor('must_have', name, AMENITIES[name], kind))
  }
  if (amenities.length > 0) query.otherAmenities = amenities.join(',')
  if (tours.length > 0) query.tours = tours.join(',')
  return names.length === 0 ? [] : [{ argument: 'must_have', words: names.join(' and '), query }]
}

function spaces(given: Given, kind: Kind): Constraint[] {
  if (given.has('space')) requireKind('space', kind, ['for_rent'])
  return chosen(given, 'space', 'space', SPACES)
}

interface ChoiceArgument {
  readonly name: string
  readonly parameter: string
  readonly texts: Readonly<Record<string, string>>
  readonly kinds?: readonly Kind[]
  readonly joined: string
}

function choices(given: Given, kind: Kind, { name, parameter, texts, kinds, joined }: ChoiceArgument): Constraint[] {
  const names = given.texts(name)
  if (names.length === 0) return []
  if (kinds !== undefined) requireKind(name, kind, kinds)
  const value = names.map((each) => texts[each]).join(',')
  return [{ argument: name, words: names.join(joined), query: { [parameter]: value } }]
}

function requireKind(what: string, kind: Kind, kinds: readonly Kind[]): void {
  if (kinds.includes(kind)) return
  throw new Refusal(`Cannot use ${what} with kind ${kind}: it works with ${kinds.join(' and ')}.`)
}

function costs(given: Given, kind: Kind): Constraint[] {
  for (const name of ['parking_min', 'hoa_max']) if (given.has(name)) requireKind(name, kind, ['for_sale', 'sold'])
  for (const name of ['payment_max', 'down_payment']) if (given.has(name)) requireKind(name, kind, ['for_sale'])
  if (given.has('down_payment') && !given.has('payment_max'))
    throw new Refusal('Cannot use down_payment without payment_max: it has no effect.')
  return [
    ...single(given, 'parking_min', (count) => ({
      words: `at least ${count} parking spots`,
      query: { parkingSpots: String(count) },
    })),
    ...single(given, 'hoa_max', (dollars) => ({
      words: `known dues of at most $${plainNumber(dollars)} a month`,
      query: { maxHOA: String(Math.floor(dollars)), incIncompleteHOA: 'false' },
    })),
    ...single(given, 'payment_max', (dollars) => ({
      words: `monthly cost of at most $${plainNumber(dollars)}`,
      query: { monthlyPayment: `max:${dollars}` },
    })),
    ...single(given, 'down_payment', (dollars) => ({
      words: `$${plainNumber(dollars)} paid down`,
      query: { downPayment: String(dollars) },
    })),
  ]
}

function days(given: Given, kind: Kind, today: string, portal: string): Constraint[] {
  const listed = daysBack(given, { within: 'listed_within_days', since: 'listed_since' }, today)
  const sold = daysBack(given, { within: 'sold_within_days', since: 'sold_since' }, today)
  if (listed !== undefined) requireKind(listed.argument, kind, ['for_sale', 'for_rent'])
  if (sold !== undefined) requireKind(sold.argument, kind, ['sold'])
  if (given.has('available_by')) requireKind('available_by', kind, ['for_rent'])
  const since = (verb: string, { first, days: count }: { first: string; days: number }) =>
    `${verb} on ${first} or later (${count} days back from today, ${today})`
  return [
    ...(listed
      ? [
          {
            argument: listed.argument,
            words: since('listed', listed),
            query: { [`daysOn${portal}`]: `${listed.days}d` },
          },
        ]
      : []),
    ...(sold ? [{ argument: sold.argument, words: since('sold', sold), query: { soldInLast: `${sold.days}d` } }] : []),
    ...text(given, 'available_by', (day) => ({
      words: `known to be free by ${day}`,
      query: { move_in_date: day, hideNoDateListings: 'true' },
    })),
  ]
}
