import { Answered } from '../../parts/answered.tsx'
import { count, day, decimal, money, percent } from '../../parts/format.ts'
import { Link } from '../../parts/link.tsx'
import type { HousingMarket, RentTrends } from '../../service/answers.ts'
import { queryOf } from '../../service/query.ts'
import { SourcedFigure } from './figure.tsx'
import { Rents } from './rents.tsx'
import { ValuesOverTime } from './values.tsx'

/** Shows values, sale prices and rents of a place. */
export function MarketOf({ place, homeType }: { place: string; homeType: string }) {
  const params = {
    search_query: place,
    home_type: homeType,
    exclude_rentalMarketTrends: false,
    exclude_neighborhoods_zhvi: false,
  }
  const query = queryOf('/housing_market', params)
  return (
    <Answered<HousingMarket> query={query} rows={8}>
      {({ body }) => <Market market={body} />}
    </Answered>
  )
}

function Market({ market }: { market: HousingMarket }) {
  const { location, market_overview: overview, market_analytics: analytics, rental_market_trends: rents } = market
  const sources = market.figure_sources
  const neighborhoods = analytics.neighborhoods_zhvi ?? []
  return (
    <>
      <header>
        <h2>{location.name}</h2>
        {overview.description && <p>{overview.description}</p>}
      </header>
      <dl class="figures">
        <SourcedFigure
          name="Typical value"
          value={money(overview.typical_home_values)}
          from={sources.typical_home_values}
        />
        <SourcedFigure
          name="For sale"
          value={count(overview.for_sale_inventory)}
          from={sources.for_sale_inventory}
          leftOut="active homes, without land"
        />
        <SourcedFigure name="New listings" value={count(overview.new_listings)} from={sources.new_listings} />
        <SourcedFigure
          name="Days to pending"
          value={decimal(overview.median_days_to_pending)}
          from={sources.median_days_to_pending}
        />
        <SourcedFigure
          name="Median sale price"
          value={money(overview.median_sale_price)}
          from={sources.median_sale_price}
        />
        <SourcedFigure
          name="Median list price"
          value={money(overview.median_list_price)}
          from={sources.median_list_price}
        />
        <SourcedFigure
          name="Sale-to-list ratio"
          value={percent(overview.market_saletolist_ratio)}
          from={sources.market_saletolist_ratio}
        />
        <SourcedFigure
          name="Sold above list price"
          value={percent(overview.percent_ofsales_over_list_price, 0)}
          from={sources.percent_ofsales_over_list_price}
        />
        <SourcedFigure
          name="Sold below list price"
          value={percent(overview.percent_ofsales_under_list_price, 0)}
          from={sources.percent_ofsales_under_list_price}
        />
      </dl>
      <ValuesOverTime place={location.name} values={analytics.zhviRange} />
      {rents && <Rents rents={rents} />}
      {neighborhoods.length > 0 && (
        <section>
          <h3>Neighborhoods</h3>
          <ul class="places">
            {neighborhoods.map(({ areaId, name, dataValue }) => (
              <li key={areaId}>
                {name} <span class="quiet">{money(dataValue)}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {rents && <Places title="ZIP codes in this place" places={rents.zipcodesInCity} />}
      {rents && <Places title="Nearby" places={rents.nearByAreas} />}
      <p class="quiet">
        {market.source}, {day(market.date)}.
      </p>
    </>
  )
}

/** A nearby place, or a ZIP code within the place. */
type Area = RentTrends['nearByAreas' | 'zipcodesInCity'][number]

function Places({ title, places }: { title: string; places: readonly Area[] }) {
  if (places.length === 0) return null
  return (
    <section>
      <h3>{title}</h3>
      <ul class="places">
        {places.map(({ areaId, name, state }) => (
          <li key={areaId}>
            <Link to={`/markets?search_query=${encodeURIComponent(nameOf(name, state))}`}>{name}</Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

function nameOf(name: string, state: string): string {
  return /^\d{5}$/.test(name) || !state || name.includes(',') ? name : `${name}, ${state}`
}
