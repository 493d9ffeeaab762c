import { Button } from '../../parts/button.tsx'
import { Card } from '../../parts/card.tsx'
import { count, day, decimal, money, shortMoney } from '../../parts/format.ts'
import { useLighting } from '../../parts/map/cards-on-map.tsx'
import type { MapPoint } from '../../parts/map/shapes.ts'
import { type PlacedOperation, PlaceSearch } from '../../parts/place-search.tsx'
import type { Experience, Experiences } from '../../service/answers.ts'

const SEARCH: PlacedOperation = {
  path: '/search/exp/bydestination',
  place: 'searchDestinations',
  paging: 'nextPageCursor',
  beside: [],
}

/** Experiences that guests can book. */
export function ExperiencesView() {
  return (
    <PlaceSearch<Experiences>
      operation={SEARCH}
      title="Experiences"
      things={{ one: 'experience', many: 'experiences' }}
      label="Destinations"
      placeholder="Paris, France; Japan"
      start={{ title: 'Where to?', text: 'Enter up to five cities or countries, separated by semicolons.' }}
      points={({ searchResults }) => searchResults.flatMap(pointOf)}
      cards={({ searchResults }) =>
        searchResults.map((experience) => <ExperienceCard key={experience.experienceId} experience={experience} />)
      }
      pages={({ nextPageCursor }, onPage) =>
        nextPageCursor && (
          <div class="row">
            <Button onClick={() => onPage(nextPageCursor)}>Next page</Button>
          </div>
        )
      }
    />
  )
}

function pointOf({ experienceId: id, pricePerGuest, currency, title, location }: Experience): MapPoint[] {
  const { latitude, longitude, city, country } = location
  if (latitude === null || longitude === null) return []
  const says = [title, [city, country].filter(Boolean).join(', ')]
  const label = shortMoney(pricePerGuest, currency)
  return [{ id, latitude, longitude, kind: 'sale', says, label }]
}

const MINUTES_IN_HOUR = 60

function ExperienceCard({ experience }: { experience: Experience }) {
  const { pricePerGuest, currency, durationMinutes, rating, reviewCount, location, nextAvailable } = experience
  return (
    <Card pictures={experience.images} lighting={useLighting(experience.experienceId)}>
      <strong class="price">{money(pricePerGuest, currency)} a guest</strong>
      <span class="lines">{experience.title}</span>
      <span>
        {`${decimal(durationMinutes / MINUTES_IN_HOUR)} h`}
        {rating !== null && ` · ${decimal(rating, 2)} of ${count(reviewCount)} reviews`}
      </span>
      <span class="quiet">
        {[location.city, location.country].filter(Boolean).join(', ')}
        {nextAvailable !== null && ` · from ${day(nextAvailable)}`}
      </span>
    </Card>
  )
}
