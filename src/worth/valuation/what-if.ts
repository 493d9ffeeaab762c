import type { Catalog } from '../../catalog/ports/catalog.ts'
import type { Home, HomeFacts } from '../../model/home.ts'
import type { HomeInput } from '../estimator/home-inputs.ts'
import { LACKS } from '../estimator/lack.ts'
import { TRAITS, type Trait } from '../estimator/likeness.ts'
import { comparablesOf } from './comparables.ts'
import { modelValues, type SourcedValue } from './sourced-values.ts'

/** Facts that callers can change, each with its key in the record. */
const KEYS = {
  bedroomsTotal: 'bedroomsTotal',
  bathroomsTotal: 'bathrooms',
  livingArea: 'livingArea',
  lotSize: 'lotSizeSquareFeet',
  yearBuilt: 'yearBuilt',
  yearRenovated: 'yearRenovated',
  qualityGrade: 'qualityGrade',
  conditionGrade: 'conditionGrade',
} as const satisfies Readonly<Record<string, keyof HomeFacts>>

export type ChangeableFact = keyof typeof KEYS
export const CHANGEABLE_FACTS = Object.keys(KEYS) as readonly ChangeableFact[] // Object.keys loses the type

export type FactChanges = Readonly<Partial<Record<ChangeableFact, number | undefined>>>

export function factOf({ facts }: Pick<Home, 'facts'>, fact: ChangeableFact): number | undefined {
  return facts[KEYS[fact]]
}

/** Returns a copy of the home with some facts changed, and other facts adapted to them. */
export function changedHome(home: Home, changes: FactChanges): Home {
  let { facts } = home
  for (const fact of CHANGEABLE_FACTS) {
    const to = changes[fact]
    if (to !== undefined && to !== factOf(home, fact))
      facts = { ...facts, [KEYS[fact]]: to, ...following(facts, fact, to) }
  }
  return { ...home, facts }
}

/** Returns other facts that must change too. Living area is added above ground; 2.5 bathrooms are 2 full and 1 half. */
function following(facts: HomeFacts, fact: ChangeableFact, to: number): Partial<HomeFacts> {
  const { bathroomsFull, bathroomsHalf, aboveGradeFinishedArea, livingArea } = facts
  if (fact === 'bathroomsTotal')
    return {
      ...(bathroomsFull !== undefined && { bathroomsFull: Math.floor(to) }),
      ...(bathroomsHalf !== undefined && { bathroomsHalf: Math.ceil(to) - Math.floor(to) }),
    }
  if (fact === 'livingArea' && aboveGradeFinishedArea !== undefined && livingArea !== undefined)
    return { aboveGradeFinishedArea: Math.max(0, aboveGradeFinishedArea + to - livingArea) }
  return {}
}

export interface WhatIf {
  /** The value without the changes, by the same model as `after`; undefined if the model has none. */
  readonly before: SourcedValue | undefined
  /** The value with the changes; undefined if the model has none. */
  readonly after: SourcedValue | undefined
  /** Changed facts without effect, because neither the estimator nor any comparable sale has them. */
  readonly unknown: readonly ChangeableFact[]
}

/**
 * Estimates a home with and without changes, by Plat's estimator or else by comparable sales, which are chosen again
 * for the changed home. Published values are not used, because they do not reflect the changes.
 */
export async function whatIf(home: Home, changes: FactChanges, asOfDay: number, catalog: Catalog): Promise<WhatIf> {
  const [asIs, changed, estimator] = await Promise.all([
    comparablesOf(home, asOfDay, catalog),
    comparablesOf(changedHome(home, changes), asOfDay, catalog),
    catalog.estimators.of('price', home.address.state, asOfDay),
  ])
  const befores = modelValues(asIs)
  const afters = modelValues(changed)
  const after = afters.find(({ kind }) => befores.some((each) => each.kind === kind)) ?? afters[0]
  const before = after === undefined ? befores[0] : befores.find(({ kind }) => kind === after.kind)
  const lack = after?.kind === 'estimated' ? LACKS.indexOf(changed.estimate?.without ?? 'nothing') : undefined
  const hasEffect = (fact: ChangeableFact) => {
    const input = inputOf(fact)
    if (lack !== undefined && estimator?.dependsOn(input, lack)) return true
    return isTrait(input) && changed.comparisons.some(({ traits }) => !Number.isNaN(traits[input]))
  }
  return { before, after, unknown: CHANGEABLE_FACTS.filter((fact) => !hasEffect(fact)) }
}

/** Returns the name of the fact as an input of the estimator. */
function inputOf(fact: ChangeableFact): HomeInput {
  if (fact === 'bedroomsTotal') return 'bedrooms'
  return fact === 'bathroomsTotal' ? 'bathrooms' : fact
}

function isTrait(input: HomeInput): input is HomeInput & Trait {
  return (TRAITS as readonly string[]).includes(input)
}
