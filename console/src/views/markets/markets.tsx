import './markets.css'
import { Choice } from '../../parts/field.tsx'
import { PlaceForm } from '../../parts/place-form.tsx'
import { Tabs } from '../../parts/tabs.tsx'
import { usePageQuery } from '../../service/place.ts'
import { ESTIMATED, Estimates } from './estimates.tsx'
import { MarketOf } from './market.tsx'

const HOME_TYPES = { All_Homes: 'All homes', Single_Family: 'Houses', Condo: 'Condominiums' }

const SHOWN = [
  { name: 'market', title: 'Market' },
  { name: 'estimates', title: 'Estimate accuracy' },
]

/** Home values, sales and rents of a place, and the accuracy of estimates there. */
export function MarketsView() {
  const [asked, ask] = usePageQuery()
  const place = asked.get('search_query') ?? ''
  const homeType = asked.get('home_type') ?? 'All_Homes'
  const kind = asked.get('kind') ?? 'Price'
  const show = asked.get('show') ?? 'market'
  const isOfEstimates = show === 'estimates'
  return (
    <div class="page markets">
      <h1>Markets</h1>
      <PlaceForm
        key={place}
        label="Place"
        placeholder={isOfEstimates ? 'The whole catalog' : 'City, ZIP code, county or USA'}
        place={place}
        onAsk={(next) => ask({ search_query: next })}
      >
        {isOfEstimates ? (
          <Choice label="Estimates" chosen={kind} choices={ESTIMATED} onChoose={(next) => ask({ kind: next })} />
        ) : (
          <Choice label="Homes" chosen={homeType} choices={HOME_TYPES} onChoose={(home_type) => ask({ home_type })} />
        )}
      </PlaceForm>
      <Tabs label="What is shown" tabs={SHOWN} chosen={show} onChoose={(next) => ask({ show: next })}>
        {isOfEstimates ? <Estimates place={place} kind={kind} /> : <MarketOf place={place} homeType={homeType} />}
      </Tabs>
    </div>
  )
}
