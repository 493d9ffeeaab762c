import { MAYBE_TEXT } from '../../../kit/answers/answer-head.ts'
import {
  type AnswerOf,
  component,
  day,
  flag,
  large,
  listOf,
  nullable,
  number,
  object,
  objectFrom,
  oneOf,
  text,
  whole,
} from '../../../kit/answers/index.ts'
import type { Building, FloorPlan } from '../../../model/building.ts'
import type { Home } from '../../../model/home.ts'
import { marketState } from '../../../model/market-state.ts'
import { streetParts } from '../../../places/addresses/address.ts'
import { homePath } from '../portal-urls.ts'
import { disclosedStreet } from '../shown-address.ts'

/** A unit and its rental listing on the day of the answer. */
interface UnitToday {
  readonly home: Home
  readonly state: ReturnType<typeof marketState>
  /** The listing; undefined unless the unit is for rent now. */
  readonly offer: Home['listing']
}

const UNIT = component(
  'Unit',
  objectFrom<UnitToday>()({
    zpid: [large('Id of the home.'), ({ home }) => home.zpid],
    id: [text('The same id as text.'), ({ home }) => String(home.zpid)],
    unitNumber: [MAYBE_TEXT, ({ home }) => unitNumber(home)],
    beds: [nullable(number()), ({ home }) => home.facts.bedroomsTotal],
    baths: [nullable(number()), ({ home }) => home.facts.bathrooms],
    sqft: [nullable(number(), 'Square feet.'), ({ home }) => home.facts.livingArea],
    price: [
      nullable(number(), 'Monthly rent in dollars; null if the unit is not available.'),
      ({ offer }) => offer?.listPrice,
    ],
    listingType: [
      oneOf(['FOR_RENT', 'FOR_SALE', 'OTHER']),
      ({ state }) => (state === 'FOR_RENT' || state === 'FOR_SALE' ? state : 'OTHER'),
    ],
    available: [flag('Whether the unit is for rent now.'), ({ state }) => state === 'FOR_RENT'],
    availableFrom: [nullable(day()), ({ offer }) => offer?.lease?.availabilityDate],
    hasApprovedThirdPartyVirtualTour: [flag(), ({ home }) => home.listing?.virtualTourUrl !== undefined],
    hdpUrl: [text('Path of the home’s page.'), ({ home }) => homePath(home)],
  }),
)
export type Unit = AnswerOf<typeof UNIT>

interface Units {
  readonly units: readonly Unit[]
}

const RENT = nullable(number(), 'Dollars per month, for the available units.')

/** Rents of the available units in a floor plan or in the whole building. */
const RENTS = objectFrom<Units>()({
  minPrice: [RENT, ({ units }) => lowest(rentsOf(units))],
  maxPrice: [RENT, ({ units }) => highest(rentsOf(units))],
  availableCount: [whole('Available units.'), ({ units }) => units.filter(({ available }) => available).length],
})

function rentsOf(units: readonly Unit[]): readonly number[] {
  return units.flatMap(({ price }) => price ?? [])
}

export function lowest(numbers: readonly number[]): number | null {
  return numbers.length === 0 ? null : Math.min(...numbers)
}

export function highest(numbers: readonly number[]): number | null {
  return numbers.length === 0 ? null : Math.max(...numbers)
}

const BEST_ZPID = nullable(
  text(),
  'Id, as text, of the cheapest available unit, or else of the first unit; null without a unit.',
)

const FLOOR_PLAN = component(
  'FloorPlan',
  objectFrom<Units & { readonly plan: FloorPlan }>()({
    name: [text(), ({ plan }) => plan.name],
    zpid: [BEST_ZPID, ({ units }) => bestOf(units)?.id],
    beds: [number(), ({ plan }) => plan.bedrooms],
    baths: [number(), ({ plan }) => plan.bathrooms],
    sqft: [nullable(number(), 'Square feet.'), ({ plan }) => plan.livingArea],
    ...RENTS.keys,
    availableFrom: [
      nullable(day(), 'The first day on which a unit is available.'),
      ({ units }) => units.flatMap(({ availableFrom }) => availableFrom ?? []).sort()[0],
    ],
    units: [listOf(UNIT), ({ units }) => units],
  }),
)

/** The building's units that are in the catalog, by floor plan and as a list. */
interface Planned extends Units {
  readonly plans: readonly AnswerOf<typeof FLOOR_PLAN>[]
  readonly unitCount: number
}

const SUMMARY = objectFrom<Planned>()({
  unitCount: [whole(), ({ unitCount }) => unitCount],
  availableUnitCount: [whole(), ({ units }) => RENTS.of({ units }).availableCount],
})

export const UNITS = objectFrom<Planned>()({
  unitCount: [whole(), ({ unitCount }) => unitCount],
  ...RENTS.keys,
  rentalUnitsSummary: [SUMMARY, (planned) => SUMMARY.of(planned)],
  zpid: [BEST_ZPID, ({ units }) => bestOf(units)?.id],
  bestMatchedUnit: [
    nullable(object({ zpid: text(), unitNumber: MAYBE_TEXT, hdpUrl: text() }), 'The same unit; null without a unit.'),
    ({ units }) => {
      const best = bestOf(units)
      return best && { zpid: best.id, unitNumber: best.unitNumber, hdpUrl: best.hdpUrl }
    },
  ],
  floorPlans: [listOf(FLOOR_PLAN), ({ plans }) => plans],
  ungroupedUnits: [listOf(UNIT, 'All units, without their plans.'), ({ units }) => units],
})

export function unitsOf({ floorPlans }: Building, homes: ReadonlyMap<number, Home>, nowMs: number): Planned {
  const plans = floorPlans.map((plan) => {
    const planned = plan.units.flatMap((zpid) => homes.get(zpid) ?? [])
    return FLOOR_PLAN.of({ plan, units: planned.map((home) => unit(home, nowMs)) })
  })
  return { plans, units: plans.flatMap(({ units }) => units), unitCount: homes.size }
}

/** Returns the cheapest available unit; on a tie, the first. Returns the first unit if none is available. */
function bestOf(units: readonly Unit[]): Unit | undefined {
  const rank = ({ available, price }: Unit) => (available ? (price ?? Number.MAX_VALUE) : Number.POSITIVE_INFINITY)
  return units.toSorted((one, other) => (rank(one) === rank(other) ? 0 : rank(one) - rank(other)))[0]
}

function unit(home: Home, nowMs: number): Unit {
  const state = marketState(home, nowMs)
  return UNIT.of({ home, state, offer: state === 'FOR_RENT' ? home.listing : undefined })
}

/** Returns null if the address has no unit or must not be shown. */
function unitNumber(home: Home): string | null {
  const door = streetParts(disclosedStreet(home)).unit
  return door === '' ? null : door.toUpperCase()
}
