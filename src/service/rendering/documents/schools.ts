import { greatCircleM } from '../../../catalog/engine/great-circle.ts'
import { component, each, flag, listOf, nullable, number, objectFrom, text } from '../../../kit/answers/index.ts'
import { rounded } from '../../../kit/base/figures.ts'
import type { HomeFacts, Point } from '../../../model/home.ts'
import type { School } from '../../../model/school.ts'
import { METERS_PER_MILE } from '../../../worth/valuation/disagreements.ts'

/** A school, with its distance from a home or a building. */
interface SchoolFrom {
  readonly school: School
  readonly from: Point
  readonly facts: HomeFacts
}

const ASSIGNED = nullable(flag(), 'Null if the source does not say which schools the home is assigned to.')

const SCHOOL = component(
  'School',
  objectFrom<SchoolFrom>()({
    name: [text(), ({ school }) => school.name],
    rating: [nullable(number(), '1 to 10.'), ({ school }) => school.rating],
    level: [text('`Primary`, `Elementary`, `Middle` or `High`.'), ({ school }) => school.level],
    grades: [text('`K-5`'), ({ school }) => school.grades],
    type: [text('`Public`, `Private` or `Charter`.'), ({ school }) => school.type],
    distance: [
      number('Distance in miles, in a straight line.'),
      ({ school: { point }, from }) =>
        rounded(greatCircleM(from.longitude, from.latitude, point.longitude, point.latitude) / METERS_PER_MILE, 1),
    ],
    link: [nullable(text()), () => null],
    size: [nullable(number(), 'Pupils.'), ({ school }) => school.size],
    studentsPerTeacher: [nullable(number()), ({ school }) => school.studentsPerTeacher],
    totalCount: [nullable(number()), () => null],
    ...each([ASSIGNED, isAssigned], 'assigned', 'isAssigned'),
  }),
)

export const SCHOOLS = listOf(SCHOOL, 'Nearest first.')

export function shownSchools(schools: readonly School[], from: Point, facts: HomeFacts) {
  return schools.map((school) => SCHOOL.of({ school, from, facts }))
}

function isAssigned({ school: { level, name }, facts }: SchoolFrom): boolean | null {
  const assigned =
    { High: facts.highSchool, Middle: facts.middleOrJuniorSchool }[level as string] ?? facts.elementarySchool
  return assigned === undefined ? null : assigned === name
}
