import { AGENT_LANGUAGES, AGENT_SPECIALTIES } from './agent.ts'
import {
  amount,
  count,
  date,
  degrees,
  field,
  list,
  listOf,
  oneOf,
  type RecordOf,
  text,
  webAddress,
  yesNo,
} from './field.ts'

/** Every field of a person that an import can fill; a row may bear a telephone number, an address, or both. */
export const PERSON_FIELDS = {
  FullName: field(text, 'Given name and family name.'),
  BirthDate: field(date, 'Day of birth.'),
  PhoneNumber: field(text, 'A telephone number.'),
  PhoneType: field(oneOf(['Wireless', 'Landline', 'VoIP']), 'Kind of the number; Landline when absent.', 'PhoneNumber'),
  PhoneProvider: field(text, 'Its provider.', 'PhoneNumber'),
  PhoneLastReported: field(date, 'Day on which the number was last reported.', 'PhoneNumber'),
  Emails: field(list, 'Mail addresses.'),
  StreetAddress: field(text, 'House number, street and unit in one line.', 'PostalCode'),
  City: field(text, 'City; when absent, the one that the ZIP belongs to.', 'StreetAddress'),
  StateOrProvince: field(text, 'Two-letter state; when absent, the one that the ZIP lies in.', 'StreetAddress'),
  PostalCode: field(text, 'ZIP or ZIP+4.', 'StreetAddress'),
  CountyOrParish: field(text, 'County; when absent, that of the ZIP.', 'StreetAddress'),
  ResidentFrom: field(date, 'Day from which the person lives or lived there.', 'StreetAddress'),
  ResidentTo: field(date, 'Day until which; absent while the person lives there.', 'StreetAddress'),
  RelativeKeys: field(list, 'Keys of relatives in the same source.'),
  AssociateKeys: field(list, 'Keys of people who are known to the person.'),
} as const

export type PersonRecord = RecordOf<typeof PERSON_FIELDS>

/** Every field of an agent that an import can fill, under RESO's names for a Member; a row may bear one of the reviews. */
export const AGENT_FIELDS = {
  MemberFullName: field(text, 'Name.'),
  MemberUsername: field(text, 'Name in addresses: a-z, 0-9 and -; made of the name and the key when absent.'),
  MemberPreferredPhone: field(text, 'Telephone number.'),
  MemberEmail: field(text, 'Mail address.'),
  MemberStateLicense: field(text, 'Number of the licence.'),
  MemberMlsId: field(text, 'Number at the multiple listing service.'),
  OfficeKey: field(text, 'Key of the office in the offices of the same source.'),
  MemberCity: field(text, 'City.'),
  MemberStateOrProvince: field(text, 'Two-letter state.'),
  TopAgentYN: field(yesNo, 'Whether the source distinguishes the agent.'),
  InBusinessSince: field(count, 'Year.'),
  MemberBio: field(text, 'What the agent says of himself or herself.'),
  Specialties: field(listOf(AGENT_SPECIALTIES), 'What the agent knows most about.'),
  Languages: field(listOf(AGENT_LANGUAGES), 'Languages that the agent speaks, in lower case.'),
  PhotoURL: field(webAddress, 'Address of the picture.'),
  ReviewKey: field(text, "The source's key of a review.", 'ReviewRating', 'ReviewText', 'ReviewDate'),
  ReviewRating: field(count, 'Stars of the review, 1 to 5.', 'ReviewKey'),
  ReviewText: field(text, 'What the review says.', 'ReviewKey'),
  ReviewDate: field(date, 'Day of the review.', 'ReviewKey'),
  ReviewWork: field(text, 'What the agent did for the reviewer.', 'ReviewKey'),
} as const

export type AgentRecord = RecordOf<typeof AGENT_FIELDS>

/** Every field of a brokerage's office that an import can fill, under RESO's names. */
export const OFFICE_FIELDS = {
  OfficeName: field(text, 'Name.'),
  OfficePhone: field(text, 'Telephone number.'),
  OfficeCity: field(text, 'City.'),
  OfficeStateOrProvince: field(text, 'Two-letter state.'),
} as const

export type OfficeRecord = RecordOf<typeof OFFICE_FIELDS>

/** Every field of a school that an import can fill. */
export const SCHOOL_FIELDS = {
  SchoolName: field(text, 'Name.'),
  SchoolLevel: field(oneOf(['Primary', 'Elementary', 'Middle', 'High']), 'Level.'),
  Grades: field(text, 'First and last grade: K-5.'),
  SchoolType: field(oneOf(['Public', 'Private', 'Charter']), 'Who runs it.'),
  City: field(text, 'City.'),
  StateOrProvince: field(text, 'Two-letter state.'),
  Latitude: field(degrees, 'Latitude, north positive.'),
  Longitude: field(degrees, 'Longitude, east positive: negative in the United States.'),
  SchoolDistrict: field(text, 'School district.'),
  Rating: field(amount, 'Rating, 1 to 10.'),
  Pupils: field(count, 'Number of pupils.'),
  StudentsPerTeacher: field(amount, 'Students per teacher.'),
} as const

export type SchoolRecord = RecordOf<typeof SCHOOL_FIELDS>
