import { HOME_TYPES, type Home, type HomeFacts } from '../../model/home.ts'
import { coolingOf, heatingOf } from '../../model/real-features.ts'
import { type Traits, traitsFrom } from './likeness.ts'

const BASEMENTS: readonly HomeFacts['basement'][] = ['none', 'unfinished', 'partly_finished', 'finished']

type Read = (home: Pick<Home, 'homeType' | 'facts' | 'address' | 'point'>) => number | undefined

/** Reads each input of the estimator from a home, as a number. */
const INPUTS = {
  latitude: ({ point }) => point?.latitude,
  longitude: ({ point }) => point?.longitude,
  homeType: ({ homeType }) => HOME_TYPES.indexOf(homeType),
  livingArea: ({ facts }) => facts.livingArea,
  lotSize: ({ facts }) => facts.lotSizeSquareFeet,
  bedrooms: ({ facts }) => facts.bedroomsTotal,
  bathrooms: ({ facts }) => facts.bathrooms,
  yearBuilt: ({ facts }) => year(facts.yearBuilt),
  qualityGrade: ({ facts }) => facts.qualityGrade,
  conditionGrade: ({ facts }) => facts.conditionGrade,
  viewGrade: ({ facts }) => facts.viewGrade,
  waterfront: ({ facts }) => yesNo(facts.waterfront),
  yearRenovated: ({ facts }) => year(facts.yearRenovated),
  storiesTotal: ({ facts }) => facts.storiesTotal,
  aboveGradeFinishedArea: ({ facts }) => facts.aboveGradeFinishedArea,
  belowGradeFinishedArea: ({ facts }) => facts.belowGradeFinishedArea,
  belowGradeUnfinishedArea: ({ facts }) => facts.belowGradeUnfinishedArea,
  basementArea: ({ facts }) =>
    facts.basementArea ?? sumOf(facts.belowGradeFinishedArea, facts.belowGradeUnfinishedArea),
  basement: ({ facts }) => (facts.basement === undefined ? undefined : BASEMENTS.indexOf(facts.basement)),
  bathroomsFull: ({ facts }) => facts.bathroomsFull,
  bathroomsHalf: ({ facts }) => facts.bathroomsHalf,
  garageSpaces: ({ facts }) => facts.garageSpaces,
  garageArea: ({ facts }) => facts.garageArea,
  attachedGarage: ({ facts }) => yesNo(facts.attachedGarage),
  carportSpaces: ({ facts }) => facts.carportSpaces,
  parkingTotal: ({ facts }) => facts.parkingTotal,
  associationFee: ({ facts }) => facts.associationFee,
  seniorCommunity: ({ facts }) => yesNo(facts.seniorCommunity),
  cooling: ({ facts }) => yesNo(coolingOf(facts)),
  heating: ({ facts }) => yesNo(heatingOf(facts)),
  fireplacesTotal: ({ facts }) => facts.fireplacesTotal,
  privatePool: ({ facts }) => yesNo(facts.privatePool),
  spa: ({ facts }) => yesNo(facts.spa),
  views: ({ facts }) => facts.views?.length,
  furnished: ({ facts }) => yesNo(facts.furnished),
  inUnitLaundry: ({ facts }) => yesNo(facts.inUnitLaundry),
  walkScore: ({ facts }) => facts.walkScore,
  transitScore: ({ facts }) => facts.transitScore,
  zipcode: ({ address }) => (address.zipcode === '' ? undefined : Number(address.zipcode)),
} as const satisfies Readonly<Record<string, Read>>

export type HomeInput = keyof typeof INPUTS

/** Names of the inputs, in the estimator's order. */
export const HOME_INPUTS = Object.keys(INPUTS) as readonly HomeInput[] // Object.keys loses the type

const READS: readonly Read[] = Object.values(INPUTS)

/** Returns the inputs of a home. NaN if the record has no value or an impossible value. */
export function homeInputs(home: Parameters<Read>[0]): Float32Array {
  return Float32Array.from(READS, (read) => read(home) ?? Number.NaN).map((input) =>
    Number.isFinite(input) ? input : Number.NaN,
  )
}

/** Returns undefined for numbers that cannot be years. 0 often means an unknown year. */
function year(fact: number | undefined): number | undefined {
  return fact !== undefined && fact >= 1600 && fact <= 2200 ? fact : undefined
}

const AT = Object.fromEntries(HOME_INPUTS.map((name, i) => [name, i])) as Readonly<Record<HomeInput, number>> // one each

/** Returns the index of an input in `HOME_INPUTS`. */
export function inputAt(name: HomeInput): number {
  return AT[name]
}

/**
 * Reads the traits by which homes are compared.
 * @param start Where the home begins in `inputs`.
 */
export function traitsIn(inputs: ArrayLike<number>, start = 0): Traits {
  const inputOf = (name: HomeInput) => inputs[start + AT[name]] ?? Number.NaN
  return traitsFrom(inputOf, inputOf('waterfront') === 1 ? 1 : 0)
}

/** Undefined only if both numbers are unknown. */
function sumOf(one: number | undefined, other: number | undefined): number | undefined {
  return one === undefined && other === undefined ? undefined : (one ?? 0) + (other ?? 0)
}

function yesNo(fact: boolean | undefined): number | undefined {
  return fact === undefined ? undefined : Number(fact)
}
