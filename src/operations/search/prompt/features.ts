import type { ListingClass } from '../../../model/home-columns.ts'
import { all, some, when } from '../filters/family.ts'
import { parkingConditions } from '../filters/features.ts'
import { COUNT, meaningOf, quantity } from './amounts.ts'
import { asking, type Finding, type Wish, withoutEffect } from './finding.ts'
import { type Match, phrase, type Sentence } from './sentence.ts'

interface Feature {
  readonly words: string
  readonly parameter: string
  readonly text: string
  readonly doubt?: string
  readonly implies?: ListingClass
  readonly isPlain?: true
}

function feature(parameter: string, text: string, words: string, more: Partial<Feature> = {}): Feature {
  return { parameter, text, words, ...more }
}

const RENTED = { implies: 'For_Rent' } as const
const BESIDE = { implies: 'For_Sale', doubt: 'such listings are shown beside the active ones.' } as const
const SALE = { implies: 'For_Sale' } as const

/** Phrases for what a home has, and the value of the shared filter that each stands for. Longer phrases first. */
const FEATURES: readonly Feature[] = [
  feature('tours', 'Must have open house', 'open ?-?houses?(?: scheduled| listings)?', SALE),
  feature('tours', 'Must have 3D Tour', '(?:3-?d|360|matterport)(?: virtual)? (?:home )?tours?'),
  feature('tours', 'Must have 3D Tour', 'virtual tours?', { doubt: 'read as a 3D tour.' }),
  feature('listingTypeOptions', 'Pre-foreclosures', 'pre-? ?foreclosures?', SALE),
  feature('listingTypeOptions', 'Foreclosed', 'foreclosed(?: homes?)?|bank[- ]owned|reos?', SALE),
  feature('listingTypeOptions', 'Fore-closures', 'foreclosures?', SALE),
  feature('listingTypeOptions', 'Auctions', '(?:at |up for )?auctions?', SALE),
  feature(
    'listingTypeOptions',
    'New Construction',
    'new(?:ly)?[- ](?:construction|builds?|built|constructed)|brand[- ]new',
    SALE,
  ),
  feature('listingTypeOptions', 'Owner Posted', '(?:for sale )?by (?:the )?owners?|fsbos?|owner[- ]posted', SALE),
  feature('listingType', 'By_Agent', '(?:for sale )?by (?:an )?agents?|agent[- ]listed', SALE),
  feature('propertyStatus', 'Coming soon', 'coming[- ]soon', BESIDE),
  feature('propertyStatus', 'Pending & under contract', 'pending|under contract', BESIDE),
  feature('propertyStatus', 'Accepting backup offers', 'accepting backup offers|backup offers', BESIDE),
  feature('mustHaveBasement', 'Yes_Unfinished', 'unfinished basements?'),
  feature('mustHaveBasement', 'Yes_Finished', 'finished basements?'),
  feature('mustHaveBasement', 'Yes_Both', 'basements?'),
  feature('singleStoryOnly', 'true', '(?:single|one|1)[- ](?:stor(?:y|ey|ies)|level|floor)(?: only)?'),
  feature(
    'view',
    'Water',
    '(?:water|ocean|lake|sea|river|bay|beach)[- ]?views?|views? of (?:the )?(?:water|ocean|lake|sea|river|bay)',
  ),
  feature('view', 'Mountain', 'mountain[- ]?views?|views? of (?:the )?mountains?'),
  feature('view', 'City', '(?:city|skyline)[- ]?views?|views? of (?:the )?(?:city|skyline)'),
  feature('view', 'Park', 'park[- ]?views?|views? of (?:the |a )?park'),
  feature('otherAmenities', 'Must have pool', '(?:private |swimming |in-?ground |heated )*pools?'),
  feature(
    'otherAmenities',
    'Must have A/C',
    '(?:central )?(?:a/c|ac|air[- ]?con(?:ditioning|ditioned|ditioner)?|central air)',
  ),
  feature('otherAmenities', 'Waterfront', 'water-?front'),
  feature('otherAmenities', 'Waterfront', '(?:lake|ocean|river|beach|bay)-?front|on (?:the|a) (?:lake|water|river)', {
    doubt: 'read as waterfront of any kind.',
  }),
  feature(
    'otherAmenities',
    'In-unit Laundry',
    '(?:in-?(?: |-)?unit|in-?home) (?:laundry|washers?(?:(?: and |/| & | )dryers?)?)|(?:laundry|washers?(?: and |/| & )dryers?|w/d) in (?:the )?unit|washers?(?: and |/| & )dryers?|w/d',
    RENTED,
  ),
  feature('otherAmenities', 'Accepts {Portal} Applications', '(?:accepts?|accepting|online) applications', RENTED),
  feature('otherAmenities', 'Income Restricted', 'income[- ]restricted|low[- ]income', RENTED),
  feature('otherAmenities', 'Apartment Community', 'apartment (?:communit(?:y|ies)|complex(?:es)?)', RENTED),
  feature(
    'pets',
    'Allow large dogs',
    '(?:(?:allows?|accepts?) )?(?:large|big) dogs?(?: (?:allowed|ok|okay|friendly|welcome))?',
    RENTED,
  ),
  feature(
    'pets',
    'Allow small dogs',
    '(?:(?:allows?|accepts?) )?small dogs?(?: (?:allowed|ok|okay|friendly|welcome))?',
    RENTED,
  ),
  feature('pets', 'Allow cats', '(?:(?:allows?|accepts?) )?cats?(?:[- ](?:allowed|ok|okay|friendly|welcome))?', RENTED),
  feature(
    'pets',
    'Allow large dogs,Allow small dogs',
    '(?:(?:allows?|accepts?) )?dogs?(?:[- ](?:allowed|ok|okay|friendly|welcome))?',
    { ...RENTED, doubt: 'read as dogs of any size.' },
  ),
  feature('space', 'Room', 'rooms? (?:for|to) rent', { ...RENTED, isPlain: true }),
  feature('space', 'Room', 'private rooms?|room only', RENTED),
  feature('space', 'Entire Place', '(?:entire|whole) (?:place|home|house|apartment)', RENTED),
  feature(
    'hide55plusComm',
    'true',
    '(?:no|not|non|without|hide|exclude) (?:a |an |in a )?(?:55 ?(?:\\+|plus)|over[- ]55|senior|age[- ]restricted)(?: (?:communit(?:y|ies)|housing|living))?',
  ),
]

