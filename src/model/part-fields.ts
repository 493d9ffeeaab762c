import { amount, count, date, field, list, of, oneOf, text, time, webAddress, yesNo } from './field.ts'
import { RECORDED_EVENTS } from './home.ts'

const WITHHELD = 'a row that is not for the public removes what was shown.'

/** Every field of a picture that an import can fill, by RESO's names for Media. */
export const MEDIA_FIELDS = {
  MediaKey: field(text, "The picture's key: a later row with the same key and home replaces an earlier one."),
  MediaURL: field(webAddress, 'Web address of the picture; a picture without one is not shown.'),
  Order: field(amount, 'Position among the pictures of the home; pictures without a position come last.'),
  PreferredPhotoYN: field(yesNo, 'Whether the picture comes first, whatever its position.'),
  ShortDescription: field(text, 'What the picture shows, in a few words.'),
  ImageWidth: field(count, 'Width in pixels.'),
  MediaCategory: field(
    text,
    'Kind of medium: `Photo`, `Property Photo` or `Image`, or empty. Other media are not shown.',
  ),
  MediaStatus: field(text, '`Deleted` or `Inactive`, for a picture that was removed.'),
  Permission: field(list, `Who may see the picture: everybody for \`Public\` or \`IDX\`, or when absent; ${WITHHELD}`),
  MlgCanView: field(yesNo, `Whether it may be shown; ${WITHHELD}`),
  ModificationTimestamp: field(time, 'When the row was last changed. A row never replaces a row with a later time.'),
} as const

/** Every field of an open house that an import can fill, by RESO's names for OpenHouse. */
export const OPEN_HOUSE_FIELDS = {
  OpenHouseKey: field(text, "The open house's key: a later row with the same key replaces an earlier one."),
  OpenHouseStartTime: field(time, 'When the open house begins.'),
  OpenHouseEndTime: field(time, 'When the open house ends.'),
  OpenHouseStatus: field(
    text,
    '`Canceled`, `Ended`, `Deleted` or `Inactive`, for an open house that does not take place.',
  ),
  OpenHouseType: field(text, `Who may come: \`Public\` or \`Livestream Public\`, or all when absent; ${WITHHELD}`),
  MlgCanView: field(yesNo, `Whether it may be shown; ${WITHHELD}`),
  ModificationTimestamp: MEDIA_FIELDS.ModificationTimestamp,
} as const

/** Every field of a recorded event that an import can fill. RESO has no names for them. */
export const RECORDED_EVENT_FIELDS = {
  EventKey: field(
    text,
    "The event's key, such as its document number: a later row with the same key and home replaces an earlier one.",
  ),
  EventType: field(oneOf(RECORDED_EVENTS), 'Kind of event. A notice of sale is a `NoticeOfDefault` too.'),
  RecordingDate: field(date, 'Recording date; for a permit, the date of issue.'),
  EventAmount: field(
    of('dollars', 2),
    'Price of a deed, amount of a mortgage or lien, cost of permitted work, or assessed value; 0 means unknown.',
  ),
  Parties: field(
    list,
    'Names of those who take part. Only names with a word of companies or public bodies, such as Bank or LLC, are stored.',
  ),
  DocumentNumber: field(text, 'Number of the recorded document or of the permit.'),
  ReleasedDocumentNumber: field(
    text,
    'Number of the mortgage or lien that a release ends. Without it, the release ends the oldest one.',
  ),
  EventDescription: field(text, 'Kind of deed, lien or permit, as the source names it.'),
  EventStatus: field(text, 'Status of a permit, as the source names it. `Deleted` or `Inactive` removes the event.'),
  MlgCanView: field(yesNo, `Whether it may be shown; ${WITHHELD}`),
  ModificationTimestamp: MEDIA_FIELDS.ModificationTimestamp,
} as const
