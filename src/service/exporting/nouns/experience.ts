import { EXPERIENCE_FIELDS } from '../../../model/experience-fields.ts'
import { columnFor } from '../column.ts'
import { exportedFields } from '../exported-noun.ts'

const { SlotDate, SlotTime, SeatsLeft, ...FIELDS } = EXPERIENCE_FIELDS

export const exportedExperiences = exportedFields({
  noun: 'experience',
  plural: 'experiences',
  id: { name: 'ExperienceId', kind: 'text' },
  idOf: ({ experienceId }) => experienceId,
  fields: FIELDS,
  readers: {
    GuestsMax: ({ maxGuests }) => maxGuests,
    HostId: ({ host }) => host.id,
    HostName: ({ host }) => host.name,
    SuperhostYN: ({ host }) => host.isSuperhost,
    Latitude: ({ point }) => point?.latitude,
    Longitude: ({ point }) => point?.longitude,
    PhotoURLs: ({ photos }) => photos,
  },
  pointOf: ({ point }) => point,
  list: {
    name: 'Slots',
    columns: Object.entries({ SlotDate, SlotTime, SeatsLeft }).map(([name, field]) => columnFor(name, field)),
    of: ({ slots }) => slots.map(({ date, startTime, seatsLeft }) => [date, startTime, seatsLeft]),
  },
})