/** What only descriptions and lists of features tell: found by keywords. */
const BY_KEYWORD =
  'fireplaces?|granite|quartz|marble|stainless|hardwoods?|fenced|decks?|patios?|balcon(?:y|ies)|porch(?:es)?|sauna|hot tub|jacuzzi|spa|gym|elevators?|doorman|solar|workshop|barn|greenhouse|garden|sunroom|loft|furnished|wheelchair|skylights?|island|walk-in closets?|guest house|in-law suite|wine cellar|home office|cul-de-sac|corner lot|gated|gated community|rv parking|boat dock|dock|ev charger'

const READERS = FEATURES.map((one) => ({ one, pattern: phrase(one.words) }))
const KEYWORDS = phrase(BY_KEYWORD)
const PETS = phrase('(?:allows? |accepts? )?pets?(?:[- ](?:friendly|allowed|ok|okay|welcome))?')
const SENIORS = phrase(
  '(?:55 ?(?:\\+|plus)|over[- ]55|senior|age[- ]restricted|active adult)(?: (?:communit(?:y|ies)|housing|living|homes))?|55 ?\\+',
)
const GARAGE_CARS = quantity(COUNT, { after: ' ?-?(?:car|bay|stall|vehicle)s?(?: attached| detached)?[ -]garages?' })
const GARAGE_FOR = quantity(COUNT, { before: 'garages? for ', after: ' (?:cars|vehicles)' })
const GARAGE = phrase('(?:attached |detached )?garages?')
const SPOTS = quantity(COUNT, { after: ' ?-?(?:parking|car|garage)?[ -](?:spots?|spaces?|places?|stalls?)' })
const PARKING = phrase('(?:on-?site |off-?street |assigned |covered )?parking(?: spot| space)?')
const SPOTS_LISTED = ['Any', 'OnePlus', 'TwoPlus', 'ThreePlus', 'FourPlus']

