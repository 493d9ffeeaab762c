import { atLeast, defaulted, flag, listOf, oneOf, optional } from '../../../../kit/params/index.ts'
import type { HomeFlag } from '../../../../model/home-columns.ts'
import { AGENT_NEED, agentNumber, agentSeveral } from '../../agent-words.ts'
import { codesOf, othersOf, type ValueWords } from '../../filter-words.ts'
import { all, between, each, filter, flagged, none, some } from './family.ts'
import { FOR_RENT, FOR_SALE_OR_SOLD } from './listing-status.ts'
import { valuesBy } from './values-by-status.ts'

const SPOTS: ReadonlyMap<string, number> = new Map([
  ['Any', Number.NEGATIVE_INFINITY],
  ['OnePlus', 1],
  ['TwoPlus', 2],
  ['ThreePlus', 3],
  ['FourPlus', 4],
])

type Values = Readonly<Record<string, ValueWords & { readonly code: HomeFlag }>>

const BASEMENTS: ReadonlyMap<string, readonly HomeFlag[]> = new Map<string, readonly HomeFlag[]>([
  ['No', []],
  ['Yes_Finished', ['basementFinished']],
  ['Yes_Unfinished', ['basementUnfinished']],
  ['Yes_Both', ['basementFinished', 'basementUnfinished']],
])

const PETS: Values = {
  'Allow large dogs': {
    code: 'largeDogs',
    also: ['Large dogs'],
    url: 'ldog onlyRentalLargeDogsAllowed',
  },
  'Allow small dogs': {
    code: 'smallDogs',
    also: ['Small dogs'],
    url: 'sdog onlyRentalSmallDogsAllowed',
  },
  'Allow cats': { code: 'cats', also: ['Cats'], url: 'cat onlyRentalCatsAllowed' },
}

const AMENITIES: Values = {
  'Must have A/C': {
    code: 'cooling',
    also: ['A/C', 'Must have AC', 'AC'],
    url: 'ac hasAirConditioning hasCooling',
    agent: 'air_conditioning',
  },
  'Must have pool': { code: 'pool', also: ['Pool'], url: 'pool hasPool', agent: 'pool' },
  Waterfront: { code: 'waterfront', url: 'wat isWaterfront', agent: 'waterfront' },
}
const RENTAL_AMENITIES: Values = {
  ...AMENITIES,
  'On-site Parking': { code: 'onSiteParking', url: 'os parka onlyRentalParkingAvailable', agent: 'on_site_parking' },
  'In-unit Laundry': { code: 'inUnitLaundry', url: 'lau onlyRentalInUnitLaundry', agent: 'in_unit_laundry' },
  'Accepts {Portal} Applications': { code: 'acceptsApplications', url: 'app onlyRentalAcceptsApplications' },
  'Income Restricted': {
    code: 'incomeRestricted',
    url: 'inc ir isIncomeRestricted onlyRentalIncomeRestricted onlyRentalIncomeRestrictedHousingType',
    agent: 'income_restricted',
  },
  'Apartment Community': { code: 'apartmentCommunity', url: 'fmfb onlyRentalFeaturedMultiFamilyBuilding' },
}
const amenities = listOf(codesOf(RENTAL_AMENITIES), { also: othersOf(RENTAL_AMENITIES) })

const VIEWS: Values = {
  City: { code: 'viewCity', url: 'cityv isCityView', agent: 'city' },
  Mountain: { code: 'viewMountain', url: 'mouv isMountainView', agent: 'mountain' },
  Park: { code: 'viewPark', url: 'parkv isParkView', agent: 'park' },
  Water: { code: 'viewWater', url: 'watv isWaterView', agent: 'water' },
}

const SALE_FLAGS: ReadonlySet<HomeFlag> = new Set(codesOf(AMENITIES).values())

const BY_STATUS = valuesBy('otherAmenities', amenities, {
  For_Sale: [...SALE_FLAGS],
  Sold: [...SALE_FLAGS],
  For_Rent: [...codesOf(RENTAL_AMENITIES).values()],
})

