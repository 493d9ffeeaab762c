import type { RecordCards } from '../../catalog/cards.ts'
import type { Experience } from '../../model/experience.ts'
import type { Words } from '../operation.ts'
import { experienceUrl } from '../portal-urls.ts'
import { drawnPlace, drawnUrls } from '../render-photos.ts'
import { dateSlots, writeSlots } from './dated-slots.ts'

const IMAGE_WIDTH = 960

/** The rows of area C: the head of each follows today's date. */
export function experienceCards(words: Words): RecordCards<Experience> {
  return {
    card: (experience) => `${writeSlots(experience)},${JSON.stringify(experienceRow(experience, words)).slice(1)}`,
    date: dateSlots,
  }
}

/** The row but for its availability. */
function experienceRow(experience: Experience, words: Words) {
  const { experienceId, photos, drawnPhotos = 0, host, city, country, point } = experience
  return {
    experienceId,
    title: experience.title,
    byline: experience.byline,
    url: experienceUrl(experience, words),
    pricePerGuest: experience.pricePerGuest,
    currency: experience.currency,
    durationMinutes: experience.durationMinutes,
    rating: experience.rating ?? null,
    reviewCount: experience.reviewCount,
    experienceType: experience.experienceType,
    travelerTypes: experience.travelerTypes,
    timesOfDay: experience.timesOfDay,
    hostLanguages: experience.hostLanguages,
    accessibilityFeatures: experience.accessibilityFeatures,
    maxGuests: experience.maxGuests,
    minAge: experience.minAge ?? null,
    host: { id: host.id, name: host.name, isSuperhost: host.isSuperhost },
    location: { city, country, latitude: point.latitude, longitude: point.longitude },
    images: photos ?? drawnUrls(drawnPlace('experience', experienceId, words), drawnPhotos, IMAGE_WIDTH),
  }
}
