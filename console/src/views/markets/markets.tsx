import './markets.css'
import { Choice } from '../../parts/field.tsx'
import { PlaceForm } from '../../parts/place-form.tsx'
import { Tabs } from '../../parts/tabs.tsx'
import { usePageQuery, useTitle } from '../../service/place.ts'
import { ESTIMATED, Estimates } from './estimates.tsx'
import { MarketOf } from './market.tsx'

const HOME_TYPES = { All_Homes: 'All homes', Single_Family: 'Houses', Condo: 'Condominiums' }

/** The market that is shown until a place is chosen. */
const COUNTRY = 'USA'

const SHOWN = [
  { name: 'market', title: 'Market' },
  { name: 'estimates', title: 'Estimate accuracy' },
]

/** Home values, sales and rents of a place, and the accuracy of estimates there. */
export function MarketsView() {
  const [asked, ask] = usePageQuery()
  const given = asked.get('search_query') ?? ''
  const homeType = asked.get('home_type') ?? 'All_Homes'
  const kind = asked.get('kind') ?? 'Price'
  const show = asked.get('show') ?? 'market'
  const isOfEstimates = show === 'estimates'
  const place = given === '' && !isOfEstimates ? COUNTRY : given
  useTitle('Markets', given)
  return (
    <div class="page markets">
      <h1>Markets</h1>
      <PlaceForm
        key={given}
        label="Place"
        placeholder={isOfEstimates ? 'The whole catalog' : 'United States'}
        place={given}
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
