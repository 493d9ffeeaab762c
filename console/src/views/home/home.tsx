import './home.css'
import { Answered } from '../../parts/answered.tsx'
import { CompareMark } from '../../parts/compare.tsx'
import { Fact, Facts } from '../../parts/facts.tsx'
import { area, bedsText, day, decimal, money, statusText, words } from '../../parts/format.ts'
import { Link } from '../../parts/link.tsx'
import { PassOn } from '../../parts/pass-on.tsx'
import type { FullDocument, PropertyDetails } from '../../service/answers.ts'
import { lastSearch, useTitle } from '../../service/place.ts'
import { queryOf } from '../../service/query.ts'
import { savedHomes, toggleSaved } from '../../service/saved-homes.ts'
import { useStore } from '../../service/store.ts'
import type { ViewProps } from '../../service/view.ts'
import { AroundHome } from './around.tsx'
import { Climate } from './climate.tsx'
import { Comparables } from './comparables.tsx'
import { Charts, PriceHistory, RecordedEvents, TaxHistory } from './histories.tsx'
import { HomeValue, Pair } from './home-value.tsx'
import { Layers } from './layers.tsx'
import { Pictures } from './pictures.tsx'
import { Schools } from './schools.tsx'
import { statusOf } from './status.ts'

/** Everything known about one home. Further charts, climate and outlines cost credits and are loaded on request. */
export function HomeView({ at }: ViewProps) {
  const zpid = at.zpid ?? ''
  return (
    <div class="page home">
      <Answered<FullDocument> key={zpid} query={queryOf('/pro/byzpid', { zpid })} rows={12}>
        {({ body, today }) => <Home home={body.propertyDetails} source={body.source} today={today} />}
      </Answered>
    </div>
  )
}

function Home({ home, source, today }: { home: PropertyDetails; source: string; today: string | undefined }) {
  const { description, attributionInfo, openHouseSchedule } = home
  const isRental = home.homeStatus === 'FOR_RENT'
  return (
    <>
      <Head home={home} />
      <Pictures photos={home.responsivePhotos} />
      <div class="home-columns">
        <div class="home-main">
          {openHouseSchedule.length > 0 && (
            <p class="home-open">
              <strong>Open house</strong> {openHouseSchedule.map(({ startTime }) => day(startTime)).join(' · ')}
            </p>
          )}
          {description && <p class="home-text">{description}</p>}
          <FactsOf home={home} />
          <PriceHistory events={home.priceHistory} />
          <RecordedEvents events={home.recordedEvents} />
          <Charts zpid={home.zpid} />
          {!isRental && <Comparables home={home} />}
          <TaxHistory years={home.taxHistory} />
          <Schools schools={home.schools} />
          <Layers home={home} />
          <Climate zpid={home.zpid} />
          <AroundHome home={home} />
        </div>
        <aside class="home-side">
          <HomeValue home={home} />
          {attributionInfo && isAttributed(attributionInfo) && (
            <section class="panel sheet">
              <h2>Listing</h2>
              <dl class="pairs">
                <Pair
                  name="Agent"
                  value={attributionInfo.agentName && <AgentLink name={attributionInfo.agentName} />}
                />
                <Pair name="Office" value={attributionInfo.brokerName} />
                <Pair name="Listing service" value={attributionInfo.mlsName} />
                <Pair name="Updated" value={attributionInfo.lastUpdated && day(attributionInfo.lastUpdated)} />
              </dl>
              {attributionInfo.mlsDisclaimer && <small class="quiet">{attributionInfo.mlsDisclaimer}</small>}
            </section>
          )}
          <p class="quiet home-source">
            {source}
            {today !== undefined && `. As of ${day(today)}, the last day of the data.`}
          </p>
        </aside>
      </div>
    </>
  )
}

/** Whether the listing names anyone; listings of homes off the market do not. */
function isAttributed(info: NonNullable<PropertyDetails['attributionInfo']>): boolean {
  const { agentName, brokerName, mlsName, lastUpdated, mlsDisclaimer } = info
  return [agentName, brokerName, mlsName, lastUpdated, mlsDisclaimer].some((each) => each)
}

