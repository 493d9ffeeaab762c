import { Button } from '../../parts/button.tsx'
import { Card } from '../../parts/card.tsx'
import { count, counted, decimal, money, shortMoney, words } from '../../parts/format.ts'
import { useLighting } from '../../parts/map/cards-on-map.tsx'
import type { MapPoint } from '../../parts/map/shapes.ts'
import { type PlacedOperation, PlaceSearch } from '../../parts/place-search.tsx'
import type { Offer, Offers } from '../../service/answers.ts'

const SEARCH: PlacedOperation = {
  path: '/search/bylocation',
  place: 'location',
  paging: 'page',
  beside: ['searchType', 'sortOrder'],
}

export function OffersView() {
  return (
    <PlaceSearch<Offers>
      operation={SEARCH}
      title="Offers"
      things={{ one: 'offer', many: 'offers' }}
      label="Places"
      placeholder="Warszawa; Kraków, Podgórze"
      start={{
        title: 'Apartments and houses in Poland',
        text: 'These offers are from the second portal, in Poland. Enter up to five cities, districts, counties or provinces, separated by semicolons.',
      }}
      points={({ searchResults }) => searchResults.flatMap(pointOf)}
      cards={({ searchResults }) => searchResults.map((offer) => <OfferCard key={offer.id} offer={offer} />)}
      pages={(found, onPage) => <Pages found={found} onPage={(page) => onPage(String(page))} />}
    />
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
        {decimal(area)} m²{rooms !== null && ` · ${counted(rooms, 'room')}`}
        {pricePerMeter !== null && ` · ${money(pricePerMeter, currency)} a m²`}
      </span>
      <span class="lines">{title}</span>
      <span class="quiet">
        {[location.street, location.district, location.city].filter(Boolean).join(', ')} · {words(offer.propertyType)}
      </span>
    </Card>
  )
}

function Pages({ found: { page, totalPages }, onPage }: { found: Offers; onPage: (page: number) => void }) {
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
