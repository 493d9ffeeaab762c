import { shortMoney } from '../../parts/format.ts'
import { HomeCards, type ShortHome } from '../../parts/home-cards.tsx'
import { CardsOnMap } from '../../parts/map/cards-on-map.tsx'
import type { MapPoint } from '../../parts/map/shapes.ts'
import type { HomeRow, PropertyDetails } from '../../service/answers.ts'
import { statusOf } from './status.ts'

type Row = PropertyDetails['nearbyHomes'][number] | HomeRow

/** The position of a home on a map, similar homes for sale, and the nearest homes. The home's details contain all. */
export function AroundHome({ home }: { home: PropertyDetails }) {
  const { latitude, longitude, nearbyHomes, collections } = home
  const similar = collections.modules.flatMap(({ propertyDetails }) => propertyDetails).slice(0, MOST)
  const nearby = nearbyHomes.filter((row) => !('lotId' in row)).slice(0, MOST)
  const around = latitude === null || longitude === null ? undefined : { latitude, longitude, says: 'This home' }
  return (
    <>
      {similar.length > 0 && (
        <section>
          <h2>Similar homes</h2>
          <HomeCards homes={similar.map(shortOf)} />
        </section>
      )}
      {(nearby.length > 0 || around) && (
        <section>
          <h2>Around this home</h2>
          <CardsOnMap label="Map: this home and the nearest homes" points={nearby.flatMap(pointOf)} around={around}>
            <HomeCards homes={nearby.map(shortOf)} />
          </CardsOnMap>
        </section>
      )}
    </>
  )
}

const MOST = 6

function shortOf(row: Row): ShortHome {
  const { address, miniCardPhotos } = row
  return {
    ...row,
    street: address.streetAddress,
    town: `${address.city}, ${address.state} ${address.zipcode}`,
    picture: miniCardPhotos[0]?.url,
  }
}

function pointOf({ zpid, latitude, longitude, price, homeStatus, address }: Row): MapPoint[] {
  if (latitude === null || longitude === null) return []
  const label = price === null ? '' : shortMoney(price)
  return [{ id: String(zpid), latitude, longitude, label, kind: statusOf(homeStatus), says: [address.streetAddress] }]
}
