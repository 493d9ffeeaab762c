import { LISTING_CLASSES, type ListingClass } from '../../../../model/home-columns.ts'
import { all, some, when } from '../filters/family.ts'
import { addressFilters, inOrder } from '../filters/index.ts'
import { COUNT, meaningOf, quantity } from './amounts.ts'
import { asking, type Finding, valued, type Wish, withoutEffect } from './finding.ts'
import { type Match, phrase, type Sentence } from './sentence.ts'

/** Filters, in the order in which the sentence is searched for their phrases. */
const ORDER = `tours listingTypeOptions listingType propertyStatus mustHaveBasement singleStoryOnly view otherAmenities pets
  space hide55plusComm`

/**
 * Functions that find the phrases for values of filters. If only one class of listings, such as rentals, has a value,
 * its phrase implies this class.
 */
const READERS = inOrder(ORDER).flatMap(([parameter, { phrases = [] }]) =>
  phrases.map(([text, pattern, more]) => {
    const [only, ...others] = LISTING_CLASSES.filter((each) => isOf(each, parameter, text))
    const implied = only !== undefined && others.length === 0 ? { implies: only } : {}
    return { pattern: phrase(pattern), found: { asks: () => ({ parameter, text }), ...implied, ...more } }
  }),
)

function isOf(listingClass: ListingClass, parameter: string, text: string): boolean {
  const { parameters, rules } = addressFilters
  const fitting = rules.find((rule) => rule.fitting?.parameter === parameter)?.fitting?.texts
  const applies = parameters[parameter]?.only?.values.includes(listingClass) ?? true
  return applies && (fitting?.[listingClass]?.includes(text) ?? true)
}

/** Features without a filter. They occur only in descriptions and lists of features, so a keyword search finds them. */
const BY_KEYWORD =
  'fireplaces?|granite|quartz|marble|stainless|hardwoods?|fenced|decks?|patios?|balcon(?:y|ies)|porch(?:es)?|sauna|hot tub|jacuzzi|spa|gym|elevators?|doorman|solar|workshop|barn|greenhouse|garden|sunroom|loft|furnished|wheelchair|skylights?|island|walk-in closets?|guest house|in-law suite|wine cellar|home office|cul-de-sac|corner lot|gated|gated community|rv parking|boat dock|dock|ev charger'

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

/** Words such as "no" or "without a". No filter can exclude homes with a feature. */
const NEGATION =
  /(?:^|[^a-z0-9])(?:no|not|without|except|excluding|minus|(?:don't|doesn't|do not|does not|dont|doesnt)(?: (?:want|need|have|like))?)(?: (?:a|an|any|the|in))*[ -]$/

export function isNegated(sentence: Sentence, start: number): Match | undefined {
  const before = sentence.free.slice(0, start)
  const negation = NEGATION.exec(before)
  return negation ? { words: negation[0].trim(), groups: {}, start: negation.index, end: start } : undefined
}

/** Reads all matches of a pattern. A negated match has no effect, which the answer reports. */
export function unlessNegated(
  sentence: Sentence,
  pattern: RegExp,
  read: (match: Match) => Finding | readonly Finding[],
): readonly Finding[] {
  const findings: Finding[] = []
  for (let match = sentence.find(pattern); match; match = sentence.find(pattern)) {
    const negation = isNegated(sentence, match.start)
    const words = sentence.takeSpan(negation?.start ?? match.start, match.end)
    if (negation) findings.push(withoutEffect(words.replace(/^[\s,.;]+/, ''), 'no filter excludes homes that have it.'))
    else findings.push(...[read({ ...match, words })].flat())
  }
  return findings
}

export function features(sentence: Sentence): readonly Finding[] {
  return [
    ...READERS.flatMap(({ pattern, found }) => unlessNegated(sentence, pattern, ({ words }) => ({ words, ...found }))),
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

/** Puts several words in quotes, as a phrase. */
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
  if (!Number.isFinite(min)) return withoutEffect(match.words, 'no filter has a maximum number of parking spots.')
  // 0 would set no condition, so the minimum becomes minus infinity
  return valued(match.words, 'parkingSpots', min === 0 ? Number.NEGATIVE_INFINITY : min)
}

/** Rentals have a yes-or-no value for parking, homes for sale a number of spots. */
function parkingOf(words: string): Finding {
  return {
    words,
    asks: (listingClass) =>
      listingClass === 'For_Rent'
        ? { parameter: 'otherAmenities', text: 'On-site Parking' }
        : { parameter: 'parkingSpots', text: 'OnePlus' },
  }
}
