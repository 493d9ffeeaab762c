import { AGENT_LANGUAGES, AGENT_SPECIALTIES } from './agent.ts'
import { amount, count, date, degrees, field, list, listOf, oneOf, text, webAddress, yesNo } from './field.ts'

/** Every person field that an import can fill. A row may have a phone number, an address or both. */
export const PERSON_FIELDS = {
  FullName: field(text, 'Given and family name.'),
  BirthDate: field(date, 'Day of birth.'),
  PhoneNumber: field(text, 'A phone number.'),
  PhoneType: field(
    oneOf(['Wireless', 'Landline', 'VoIP']),
    'Kind of phone number; Landline when absent.',
    'PhoneNumber',
  ),
  PhoneProvider: field(text, 'Provider of the phone number.', 'PhoneNumber'),
  PhoneLastReported: field(date, 'Date the number was last reported.', 'PhoneNumber'),
  Emails: field(list, 'Email addresses.'),
  StreetAddress: field(text, 'House number, street and unit on one line.', 'PostalCode'),
  City: field(text, "City; the ZIP's city when absent.", 'StreetAddress'),
  StateOrProvince: field(text, "Two-letter state; the ZIP's state when absent.", 'StreetAddress'),
  PostalCode: field(text, 'ZIP or ZIP+4.', 'StreetAddress'),
  CountyOrParish: field(text, "County; the ZIP's county when absent.", 'StreetAddress'),
  ResidentFrom: field(date, 'Move-in date of the person.', 'StreetAddress'),
  ResidentTo: field(date, 'Move-out date; empty while the person lives there.', 'StreetAddress'),
  RelativeKeys: field(list, 'Keys of relatives among the persons of the same source.'),
  AssociateKeys: field(list, 'Keys of associates among the persons of the same source.'),
} as const

/** Every agent field that an import can fill, by RESO's names for a Member. A row may have one review. */
export const AGENT_FIELDS = {
  MemberFullName: field(text, 'Name.'),
  MemberUsername: field(text, 'User name in URLs: a-z, 0-9 and -; derived from name and key when absent.'),
  MemberPreferredPhone: field(text, 'Phone number.'),
  MemberEmail: field(text, 'Email address.'),
  MemberStateLicense: field(text, 'License number.'),
  MemberMlsId: field(text, "Agent's number at the multiple listing service."),
  OfficeKey: field(text, "The office's key among the offices of the same source."),
  MemberCity: field(text, 'City.'),
  MemberStateOrProvince: field(text, 'Two-letter state.'),
  TopAgentYN: field(yesNo, 'Whether the source marks the agent as outstanding.'),
  InBusinessSince: field(count, 'Year the agent started in business.'),
  MemberBio: field(text, "The agent's self-description."),
  Specialties: field(listOf(AGENT_SPECIALTIES), "The agent's specialties."),
  Languages: field(listOf(AGENT_LANGUAGES), 'Languages that the agent speaks, in lower case.'),
  PhotoURL: field(webAddress, 'Web address of the photo.'),
  ReviewKey: field(text, "The source's key for a review.", 'ReviewRating', 'ReviewText', 'ReviewDate'),
  ReviewRating: field(count, 'Star rating of the review, 1 to 5.', 'ReviewKey'),
  ReviewText: field(text, 'Text of the review.', 'ReviewKey'),
  ReviewDate: field(date, 'Date of the review.', 'ReviewKey'),
  ReviewWork: field(text, 'What the agent did for the reviewer.', 'ReviewKey'),
} as const

/** Every office field that an import can fill, by RESO's names. */
export const OFFICE_FIELDS = {
  OfficeName: field(text, 'Name.'),
  OfficePhone: field(text, 'Phone number.'),
  OfficeCity: field(text, 'City.'),
  OfficeStateOrProvince: field(text, 'Two-letter state.'),
} as const

export const SCHOOL_FIELDS = {
  SchoolName: field(text, 'Name.'),
  SchoolLevel: field(oneOf(['Primary', 'Elementary', 'Middle', 'High']), 'School level.'),
  Grades: field(text, 'Lowest and highest grade: K-5.'),
  SchoolType: field(oneOf(['Public', 'Private', 'Charter']), 'Who runs the school.'),
  City: field(text, 'City.'),
  StateOrProvince: field(text, 'Two-letter state.'),
  Latitude: field(degrees, 'Latitude, north positive.'),
  Longitude: field(degrees, 'Longitude, east positive: negative in the United States.'),
  SchoolDistrict: field(text, 'School district.'),
  Rating: field(amount, 'Rating, 1 to 10.'),
  Pupils: field(count, 'Number of pupils.'),
  StudentsPerTeacher: field(amount, 'Students per teacher.'),
} as const
