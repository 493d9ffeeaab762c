import type { HomeFacts, Point } from '../../model/home.ts'
import type { School } from '../../model/school.ts'
import { distanceMiles } from '../distance.ts'
import { rounded } from '../figures.ts'
import type { Gathered } from './gathered.ts'

/** The nearest schools; `distance` in miles as the crow flies. */
export function schoolsAround({ home, place, schools }: Gathered) {
  return { schools: schools.map((school) => shownSchool(school, place.point, home.facts)) }
}

function shownSchool(school: School, from: Point, facts: HomeFacts) {
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

/** Null when the source does not say which schools of this level the home is assigned to. */
function isAssigned({ level, name }: School, facts: HomeFacts): boolean | null {
  const assigned =
    { High: facts.highSchool, Middle: facts.middleOrJuniorSchool }[level as string] ?? facts.elementarySchool
  return assigned === undefined ? null : assigned === name
}
