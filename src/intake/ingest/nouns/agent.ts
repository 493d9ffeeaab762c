import { quote } from '../../../kit/base/sentence.ts'
import { foldText } from '../../../kit/names/name-key.ts'
import type { Agent, AgentReview, Office } from '../../../model/agent.ts'
import type { RecordOf } from '../../../model/field.ts'
import { compact } from '../../../model/field.ts'
import { derivedId } from '../../../model/identity.ts'
import { AGENT_FIELDS, OFFICE_FIELDS } from '../../../model/people-fields.ts'
import { type Check, judge, type Made, made, Rejection, reject } from '../finding.ts'
import { importNoun } from '../import-noun.ts'
import type { FileContext, RowContent } from '../noun.ts'
import { editionOf, united, unlike } from '../same-record.ts'
import { type ElementKeys, type Fills, withUnmapped } from '../unmapped.ts'

type AgentRecord = RecordOf<typeof AGENT_FIELDS>
type OfficeRecord = RecordOf<typeof OFFICE_FIELDS>

export const agents = importNoun({
  noun: 'agent',
  plural: 'agents',
  fields: AGENT_FIELDS,
  required: ['MemberFullName'],
  keyed: true,
  make: makeAgent,
  id: (agent) => agent.agentId,
  clash: (one, other) => unlike(one, other, ['reviews']),
  keep: (merged, known, mapped) => withUnmapped(merged, known, AGENT_FILLS, mapped, REVIEW_KEYS),
  merge: (existing, fresh, sameImport) => {
    const rows = editionOf(existing, fresh, sameImport)
    const reviews = united(
      rows.flatMap((row) => row.reviews ?? []),
      (review) => `${review.date} ${review.reviewId}`,
    )
    return { ...rows[0], ...(reviews.length > 0 && { reviews: reviews.toReversed() }) }
  },
})

export const offices = importNoun({
  noun: 'office',
  plural: 'offices',
  fields: OFFICE_FIELDS,
  required: ['OfficeName'],
  keyed: true,
  make: makeOffice,
  id: (office) => office.officeId,
  clash: (one, other) => unlike(one, other),
  keep: (merged, known, mapped) => withUnmapped(merged, known, OFFICE_FILLS, mapped),
  merge: (existing, fresh, sameImport) => editionOf(existing, fresh, sameImport)[0],
})

const AGENT_FILLS: Fills = {
  MemberUsername: 'username',
  MemberPreferredPhone: 'phone',
  MemberEmail: 'email',
  MemberStateLicense: 'licenseNumber',
  MemberMlsId: 'memberMlsId',
  OfficeKey: 'officeId',
  MemberCity: 'city',
  MemberStateOrProvince: 'state',
  TopAgentYN: 'isTopAgent',
  InBusinessSince: 'inBusinessSince',
  MemberBio: 'description',
  Specialties: 'specialties',
  Languages: 'languages',
  PhotoURL: 'photoUrl',
  ReviewKey: 'reviews',
  ReviewWork: 'reviews[].workDescription',
}

const REVIEW_KEYS: ElementKeys = { reviews: ({ reviewId }: AgentReview) => reviewId }

const OFFICE_FILLS: Fills = { OfficePhone: 'phone', OfficeCity: 'city', OfficeStateOrProvince: 'state' }

const CHECKS: readonly Check<Agent>[] = [
  reject('username.form', 'The user name has characters other than a-z, 0-9 and -.', ({ username }) =>
    /^[a-z0-9][a-z0-9-]{0,80}$/i.test(username) ? undefined : `user name ${quote(username)}`,
  ),
  reject('rating.range', 'A review has fewer than 1 or more than 5 stars.', ({ reviews = [] }) =>
    reviews
      .map(({ rating }) => rating)
      .find((rating) => rating < 1 || rating > 5)
      ?.toString(),
  ),
]

function makeAgent({ sourceKey, isId, record }: RowContent, { source }: FileContext): Made<Agent> | Rejection {
  const given: AgentRecord = record // the row reader checked the fields' kinds
  const { MemberFullName, OfficeKey } = given
  if (!MemberFullName) throw new Error('a field that the mapping must fill is missing')
  const reviews = reviewsOf(given, source)
  if (reviews instanceof Rejection) return reviews
  const idOf = (noun: string, key: string) => (isId ? key : derivedId(noun, source, key))
  const agentId = idOf('agent', sourceKey)
  const agent = compact<Agent>({
    agentId,
    source,
    username: given.MemberUsername ?? usernameOf(MemberFullName, source, sourceKey),
    name: MemberFullName,
    phone: given.MemberPreferredPhone,
    email: given.MemberEmail,
    licenseNumber: given.MemberStateLicense,
    memberMlsId: given.MemberMlsId,
    officeId: OfficeKey === undefined ? undefined : idOf('office', OfficeKey),
    city: given.MemberCity,
    state: given.MemberStateOrProvince,
    isTopAgent: given.TopAgentYN === true ? true : undefined,
    inBusinessSince: given.InBusinessSince,
    description: given.MemberBio,
    specialties: given.Specialties,
    languages: given.Languages,
    photoUrl: given.PhotoURL,
    reviews,
  })
  return made(agent, judge(CHECKS, agent))
}

/** The key distinguishes agents with the same name. */
function usernameOf(name: string, source: string, sourceKey: string): string {
  const slug = foldText(name)
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 60)
  return `${slug}-${derivedId('username', source, sourceKey)
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
    .slice(0, 8)}`
}

function reviewsOf(given: AgentRecord, source: string): readonly AgentReview[] | undefined | Rejection {
  const { ReviewKey, ReviewRating, ReviewText, ReviewDate, ReviewWork } = given
  if (ReviewKey === undefined) return undefined
  if (ReviewRating === undefined || ReviewText === undefined || ReviewDate === undefined) {
    return new Rejection('review.half', 'A review needs a rating, a text and a date.', 'one of them is missing')
  }
  const reviewId = derivedId('review', source, ReviewKey)
  const review = { reviewId, rating: ReviewRating, comment: ReviewText, date: ReviewDate }
  return [{ ...review, ...(ReviewWork !== undefined && { workDescription: ReviewWork }) }]
}

function makeOffice({ sourceKey, isId, record }: RowContent, { source }: FileContext): Made<Office> {
  // the row reader checked the fields' kinds
  const { OfficeName, OfficePhone, OfficeCity, OfficeStateOrProvince }: OfficeRecord = record
  if (!OfficeName) throw new Error('a field that the mapping must fill is missing')
  const office = compact<Office>({
    officeId: isId ? sourceKey : derivedId('office', source, sourceKey),
    source,
    name: OfficeName,
    phone: OfficePhone,
    city: OfficeCity,
    state: OfficeStateOrProvince,
  })
  return { record: office, findings: [] }
}
