import { Card, Cards } from './card.tsx'
import { DrawnHome } from './drawn-home.tsx'
import { area, bedsText, decimal, money, statusText } from './format.ts'
import { Link } from './link.tsx'
import { useLighting } from './map/cards-on-map.tsx'

/** A home as short cards show it. */
export interface ShortHome {
  readonly zpid: number
  readonly street: string
  readonly town: string
  /** Dollars; null or 0 if unknown. */
  readonly price: number | null
  readonly homeStatus: string
  readonly homeType: string
  readonly bedrooms: number | null
  readonly bathrooms: number | null
  readonly livingArea?: number | null
  readonly yearBuilt?: number | undefined
  readonly picture: string | undefined
}

/** Small cards of homes that link to the page of each. */
export function HomeCards({ homes }: { homes: readonly ShortHome[] }) {
  return (
    <Cards isBusy={false}>
      {homes.map((home) => (
        <HomeCard key={home.zpid} home={home} />
      ))}
    </Cards>
  )
}

function HomeCard({ home }: { home: ShortHome }) {
  const { zpid, price, homeStatus, homeType, bedrooms, bathrooms, livingArea, yearBuilt, picture } = home
  const size = [bedsText(bedrooms), bathrooms ? `${decimal(bathrooms, 2)} ba` : '', livingArea ? area(livingArea) : '']
  return (
    <Card
      pictures={picture === undefined ? [] : [picture]}
      drawing={<DrawnHome type={homeType} yearBuilt={yearBuilt} />}
      badge={statusText(homeStatus)}
      lighting={useLighting(String(zpid))}
    >
      {price ? (
        <strong class="price">
          {money(price)}
          {homeStatus === 'FOR_RENT' && '/mo'}
        </strong>
      ) : null}
      <span>{size.filter((part) => part !== '').join(' · ')}</span>
      <Link to={`/homes/${zpid}`} class="card-link">
        {home.street || `Home ${zpid}`}
      </Link>
      <small class="quiet">{home.town}</small>
    </Card>
  )
}
