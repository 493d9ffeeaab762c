import './search.css'
import { useState } from 'preact/hooks'
import { Button } from '../../parts/button.tsx'
import { Field } from '../../parts/field.tsx'
import { area, count, decimal, money, words } from '../../parts/format.ts'
import { RequestPanel } from '../../parts/request-panel.tsx'
import { Empty, Refused, Skeleton } from '../../parts/states.tsx'
import { queryOf } from '../../service/query.ts'
import { shownIn, useAnswer } from '../../service/use-answer.ts'
import { usePageQuery } from '../../shell/router.tsx'

const STATUSES = { For_Sale: 'For sale', For_Rent: 'For rent', Sold: 'Sold' }

interface Found {
  readonly resultsCount: { readonly totalMatchingCount: number }
  readonly searchResults: readonly { readonly property: Home }[]
}

interface Home {
  readonly zpid: number
  readonly address: {
    readonly streetAddress: string
    readonly city: string
    readonly state: string
    readonly zipcode: string
  }
  readonly price?: { readonly value: number }
  readonly bedrooms?: number | null
  readonly bathrooms?: number | null
  readonly livingArea?: number | null
  readonly propertyType?: string
  readonly media?: { readonly propertyPhotoLinks?: { readonly mediumSizeLink?: string } }
}

/** Homes in a place, as a list. */
export function SearchView() {
  const [asked, ask] = usePageQuery()
  const place = asked.get('location') ?? ''
  const status = asked.get('listingStatus') ?? 'For_Sale'
  const [text, setText] = useState(place)
  const params = { location: place, listingStatus: status }
  const query = queryOf('/search/byaddress', params)
  const answered = useAnswer<Found>(place === '' ? undefined : query)
  const answer = shownIn(answered)
  const search = (event: Event) => {
    event.preventDefault()
    ask({ location: text.trim(), listingStatus: status })
  }
  return (
    <div class="page">
      <h1>Search</h1>
      <form class="search-form" onSubmit={search}>
        <Field label="Place">
          {(id) => (
            <input
              id={id}
              type="search"
              placeholder="City, ZIP code, county or address"
              value={text}
              onInput={({ currentTarget }) => setText(currentTarget.value)}
            />
          )}
        </Field>
        <Field label="Status">
          {(id) => (
            <select
              id={id}
              value={status}
              onChange={({ currentTarget }) => ask({ listingStatus: currentTarget.value })}
            >
              {Object.entries(STATUSES).map(([name, title]) => (
                <option key={name} value={name}>
                  {title}
                </option>
              ))}
            </select>
          )}
        </Field>
        <Button kind="main" type="submit">
          Search
        </Button>
      </form>
      {answered.state === 'idle' && (
        <Empty title="Where shall we look?" text="Austin, TX · 78704 · Travis County · 1 Main St, Springfield" />
      )}
      {answered.state === 'asking' && answer === undefined && <Skeleton rows={8} />}
      {answered.state === 'failed' && <Refused failure={answered.failure} again={answered.again} />}
      {answer !== undefined && (
        <>
          <p class="quiet" role="status">
            {count(answer.body.resultsCount.totalMatchingCount)} homes
          </p>
          {answer.body.searchResults.length === 0 && (
            <Empty title="No home fits" text="Another status or a larger place may have some." />
          )}
          <ul class="cards" aria-busy={answered.state === 'asking'}>
            {answer.body.searchResults.map(({ property }) => (
              <Card key={property.zpid} home={property} />
            ))}
          </ul>
        </>
      )}
      {place !== '' && <RequestPanel query={query} answer={answer} />}
    </div>
  )
}

function Card({ home }: { home: Home }) {
  const { address, price, bedrooms, bathrooms, livingArea, propertyType, media } = home
  const picture = media?.propertyPhotoLinks?.mediumSizeLink
  return (
    <li class="card">
      {picture && <img src={picture} alt="" loading="lazy" width="384" height="256" />}
      <div>
        <strong class="price">{money(price?.value)}</strong>
        <span>
          {decimal(bedrooms)} bd · {decimal(bathrooms)} ba · {area(livingArea)}
        </span>
        <span>{address.streetAddress}</span>
        <span class="quiet">
          {address.city}, {address.state} {address.zipcode} · {words(propertyType)}
        </span>
      </div>
    </li>
  )
}