function Head({ home }: { home: PropertyDetails }) {
  const { zpid, address, homeStatus } = home
  const street = address.streetAddress === '' ? 'Address not disclosed' : address.streetAddress
  const town = `${address.city}, ${address.state} ${address.zipcode}`
  const isSaved = useStore(savedHomes).some((saved) => saved.zpid === zpid)
  useTitle(town, street)
  return (
    <header class="home-head">
      <p class="row home-tools">
        <Link to={`/search${lastSearch() ?? `?location=${encodeURIComponent(`${address.city}, ${address.state}`)}`}`}>
          {lastSearch() === undefined ? `Homes in ${address.city}` : 'Back to the results'}
        </Link>
        <button
          type="button"
          class="button small"
          aria-pressed={isSaved}
          onClick={() => toggleSaved({ zpid, says: `${street}, ${town}` })}
        >
          {isSaved ? 'Saved' : 'Save'}
        </button>
        <PassOn />
      </p>
      <div>
        <h1>{street}</h1>
        <p class="quiet">{[address.neighborhood, town, home.county].filter((part) => part).join(' · ')}</p>
        {home.hasBadGeocode && <p class="quiet">The position on the map is approximate.</p>}
      </div>
      <div class="home-price">
        <span class={`status ${statusOf(homeStatus)}`}>{statusText(homeStatus)}</span>
        <strong class="price">
          {money(home.price, home.currency)}
          {homeStatus === 'FOR_RENT' && <small> a month</small>}
        </strong>
        <span>{sizeOf(home)}</span>
        <CompareMark zpid={String(home.zpid)} of="this home" />
      </div>
    </header>
  )
}

function AgentLink({ name }: { name: string }) {
  return <Link to={`/agents?agentName=${encodeURIComponent(name)}`}>{name}</Link>
}

function sizeOf({ bedrooms, bathrooms, livingArea, homeType }: PropertyDetails): string {
  const said = [
    bedsText(bedrooms),
    bathrooms ? `${decimal(bathrooms, 2)} ba` : '',
    livingArea === null ? '' : area(livingArea),
    words(homeType),
  ]
  return said.filter((part) => part !== '').join(' · ')
}

function FactsOf({ home: { resoFacts, yearBuilt, lotSize, zpid } }: { home: PropertyDetails }) {
  const glance = (resoFacts.atAGlanceFacts ?? []).filter(({ factValue }) => factValue)
  const lists = LISTS.flatMap(([name, title]) => {
    const values = resoFacts[name]
    return Array.isArray(values) && values.length > 0 ? [[title, values.join(', ')] as const] : []
  })
  return (
    <section>
      <h2>Facts</h2>
      <Facts>
        {glance.map(({ factLabel, factValue }) => (
          <Fact key={factLabel} name={factLabel}>
            {factValue}
          </Fact>
        ))}
        {glance.length === 0 && yearBuilt !== undefined && <Fact name="Year built">{yearBuilt}</Fact>}
        {glance.length === 0 && lotSize !== null && <Fact name="Lot">{area(lotSize)}</Fact>}
        {lists.map(([title, value]) => (
          <Fact key={title} name={title}>
            {value}
          </Fact>
        ))}
        {resoFacts.parcelNumber !== null && <Fact name="Parcel number">{resoFacts.parcelNumber}</Fact>}
        <Fact name="zpid">{zpid}</Fact>
      </Facts>
    </section>
  )
}

/** Facts that are lists of words. */
export const LISTS = [
  ['appliances', 'Appliances'],
  ['flooring', 'Floors'],
  ['constructionMaterials', 'Built of'],
  ['parkingFeatures', 'Parking'],
  ['laundryFeatures', 'Laundry'],
  ['sewer', 'Sewer'],
  ['waterSource', 'Water'],
] as const
