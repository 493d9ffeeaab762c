import { useMemo } from 'preact/hooks'
import { Button } from '../../parts/button.tsx'
import { Card, Cards } from '../../parts/card.tsx'
import { count, decimal, money, shortMoney, words } from '../../parts/format.ts'
import { CardsOnMap, useLighting } from '../../parts/map/cards-on-map.tsx'
import type { MapPoint } from '../../parts/map/shapes.ts'
import { Choice, PlaceForm } from '../../parts/place-form.tsx'
import { RequestPanel } from '../../parts/request-panel.tsx'
import { Empty, Refused, Skeleton } from '../../parts/states.tsx'
import { queryOf } from '../../service/query.ts'
import { shownIn, useAnswer } from '../../service/use-answer.ts'
import { usePageQuery } from '../../shell/router.tsx'

/** What this view reads of /search/bylocation of area B. */
interface Found {
  readonly total: number
  readonly page: number
  readonly totalPages: number
  readonly searchResults: readonly Offer[]
}

interface Offer {
  readonly id: number
  readonly title: string
  readonly propertyType: string
  readonly searchType: string
  readonly market: string | null
  readonly price: number | null
  readonly currency: string
  readonly pricePerMeter: number | null
  readonly area: number | null
  readonly rooms: number | null
  readonly floor: string | null
  readonly location: {
    readonly city: string | null
    readonly district: string | null
    readonly street: string | null
    readonly latitude: number | null
    readonly longitude: number | null
  }
  readonly images: readonly { readonly medium: string }[]
}

const SEARCH_TYPES = { For_Sale: 'For sale', For_Rent: 'For rent' }
const TYPES = ['Any', 'Apartment', 'House', 'Plot', 'Commercial', 'Warehouse', 'Room', 'Garage', 'Investment']
const TYPE_TITLES = Object.fromEntries(TYPES.map((name) => [name, words(name)]))
const MARKETS = { Any: 'Any', Primary: 'From a developer', Secondary: 'Resale' }

/** Offers of the second portal. */
export function OffersView() {
  const [asked, ask] = usePageQuery()
  const given = (name: string, otherwise: string) => asked.get(name) ?? otherwise
  const params = {
    location: given('location', ''),
    searchType: given('searchType', 'For_Sale'),
    propertyType: given('propertyType', 'Any'),
    market: given('market', 'Any'),
    page: given('page', '1'),
    resultCount: 48,
  }
  const query = queryOf('/search/bylocation', params, 'B')
  const answered = useAnswer<Found>(params.location === '' ? undefined : query)
  const answer = shownIn(answered)
  const points = useMemo(() => (answer?.body.searchResults ?? []).flatMap(pointOf), [answer])
  const choose = (name: string) => (value: string) => ask({ [name]: value, page: '' })
  return (
    <div class="page">
      <h1>Offers</h1>
      <PlaceForm
        key={params.location}
        label="Places"
        placeholder="Warszawa; Kraków, Podgórze"
        place={params.location}
        onAsk={(location) => ask({ location, page: '' })}
      >
        <Choice label="Offered" chosen={params.searchType} choices={SEARCH_TYPES} onChoose={choose('searchType')} />
        <Choice label="Type" chosen={params.propertyType} choices={TYPE_TITLES} onChoose={choose('propertyType')} />
        <Choice label="Market" chosen={params.market} choices={MARKETS} onChoose={choose('market')} />
      </PlaceForm>
      {answered.state === 'idle' && (
        <Empty title="Where?" text="Cities, districts, counties and provinces; up to five, separated by semicolons" />
      )}
      {answered.state === 'asking' && answer === undefined && <Skeleton rows={8} />}
      {answered.state === 'failed' && <Refused failure={answered.failure} again={answered.again} />}
      {answer !== undefined && (
        <>
          <p class="quiet" role="status">
            {count(answer.body.total)} offers
          </p>
          {answer.body.total === 0 && <Empty title="No offer fits" text="Another type or place may have some." />}
          <CardsOnMap label="Map: the offers of this page" points={points}>
            <Cards isBusy={answered.state === 'asking'}>
              {answer.body.searchResults.map((offer) => (
                <OfferCard key={offer.id} offer={offer} />
              ))}
            </Cards>
          </CardsOnMap>
          <Pages found={answer.body} onPage={(page) => ask({ page: String(page) })} />
        </>
      )}
      {params.location !== '' && <RequestPanel query={query} answer={answer} />}
    </div>
  )
}

function pointOf({ id, price, currency, searchType, title, location }: Offer): MapPoint[] {
  const { latitude, longitude, city, district } = location
  if (latitude === null || longitude === null) return []
  const kind = searchType === 'For_Rent' ? 'rent' : 'sale'
  const says = [title, [district, city].filter(Boolean).join(', ')]
  return [{ id: String(id), latitude, longitude, kind, says, label: price === null ? '' : shortMoney(price, currency) }]
}

function OfferCard({ offer }: { offer: Offer }) {
  const { price, currency, area, rooms, pricePerMeter, location, title, images } = offer
  return (
    <Card pictures={images.map(({ medium }) => medium)} lighting={useLighting(String(offer.id))}>
      <strong class="price">{money(price, currency)}</strong>
      <span>
        {decimal(area)} m²{rooms !== null && ` · ${decimal(rooms)} rooms`}
        {pricePerMeter !== null && ` · ${money(pricePerMeter, currency)} a m²`}
      </span>
      <span class="lines">{title}</span>
      <span class="quiet">
        {[location.street, location.district, location.city].filter(Boolean).join(', ')} · {words(offer.propertyType)}
      </span>
    </Card>
  )
}

function Pages({ found: { page, totalPages }, onPage }: { found: Found; onPage: (page: number) => void }) {
  if (totalPages <= 1) return null
  return (
    <nav class="row" aria-label="Pages">
      <Button disabled={page <= 1} onClick={() => onPage(page - 1)}>
        Before
      </Button>
      <span class="quiet">
        Page {count(page)} of {count(totalPages)}
      </span>
      <Button disabled={page >= totalPages} onClick={() => onPage(page + 1)}>
        Next
      </Button>
    </nav>
  )
}
