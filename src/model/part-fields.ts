import { amount, count, field, list, text, time, webAddress, yesNo } from './field.ts'

const WITHHELD = 'a row that is not for the public takes away what was shown.'

/** Every field of a picture that an import can fill, by RESO's names for a Media. */
export const MEDIA_FIELDS = {
  MediaKey: field(text, "The picture's key: among those of its home, a later row of the key replaces an earlier one."),
  MediaURL: field(webAddress, 'Web address of the picture; without one it is not shown.'),
  Order: field(amount, 'Its place among the pictures of the home; those without come last.'),
  PreferredPhotoYN: field(yesNo, 'Whether it comes first, whatever its place.'),
  ShortDescription: field(text, 'What it shows, in a few words.'),
  ImageWidth: field(count, 'Width in pixels.'),
  MediaCategory: field(text, 'Kind of medium: `Photo`, `Property Photo` or `Image`, or none. Others are not shown.'),
  MediaStatus: field(text, '`Deleted` or `Inactive`, for one that is no more.'),
  Permission: field(list, `Who may see it: everybody for \`Public\` or \`IDX\`, or when absent; ${WITHHELD}`),
  MlgCanView: field(yesNo, `Whether it may be shown; ${WITHHELD}`),
  ModificationTimestamp: field(time, 'When the row was last changed: an earlier one replaces none of a later moment.'),
} as const

/** Every field of an open house that an import can fill, by RESO's names for an OpenHouse. */
export const OPEN_HOUSE_FIELDS = {
  OpenHouseKey: field(text, "The open house's key: a later row of the key replaces an earlier one."),
  OpenHouseStartTime: field(time, 'When it begins.'),
  OpenHouseEndTime: field(time, 'When it ends.'),
  OpenHouseStatus: field(text, '`Canceled`, `Ended`, `Deleted` or `Inactive`, for one that does not take place.'),
  OpenHouseType: field(text, `Who may come: \`Public\` or \`Livestream Public\`, or all when absent; ${WITHHELD}`),
  MlgCanView: field(yesNo, `Whether it may be shown; ${WITHHELD}`),
  ModificationTimestamp: MEDIA_FIELDS.ModificationTimestamp,
} as const
