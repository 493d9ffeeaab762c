import { quote } from '../../../kit/base/sentence.ts'
import { compact } from '../../../model/field.ts'
import { derivedId } from '../../../model/identity.ts'
import { SCHOOL_FIELDS, type SchoolRecord } from '../../../model/people-fields.ts'
import type { School } from '../../../model/school.ts'
import { stateOfCode } from '../../../places/regions/states.ts'
import { type Check, judge, type Made, made, type Rejection, reject } from '../finding.ts'
import { importNoun } from '../import-noun.ts'
import type { FileContext, RowContent } from '../noun.ts'
import { POINT_CHECK } from '../point-check.ts'
import { editionOf, ofAnotherSource, unlike } from '../same-record.ts'
import { type Fills, withUnmapped } from '../unmapped.ts'

export const schools = importNoun({
  noun: 'school',
  plural: 'schools',
  fields: SCHOOL_FIELDS,
  required: ['SchoolName', 'SchoolLevel', 'Grades', 'SchoolType', 'City', 'StateOrProvince', 'Latitude', 'Longitude'],
  keyed: true,
  make: makeSchool,
  id: (school) => school.schoolId,
  named: ({ sourceKey }, source) => derivedId('school', source, sourceKey),
  holder: () => '', // ids derive from source and key, so no two sources share one
  taken: ({ schoolId }) => ofAnotherSource('The school', schoolId, 'another'),
  clash: (one, other) => unlike(one, other),
  keep: (merged, known, mapped) => withUnmapped(merged, known, FILLS, mapped),
  merge: (existing, fresh, sameImport) => editionOf(existing, fresh, sameImport)[0],
})

const FILLS: Fills = {
  SchoolDistrict: 'district',
  Rating: 'rating',
  Pupils: 'size',
  StudentsPerTeacher: 'studentsPerTeacher',
}

const CHECKS: readonly Check<School>[] = [
  POINT_CHECK,
  reject('state.known', 'The state is not two capital letters.', ({ state }) =>
    stateOfCode(state) ? undefined : `state ${quote(state)}`,
  ),
  reject('rating.range', 'The rating is not between 1 and 10.', ({ rating = 1 }) =>
    rating >= 1 && rating <= 10 ? undefined : `rating ${rating}`,
  ),
]

function makeSchool({ sourceKey, record }: RowContent, { source }: FileContext): Made<School> | Rejection {
  const given: SchoolRecord = record // the fields and their kinds are the table's
  const { SchoolName, SchoolLevel, Grades, SchoolType, City, StateOrProvince, Latitude, Longitude } = given
  if (!SchoolName || !SchoolLevel || !Grades || !SchoolType || !City || !StateOrProvince) throw REQUIRED
  if (Latitude === undefined || Longitude === undefined) throw REQUIRED
  const school = compact<School>({
    schoolId: derivedId('school', source, sourceKey),
    source,
    name: SchoolName,
    level: SchoolLevel,
    grades: Grades,
    type: SchoolType,
    point: { latitude: Latitude, longitude: Longitude },
    city: City,
    state: StateOrProvince,
    district: given.SchoolDistrict,
    rating: given.Rating,
    size: given.Pupils,
    studentsPerTeacher: given.StudentsPerTeacher,
  })
  return made(school, judge(CHECKS, school))
}

const REQUIRED = new Error('a field required of the mapping is missing')
