import { type AnswerOf, component, each, flag, listOf, nullable, number, object, text } from '../../answers/index.ts'
import { rounded } from '../../base/figures.ts'
import type { HomeFacts, Point } from '../../model/home.ts'
import type { School } from '../../model/school.ts'
import { MAYBE_TEXT } from '../answer-head.ts'
import { distanceMiles } from './distance.ts'
import type { Gathered } from './gathered.ts'

const SCHOOL = component(
  'School',
  object({
    name: text(),
    rating: nullable(number(), '1 to 10.'),
    level: text('`Primary`, `Elementary`, `Middle` or `High`.'),
    grades: text('`K-5`'),
    type: text('`Public`, `Private` or `Charter`.'),
    distance: number('Miles as the crow flies.'),
    link: MAYBE_TEXT,
    size: nullable(number(), 'Pupils.'),
    studentsPerTeacher: nullable(number()),
    totalCount: nullable(number()),
    ...each(
      nullable(flag(), 'Null if the source does not say which schools the home is assigned to.'),
      'assigned',
      'isAssigned',
    ),
  }),
)

export const SCHOOLS = listOf(SCHOOL, 'Nearest first.')

export function schoolsAround({ home, place, schools }: Gathered): AnswerOf<typeof SCHOOLS> {
  return schools.map((school) => shownSchool(school, place.point, home.facts))
}

/** Those of the schools that the facts name. */
export function assignedSchools(schools: readonly School[], from: Point, facts: HomeFacts): AnswerOf<typeof SCHOOLS> {
  return schools.map((school) => shownSchool(school, from, facts)).filter(({ assigned }) => assigned === true)
}

function shownSchool(school: School, from: Point, facts: HomeFacts): AnswerOf<typeof SCHOOL> {
  const assigned = isAssigned(school, facts)
  return {
    name: school.name,
    rating: school.rating ?? null,
    level: school.level,
    grades: school.grades,
    type: school.type,
    distance: rounded(distanceMiles(from, school.point), 1),
    link: null,
    size: school.size ?? null,
    studentsPerTeacher: school.studentsPerTeacher ?? null,
    totalCount: null,
    assigned,
    isAssigned: assigned,
  }
}

function isAssigned({ level, name }: School, facts: HomeFacts): boolean | null {
  const assigned =
    { High: facts.highSchool, Middle: facts.middleOrJuniorSchool }[level as string] ?? facts.elementarySchool
  return assigned === undefined ? null : assigned === name
}
