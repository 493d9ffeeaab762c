import { MAYBE_TEXT } from '../../../kit/answers/answer-head.ts'
import { each, flag, listOf, nullable, number, objectFrom, optional, text, whole } from '../../../kit/answers/index.ts'
import { squareFeetText } from '../../../kit/base/figures.ts'
import type { Home, HomeFacts } from '../../../model/home.ts'
import { HOME_TYPE_NAMES } from '../listing-flags.ts'

const BASEMENTS: Readonly<Record<NonNullable<HomeFacts['basement']>, string>> = {
  none: 'None',
  finished: 'Finished',
  unfinished: 'Unfinished',
  partly_finished: 'Partially finished',
}

const TEXTS = listOf(text())

export const STRUCTURE = objectFrom<Home>()({
  livingArea: [nullable(text(), 'With its unit: `1,367 sqft`.'), ({ facts }) => squareFeetText(facts.livingArea)],
  aboveGradeFinishedArea: [
    nullable(text(), 'With its unit.'),
    ({ facts }) => squareFeetText(facts.aboveGradeFinishedArea),
  ],
  yearBuilt: [optional(whole()), ({ facts }) => facts.yearBuilt],
  ...each([nullable(number()), ({ facts }: Home) => facts.storiesTotal], 'stories', 'storiesTotal'),
  levels: [MAYBE_TEXT, ({ facts }) => levels(facts.storiesTotal)],
  homeType: [text('`SingleFamily`, `Townhouse` and the like.'), ({ homeType }) => HOME_TYPE_NAMES[homeType].fact],
  architecturalStyle: [MAYBE_TEXT, ({ facts }) => facts.architecturalStyle],
  structureType: [MAYBE_TEXT, ({ facts }) => facts.structureType],
  propertySubType: [TEXTS, ({ facts }) => facts.propertySubType ?? []],
  basement: [MAYBE_TEXT, ({ facts }) => facts.basement && BASEMENTS[facts.basement]],
  basementYN: [nullable(flag()), ({ facts }) => facts.basement && facts.basement !== 'none'],
  roofType: [MAYBE_TEXT, ({ facts }) => facts.roof],
  foundationDetails: [TEXTS, ({ facts }) => facts.foundation ?? []],
  constructionMaterials: [TEXTS, ({ facts }) => facts.constructionMaterials ?? []],
  flooring: [TEXTS, ({ facts }) => facts.flooring ?? []],
})

/** Returns the field Levels of RESO. A half story is a story within the roof. */
function levels(stories: number | undefined): string | null {
  if (stories === undefined) return null
  if (stories >= 3) return 'Three Or More'
  if (stories >= 2) return 'Two'
  return stories > 1 ? 'One and One Half' : 'One'
}