/** "no", "without a", and the like: no filter leaves out homes that have something. */
const NEGATION =
  /(?:^|[^a-z0-9])(?:no|not|without|except|excluding|minus|(?:don't|doesn't|do not|does not|dont|doesnt)(?: (?:want|need|have|like))?)(?: (?:a|an|any|the|in))*[ -]$/

export function isNegated(sentence: Sentence, start: number): Match | undefined {
  const before = sentence.free.slice(0, start)
  const found = NEGATION.exec(before)
  return found ? { words: found[0].trim(), groups: {}, start: found.index, end: start } : undefined
}

/** Everything that a pattern finds; where it is negated, it is told to have no effect. */
export function unlessNegated(
  sentence: Sentence,
  pattern: RegExp,
  read: (match: Match) => Finding | readonly Finding[],
): readonly Finding[] {
  const found: Finding[] = []
  for (let match = sentence.find(pattern); match; match = sentence.find(pattern)) {
    const negation = isNegated(sentence, match.start)
    const words = sentence.takeSpan(negation?.start ?? match.start, match.end)
    if (negation) found.push(withoutEffect(words.replace(/^[\s,.;]+/, ''), 'no filter leaves out what has it.'))
    else found.push(...[read({ ...match, words })].flat())
  }
  return found
}

export function features(sentence: Sentence): readonly Finding[] {
  return [
    ...READERS.flatMap(({ one, pattern }) => unlessNegated(sentence, pattern, ({ words }) => findingOf(words, one))),
    ...unlessNegated(sentence, PETS, ({ words }) => petsOf(words)),
    ...unlessNegated(sentence, SENIORS, ({ words }) => seniorsOf(words)),
    ...unlessNegated(sentence, KEYWORDS, ({ words }) => asking(words, 'keywords', quoted(words))),
    ...[GARAGE_CARS, GARAGE_FOR].flatMap((pattern) =>
      unlessNegated(sentence, pattern, (match) => [garage(match.words), spotsOf(match)]),
    ),
    ...unlessNegated(sentence, GARAGE, ({ words }) => garage(words)),
    ...unlessNegated(sentence, SPOTS, spotsOf),
    ...unlessNegated(sentence, PARKING, ({ words }) => parkingOf(words)),
  ]
}

function findingOf(words: string, { parameter, text, doubt, implies, isPlain }: Feature): Finding {
  return { words, asks: () => ({ parameter, text }), doubt, ...(implies && { implies }), ...(isPlain && { isPlain }) }
}

/** Several words are a phrase. */
function quoted(words: string): string {
  return /\s|-/.test(words) ? `"${words.replaceAll('"', '')}"` : words
}

function petsOf(words: string): Finding {
  const conditions = when('pets', some(['largeDogs', 'smallDogs', 'cats']))
  const wish: Wish = { parameter: 'pets', text: 'any of them', conditions }
  return { words, asks: () => wish, implies: 'For_Rent' }
}

function seniorsOf(words: string): Finding {
  const conditions = when('hide55plusComm', all(['seniorCommunity']))
  return { words, asks: () => ({ parameter: 'hide55plusComm', text: 'only such communities', conditions }) }
}

function garage(words: string): Finding {
  return asking(words, 'haveGarage', 'true')
}

function spotsOf(match: Match): Finding {
  const { min } = meaningOf(match)
  if (!Number.isFinite(min)) return withoutEffect(match.words, 'no filter has a highest number of parking spots.')
  const listed = SPOTS_LISTED[min]
  if (listed !== undefined) return asking(match.words, 'parkingSpots', listed)
  const conditions = parkingConditions(min)
  return { words: match.words, asks: () => ({ parameter: 'parkingSpots', text: `${min}+`, conditions }) }
}

/** Rentals have a flag for it, homes for sale a number of spots. */
function parkingOf(words: string): Finding {
  return {
    words,
    asks: (listingClass) =>
      listingClass === 'For_Rent'
        ? { parameter: 'otherAmenities', text: 'On-site Parking' }
        : { parameter: 'parkingSpots', text: 'OnePlus' },
  }
}
