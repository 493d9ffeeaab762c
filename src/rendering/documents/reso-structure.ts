import { each, type FieldsOf, flag, listOf, nullable, number, optional, text, whole } from '../../answers/index.ts'
import { squareFeetText } from '../../base/figures.ts'
import type { Home, HomeFacts, HomeType } from '../../model/home.ts'
import { maybeTexts } from '../answer-head.ts'

const TYPE_NAMES: Readonly<Record<HomeType, string>> = {
  SINGLE_FAMILY: 'SingleFamily',
  TOWNHOUSE: 'Townhouse',
  CONDO: 'Condo',
  MULTI_FAMILY: 'MultiFamily',
  APARTMENT: 'Apartment',
  LOT: 'Lot',
  MANUFACTURED: 'Manufactured',
}

const BASEMENTS: Readonly<Record<NonNullable<HomeFacts['basement']>, string>> = {
  none: 'None',
  finished: 'Finished',
  unfinished: 'Unfinished',
  partly_finished: 'Partially finished',
}

export const STRUCTURE = {
  livingArea: nullable(text(), 'With its unit: `1,367 sqft`.'),
  aboveGradeFinishedArea: nullable(text(), 'With its unit.'),
  yearBuilt: optional(whole()),
  ...each(nullable(number()), 'stories', 'storiesTotal'),
  ...maybeTexts('levels', 'architecturalStyle', 'structureType', 'basement', 'roofType'),
  homeType: text('`SingleFamily`, `Townhouse` and the like.'),
  basementYN: nullable(flag()),
  ...each(listOf(text()), 'propertySubType', 'foundationDetails', 'constructionMaterials', 'flooring'),
}

/** The structure of the home. */
export function structure({ homeType, facts }: Home): FieldsOf<typeof STRUCTURE> {
  return {
    livingArea: squareFeetText(facts.livingArea),
    aboveGradeFinishedArea: squareFeetText(facts.aboveGradeFinishedArea),
    ...(facts.yearBuilt !== undefined && { yearBuilt: facts.yearBuilt }),
    stories: facts.storiesTotal ?? null,
    storiesTotal: facts.storiesTotal ?? null,
    levels: levels(facts.storiesTotal),
    homeType: TYPE_NAMES[homeType],
    architecturalStyle: facts.architecturalStyle ?? null,
    structureType: facts.structureType ?? null,
    propertySubType: facts.propertySubType ?? [],
    basement: facts.basement === undefined ? null : BASEMENTS[facts.basement],
    basementYN: facts.basement === undefined ? null : facts.basement !== 'none',
    roofType: facts.roof ?? null,
    foundationDetails: facts.foundation ?? [],
    constructionMaterials: facts.constructionMaterials ?? [],
    flooring: facts.flooring ?? [],
  }
}

/** RESO Levels; a half storey is one cut into by the roof. */
function levels(stories: number | undefined): string | null {
  if (stories === undefined) return null
  if (stories >= 3) return 'Three Or More'
  if (stories >= 2) return 'Two'
  return stories > 1 ? 'One and One Half' : 'One'
}
