import { quote } from '../../../kit/base/sentence.ts'
import type { RecordOf } from '../../../model/field.ts'
import { compact } from '../../../model/field.ts'
import { derivedId } from '../../../model/identity.ts'
import { SCHOOL_FIELDS } from '../../../model/people-fields.ts'
import type { School } from '../../../model/school.ts'
import { stateOfCode } from '../../../places/regions/states.ts'
import { type Check, judge, type Made, made, type Rejection, reject } from '../finding.ts'
import { importNoun } from '../import-noun.ts'
import type { FileContext, RowContent } from '../noun.ts'
import { POINT_CHECK } from '../point-check.ts'
import { editionOf, unlike, withRequired } from '../same-record.ts'
import { type Fills, withUnmapped } from '../unmapped.ts'

type SchoolRecord = RecordOf<typeof SCHOOL_FIELDS>

const REQUIRED = [
  'SchoolName',
  'SchoolLevel',
  'Grades',
  'SchoolType',
  'City',
  'StateOrProvince',
  'Latitude',
  'Longitude',
] as const satisfies readonly (keyof SchoolRecord)[]

export const schools = importNoun({
  noun: 'school',
  plural: 'schools',
  fields: SCHOOL_FIELDS,
  required: REQUIRED,
  keyed: true,
  make: makeSchool,
  id: (school) => school.schoolId,
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
  // the row reader checked the fields' kinds
  const given = withRequired<SchoolRecord, (typeof REQUIRED)[number]>(record, REQUIRED)
  const school = compact<School>({
    schoolId: derivedId('school', source, sourceKey),
    source,
    name: given.SchoolName,
    level: given.SchoolLevel,
    grades: given.Grades,
    type: given.SchoolType,
    point: { latitude: given.Latitude, longitude: given.Longitude },
    city: given.City,
    state: given.StateOrProvince,
    district: given.SchoolDistrict,
    rating: given.Rating,
    size: given.Pupils,
    studentsPerTeacher: given.StudentsPerTeacher,
  })
  return made(school, judge(CHECKS, school))
}
