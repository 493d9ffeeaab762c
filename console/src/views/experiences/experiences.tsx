import { useMemo } from 'preact/hooks'
import { Button } from '../../parts/button.tsx'
import { Card, Cards } from '../../parts/card.tsx'
import { Field } from '../../parts/field.tsx'
import { count, day, decimal, money, shortMoney } from '../../parts/format.ts'
import { CardsOnMap, useLighting } from '../../parts/map/cards-on-map.tsx'
import type { MapPoint } from '../../parts/map/shapes.ts'
import { PlaceForm } from '../../parts/place-form.tsx'
import { RequestPanel } from '../../parts/request-panel.tsx'
import { Empty, Refused, Skeleton } from '../../parts/states.tsx'
import { queryOf } from '../../service/query.ts'
import { shownIn, useAnswer } from '../../service/use-answer.ts'
import { usePageQuery } from '../../shell/router.tsx'

/** What this view reads of /search/exp/bydestination of area C. */
interface Found {
  readonly total: number
  readonly nextPageCursor: string | null
  readonly searchResults: readonly Experience[]
}

interface Experience {
  readonly experienceId: string
  readonly title: string
  readonly pricePerGuest: number | null
  readonly currency: string
  readonly durationMinutes: number | null
  readonly rating: number | null
  readonly reviewCount: number | null
  readonly experienceType: string | null
  readonly nextAvailable: string | null
  readonly location: {
    readonly city: string | null
    readonly country: string | null
    readonly latitude: number | null
    readonly longitude: number | null
  }
  readonly images: readonly string[]
}

/** Experiences that guests can book. */
export function ExperiencesView() {
  const [asked, ask] = usePageQuery()
  const given = (name: string) => asked.get(name) ?? ''
  const [checkIn, checkOut] = [given('checkIn'), given('checkOut')]
  const params = {
    searchDestinations: given('searchDestinations'),
    ...(checkIn !== '' && checkOut !== '' && { checkIn, checkOut }),
    adults: given('adults'),
    nextPageCursor: given('nextPageCursor'),
  }
  const query = queryOf('/search/exp/bydestination', params, 'C')
  const answered = useAnswer<Found>(params.searchDestinations === '' ? undefined : query)
  const answer = shownIn(answered)
  const points = useMemo(() => (answer?.body.searchResults ?? []).flatMap(pointOf), [answer])
  const next = answer?.body.nextPageCursor
  const input = (name: string, type: 'date' | 'number') => (id: string) => (
    <input
      id={id}
      type={type}
      min={type === 'number' ? 0 : undefined}
      value={given(name)}
      onChange={({ currentTarget }) => ask({ [name]: currentTarget.value, nextPageCursor: '' })}
    />
  )
  return (
    <div class="page">
      <h1>Experiences</h1>
      <PlaceForm
        key={params.searchDestinations}
        label="Destinations"
        placeholder="Paris, France; Japan"
        place={params.searchDestinations}
        onAsk={(searchDestinations) => ask({ searchDestinations, nextPageCursor: '' })}
      >
        <Field label="From">{input('checkIn', 'date')}</Field>
        <Field label="To">{input('checkOut', 'date')}</Field>
        <Field label="Guests">{input('adults', 'number')}</Field>
      </PlaceForm>
      {(checkIn === '') !== (checkOut === '') && <p class="quiet">Give both days, or none.</p>}
      {answered.state === 'idle' && (
        <Empty title="Where to?" text="Cities or countries; up to five, separated by semicolons" />
      )}
      {answered.state === 'asking' && answer === undefined && <Skeleton rows={8} />}
      {answered.state === 'failed' && <Refused failure={answered.failure} again={answered.again} />}
      {answer !== undefined && (
        <>
          <p class="quiet" role="status">
            {count(answer.body.total)} experiences
          </p>
          {answer.body.total === 0 && <Empty title="No experience fits" text="Other days or places may have some." />}
          <CardsOnMap label="Map: the experiences of this page" points={points}>
            <Cards isBusy={answered.state === 'asking'}>
              {answer.body.searchResults.map((experience) => (
                <ExperienceCard key={experience.experienceId} experience={experience} />
              ))}
            </Cards>
          </CardsOnMap>
          {next && (
            <div class="row">
              <Button onClick={() => ask({ nextPageCursor: next })}>Next page</Button>
            </div>
          )}
        </>
      )}
      {params.searchDestinations !== '' && <RequestPanel query={query} answer={answer} />}
    </div>
  )
}

function pointOf({ experienceId: id, pricePerGuest, currency, title, location }: Experience): MapPoint[] {
  const { latitude, longitude, city, country } = location
  if (latitude === null || longitude === null) return []
  const says = [title, [city, country].filter(Boolean).join(', ')]
  const label = pricePerGuest === null ? '' : shortMoney(pricePerGuest, currency)
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
        {durationMinutes !== null && `${decimal(durationMinutes / MINUTES_IN_HOUR)} h`}
        {rating !== null && ` · ${decimal(rating, 2)} of ${count(reviewCount)} reviews`}
      </span>
      <span class="quiet">
        {[location.city, location.country].filter(Boolean).join(', ')}
        {nextAvailable !== null && ` · from ${day(nextAvailable)}`}
      </span>
    </Card>
  )
}
