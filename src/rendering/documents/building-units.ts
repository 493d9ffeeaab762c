import { streetParts } from '../../addresses/address.ts'
import {
  type AnswerOf,
  component,
  day,
  each,
  flag,
  large,
  listOf,
  nullable,
  number,
  object,
  oneOf,
  text,
  whole,
} from '../../answers/index.ts'
import type { Building, FloorPlan } from '../../model/building.ts'
import type { Home } from '../../model/home.ts'
import { marketState } from '../../model/market-state.ts'
import { MAYBE_TEXT } from '../answer-head.ts'
import { homePath } from '../portal-urls.ts'
import { disclosedStreet } from '../shown-address.ts'

const UNIT = component(
  'Unit',
  object({
    zpid: large('Id of the home.'),
    id: text('The same id as a text.'),
    unitNumber: MAYBE_TEXT,
    ...each(nullable(number()), 'beds', 'baths'),
    sqft: nullable(number(), 'Square feet.'),
    price: nullable(number(), 'Monthly rent in dollars; null if the unit is not available.'),
    listingType: oneOf(['FOR_RENT', 'FOR_SALE', 'OTHER']),
    available: flag('For rent now.'),
    availableFrom: nullable(day()),
    hasApprovedThirdPartyVirtualTour: flag(),
    hdpUrl: text('Path of the home’s page.'),
  }),
)
export type Unit = AnswerOf<typeof UNIT>

/** What is free, of a plan or of the whole building. */
const RENTS = {
  ...each(nullable(number(), 'Of the available units, in dollars per month.'), 'minPrice', 'maxPrice'),
  availableCount: whole('Available units.'),
}

const FLOOR_PLAN = component(
  'FloorPlan',
  object({
    name: text(),
    zpid: nullable(text(), 'Id of its cheapest available unit, else of its first one, as a text; null without a unit.'),
    beds: number(),
    baths: number(),
    sqft: nullable(number(), 'Square feet.'),
    ...RENTS,
    availableFrom: nullable(day(), 'The first day on which a unit is available.'),
    units: listOf(UNIT),
  }),
)

export const UNITS = {
  unitCount: whole(),
  ...RENTS,
  rentalUnitsSummary: object({ unitCount: whole(), availableUnitCount: whole() }),
  zpid: nullable(text(), 'Id of its cheapest available unit, else of its first one, as a text; null without a unit.'),
  bestMatchedUnit: nullable(
    object({ zpid: text(), unitNumber: MAYBE_TEXT, hdpUrl: text() }),
    'The same unit; null without a unit.',
  ),
  floorPlans: listOf(FLOOR_PLAN),
  ungroupedUnits: listOf(UNIT, 'Every unit once more, without its plan.'),
}

/** The units that the catalogue has, by plan and by themselves. */
export function unitsOf({ floorPlans }: Building, homes: ReadonlyMap<number, Home>, nowMs: number) {
  const plans = floorPlans.map((plan) => floorPlan(plan, homes, nowMs))
  const units = plans.flatMap((plan) => plan.units)
  const best = bestOf(units)
  const rents = rentsOf(units)
  return {
    unitCount: homes.size,
    ...rents,
    rentalUnitsSummary: { unitCount: homes.size, availableUnitCount: rents.availableCount },
    zpid: best?.id ?? null,
    bestMatchedUnit: best ? { zpid: best.id, unitNumber: best.unitNumber, hdpUrl: best.hdpUrl } : null,
    floorPlans: plans,
    ungroupedUnits: units,
  }
}

/** A plan with its units. */
function floorPlan(plan: FloorPlan, homes: ReadonlyMap<number, Home>, nowMs: number): AnswerOf<typeof FLOOR_PLAN> {
  const units = plan.units.flatMap((zpid) => {
    const home = homes.get(zpid)
    return home ? [unit(home, nowMs)] : []
  })
  const days = units.flatMap(({ availableFrom }) => availableFrom ?? [])
  return {
    name: plan.name,
    zpid: bestOf(units)?.id ?? null,
    beds: plan.bedrooms,
    baths: plan.bathrooms,
    sqft: plan.livingArea ?? null,
    ...rentsOf(units),
    availableFrom: days.toSorted()[0] ?? null,
    units,
  }
}

function rentsOf(units: readonly Unit[]) {
  const free = units.filter(({ available }) => available)
  const rents = free.flatMap(({ price }) => price ?? [])
  return {
    minPrice: rents.length > 0 ? Math.min(...rents) : null,
    maxPrice: rents.length > 0 ? Math.max(...rents) : null,
    availableCount: free.length,
  }
}

/** The cheapest available unit, ties in order; else the first. */
function bestOf(units: readonly Unit[]): Unit | undefined {
  const rank = ({ available, price }: Unit) => (available ? (price ?? Number.MAX_VALUE) : Number.POSITIVE_INFINITY)
  return units.toSorted((one, other) => (rank(one) === rank(other) ? 0 : rank(one) - rank(other)))[0]
}

function unit(home: Home, nowMs: number): Unit {
  const state = marketState(home, nowMs)
  const available = state === 'FOR_RENT'
  return {
    zpid: home.zpid,
    id: String(home.zpid),
    unitNumber: unitNumber(home),
    beds: home.facts.bedroomsTotal ?? null,
    baths: home.facts.bathrooms ?? null,
    sqft: home.facts.livingArea ?? null,
    price: available ? (home.listing?.listPrice ?? null) : null,
    listingType: state === 'FOR_RENT' || state === 'FOR_SALE' ? state : 'OTHER',
    available,
    availableFrom: available ? (home.listing?.lease?.availabilityDate ?? null) : null,
    hasApprovedThirdPartyVirtualTour: home.listing?.virtualTourUrl !== undefined,
    hdpUrl: homePath(home),
  }
}

/** Null when the address names no unit, or may not be shown. */
function unitNumber(home: Home): string | null {
  const door = streetParts(disclosedStreet(home)).unit
  return door === '' ? null : door.toUpperCase()
}