export const features = each(
  'What it has',
  {
    parkingSpots: filter(
      defaulted(atLeast(SPOTS), 'Any', 'Minimum number of parking spots.', FOR_SALE_OR_SOLD),
      (min) => between('parkingSpots', min, Number.POSITIVE_INFINITY),
      {
        label: 'Parking spots, at least',
        agent: agentNumber('parking_min', 'at least # parking spots', 'For sale or sold: parking spots.', {
          isWhole: true,
          min: 1,
          max: 20,
        }),
      },
    ),
    haveGarage: flagged(
      'garage',
      'If true, only homes with a garage.',
      { label: 'Garage', agent: AGENT_NEED, values: { true: { url: 'gar hasGarage', agent: 'garage' } } },
      FOR_SALE_OR_SOLD,
    ),
    mustHaveBasement: filter(
      defaulted(oneOf(BASEMENTS), 'No', 'Homes with a finished basement, an unfinished one, or either (Yes_Both).'),
      some,
      {
        label: 'Basement',
        agent: AGENT_NEED,
        values: { Yes_Both: { agent: 'basement' } },
        phrases: [
          ['Yes_Unfinished', 'unfinished basements?'],
          ['Yes_Finished', 'finished basements?'],
          ['Yes_Both', 'basements?'],
        ],
      },
    ),
    singleStoryOnly: flagged('singleStory', 'If true, only single-story homes.', {
      label: 'Single story',
      group: 'Rooms and size',
      agent: AGENT_NEED,
      values: { true: { url: 'sto singleStory', agent: 'single_story' } },
      phrases: [['true', '(?:single|one|1)[- ](?:stor(?:y|ey|ies)|level|floor)(?: only)?']],
    }),
    hide55plusComm: filter(
      optional(flag, 'If true, no homes in communities for people over 55.', FOR_SALE_OR_SOLD),
      (given) => (given ? none(['seniorCommunity']) : undefined),
      {
        label: 'No 55+ communities',
        agent: AGENT_NEED,
        values: { true: { agent: 'not_55_plus' } },
        phrases: [
          [
            'true',
            '(?:no|not|non|without|hide|exclude) (?:a |an |in a )?(?:55 ?(?:\\+|plus)|over[- ]55|senior|age[- ]restricted)(?: (?:communit(?:y|ies)|housing|living))?',
          ],
        ],
      },
    ),
    pets: filter(
      optional(
        listOf(codesOf(PETS), { also: othersOf(PETS) }),
        'Pets that must be allowed, separated by commas.',
        FOR_RENT,
      ),
      all,
      {
        agent: agentSeveral('pets', 'and', 'For rent: all of these are allowed.', {
          cats: 'Allow cats',
          small_dogs: 'Allow small dogs',
          large_dogs: 'Allow large dogs',
        }),
        values: PETS,
        phrases: [
          [
            'Allow large dogs',
            '(?:(?:allows?|accepts?) )?(?:large|big) dogs?(?: (?:allowed|ok|okay|friendly|welcome))?',
          ],
          ['Allow small dogs', '(?:(?:allows?|accepts?) )?small dogs?(?: (?:allowed|ok|okay|friendly|welcome))?'],
          ['Allow cats', '(?:(?:allows?|accepts?) )?cats?(?:[- ](?:allowed|ok|okay|friendly|welcome))?'],
          [
            'Allow large dogs,Allow small dogs',
            '(?:(?:allows?|accepts?) )?dogs?(?:[- ](?:allowed|ok|okay|friendly|welcome))?',
            { doubt: 'read as dogs of any size.' },
          ],
        ],
      },
    ),
    otherAmenities: filter(
      optional(
        amenities,
        `Amenities that the home must have, separated by commas. For rent: ${Object.keys(RENTAL_AMENITIES).join(', ')}; otherwise: ${Object.keys(AMENITIES).join(', ')}. Apartment Community means a unit of a building, of whatever type.`,
      ),
      (given, { listingClass }) =>
        all(listingClass === 'For_Rent' ? given : given.filter((feature) => SALE_FLAGS.has(feature))),
      {
        label: 'Amenities',
        agent: AGENT_NEED,
        values: RENTAL_AMENITIES,
        phrases: [
          ['Must have pool', '(?:private |swimming |in-?ground |heated )*pools?'],
          ['Must have A/C', '(?:central )?(?:a/c|ac|air[- ]?con(?:ditioning|ditioned|ditioner)?|central air)'],
          ['Waterfront', 'water-?front'],
          [
            'Waterfront',
            '(?:lake|ocean|river|beach|bay)-?front|on (?:the|a) (?:lake|water|river)',
            { doubt: 'read as waterfront of any kind.' },
          ],
          [
            'In-unit Laundry',
            '(?:in-?(?: |-)?unit|in-?home) (?:laundry|washers?(?:(?: and |/| & | )dryers?)?)|(?:laundry|washers?(?: and |/| & )dryers?|w/d) in (?:the )?unit|washers?(?: and |/| & )dryers?|w/d',
          ],
          ['Accepts {Portal} Applications', '(?:accepts?|accepting|online) applications'],
          ['Income Restricted', 'income[- ]restricted|low[- ]income'],
          ['Apartment Community', 'apartment (?:communit(?:y|ies)|complex(?:es)?)'],
        ],
      },
    ),
    view: filter(
      optional(listOf(codesOf(VIEWS)), 'Views, separated by commas; the home has at least one of them.'),
      some,
      {
        agent: agentSeveral('views', 'or', 'At least one of these.'),
        values: VIEWS,
        phrases: [
          [
            'Water',
            '(?:water|ocean|lake|sea|river|bay|beach)[- ]?views?|views? of (?:the )?(?:water|ocean|lake|sea|river|bay)',
          ],
          ['Mountain', 'mountain[- ]?views?|views? of (?:the )?mountains?'],
          ['City', '(?:city|skyline)[- ]?views?|views? of (?:the )?(?:city|skyline)'],
          ['Park', 'park[- ]?views?|views? of (?:the |a )?park'],
        ],
      },
    ),
  },
  [BY_STATUS],
)
