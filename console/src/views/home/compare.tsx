import '../../parts/cards.css'
import './compare-view.css'
import { useEffect } from 'preact/hooks'
import { area, bill, count, day, decimal, money, percent, statusText, words } from '../../parts/format.ts'
import { Link } from '../../parts/link.tsx'
import { PassOn } from '../../parts/pass-on.tsx'
import { isLoadable } from '../../parts/picture.tsx'
import { Empty, Refused } from '../../parts/states.tsx'
import type { FullDocument, PropertyDetails } from '../../service/answers.ts'
import { choose, chosenIn, MAX_COMPARED } from '../../service/chosen.ts'
import { usePageQuery } from '../../service/place.ts'
import { queryOf } from '../../service/query.ts'
import { useAnswer } from '../../service/use-answer.ts'
import { LISTS } from './home.tsx'
import { statusOf } from './status.ts'

/** Compares up to five homes side by side. The page's address contains their ids, so that it can be shared. */
export function CompareView() {
  const [asked, ask] = usePageQuery()
  const ids = chosenIn(asked.get('homes') ?? '')
  const text = ids.join(',')
  const isShort = asked.get('only') === 'differences'
  const columns = useColumns(ids)
  const homes = columns.map(({ home }) => home)
  const shownHomes = homes.filter((home) => home !== undefined)
  useEffect(() => choose(ids), [text])
  const show = (next: readonly string[]) => ask({ homes: next.join(',') })
  const rows = [...ROWS, ...factRows(shownHomes)].filter(({ of }) => shownHomes.some((home) => of(home) != null))
  const failed = columns.find(({ asked: { state } }) => state === 'failed')?.asked
  return (
    <div class="page compare">
      <header class="row">
        <h1>Compare</h1>
        {ids.length > 0 && (
          <div class="compare-tools row">
            <label class="check">
              <input
                type="checkbox"
                checked={isShort}
                onChange={({ currentTarget }) => ask({ only: currentTarget.checked ? 'differences' : '' }, true)}
              />
              <span>Show only differences</span>
            </label>
            <PassOn />
          </div>
        )}
      </header>
      {ids.length === 0 && (
        <Empty
          title="No homes to compare"
          text={`Choose up to ${MAX_COMPARED} homes: check “Compare” on a card, in the table or on a home's page. On the map, Shift-click a pin.`}
        >
          <Link to="/search">Go to search</Link>
        </Empty>
      )}
      {failed?.state === 'failed' && <Refused failure={failed.failure} again={failed.again} />}
      {ids.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
        <section class="table-frame sheet" tabIndex={0} aria-label="Homes side by side">
          <table>
            <thead>
              <tr>
                <td />
                {columns.map(({ id, home }) => (
                  <th key={id} scope="col">
                    <Column id={id} home={home} onRemove={() => show(ids.filter((other) => other !== id))} />
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <ComparedRow key={row.title} row={row} homes={homes} isShort={isShort} />
              ))}
            </tbody>
          </table>
        </section>
      )}
    </div>
  )
}

/**
 * Loads each home for one credit, or for free if it has not changed. Calls the same number of hooks for any number of
 * homes.
 */
function useColumns(ids: readonly string[]) {
  const asked = Array.from({ length: MAX_COMPARED }, (_, i) =>
    useAnswer<FullDocument>(ids[i] === undefined ? undefined : queryOf('/pro/byzpid', { zpid: ids[i] })),
  )
  return asked.slice(0, ids.length).map((own, i) => {
    const [id, home] = [ids[i] ?? '', own.state === 'answered' ? own.answer.body.propertyDetails : undefined]
    return { id, asked: own, home: String(home?.zpid) === id ? home : undefined }
  })
}

function Column({ id, home, onRemove }: { id: string; home: PropertyDetails | undefined; onRemove: () => void }) {
  const picture = home?.responsivePhotos[0]?.mixedSources.jpeg.find(({ url }) => isLoadable(url))?.url
  const name = home?.address.streetAddress || `zpid ${id}`
  return (
    <div class="compare-head">
      <div class="card-picture">{picture !== undefined && <img src={picture} alt="" width="384" height="230" />}</div>
      <Link to={`/homes/${id}`}>{name}</Link>
      {home && <small class="quiet">{`${home.address.city}, ${home.address.state} ${home.address.zipcode}`}</small>}
      <button type="button" class="compare-remove" aria-label={`Remove ${name}`} onClick={onRemove}>
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <path d="M7 7l10 10M17 7 7 17" />
        </svg>
      </button>
    </div>
  )
}

/** Null and undefined mean unknown. */
type Value = number | string | null | undefined

interface Row {
  readonly title: string
  readonly of: (home: PropertyDetails) => Value
  readonly format?: (value: number) => string
  /** Which end of the scale every buyer prefers; absent if preferences differ. */
  readonly better?: 'less' | 'more'
}

function ComparedRow({
  row,
  homes,
  isShort,
}: {
  row: Row
  homes: readonly (PropertyDetails | undefined)[]
  isShort: boolean
}) {
  const { title, of, format = count, better } = row
  const values = homes.map((home) => home && (of(home) ?? undefined))
  const numbers = values.filter((value) => typeof value === 'number')
  const kinds = homes.map((home) => home && statusOf(home.homeStatus))
  // a rent must not win over a sale price as the lower price
  const isOneKind = new Set(kinds.filter((kind) => kind !== undefined)).size === 1
  const best =
    better && isOneKind && numbers.length > 1 ? (better === 'less' ? Math.min : Math.max)(...numbers) : undefined
  const differs = new Set(values.filter((_, i) => homes[i] !== undefined)).size > 1
  if (isShort && !differs) return null
  return (
    <tr class={differs ? 'differs' : 'same'}>
      <th scope="row">
        {title}
        {differs && <span class="unseen">, differs</span>}
      </th>
      {values.map((value, i) => (
        <td key={i} class={differs && value !== undefined && value === best ? 'best' : ''}>
          {typeof value === 'number' ? format(value) : (value ?? '–')}
          {differs && value !== undefined && value === best && <span class="unseen">, the best</span>}
        </td>
      ))}
    </tr>
  )
}

const ROWS: readonly Row[] = [
  { title: 'Status', of: ({ homeStatus }) => homeStatus && statusText(homeStatus) },
  { title: 'Price', of: ({ price }) => price, format: money, better: 'less' },
  { title: 'Price per sq ft', of: perSquareFoot, format: money, better: 'less' },
  { title: 'Value', of: ({ zestimate }) => zestimate, format: money },
  { title: 'Rent', of: ({ rentZestimate }) => rentZestimate, format: money },
  { title: 'Monthly cost of owning', of: monthlyCost, format: money, better: 'less' },
  { title: 'Monthly fees', of: ({ monthlyHoaFee }) => monthlyHoaFee, format: bill, better: 'less' },
  { title: 'Yearly insurance', of: ({ annualHomeownersInsurance: cost }) => cost, format: money, better: 'less' },
  { title: 'Tax rate', of: ({ propertyTaxRate }) => propertyTaxRate, format: percentOf, better: 'less' },
  { title: 'Last sold for', of: ({ lastSoldPrice }) => lastSoldPrice, format: money },
  { title: 'Listed', of: ({ datePostedString }) => datePostedString && day(datePostedString) },
  { title: 'Type', of: ({ homeType }) => homeType && words(homeType) },
  { title: 'Bedrooms', of: ({ bedrooms }) => bedrooms, better: 'more' },
  { title: 'Bathrooms', of: ({ bathrooms }) => bathrooms, format: decimal, better: 'more' },
  { title: 'Living area', of: ({ livingArea }) => livingArea, format: area, better: 'more' },
  { title: 'Lot', of: ({ lotSize }) => lotSize, format: area, better: 'more' },
  { title: 'Built', of: ({ yearBuilt }) => yearBuilt, format: String, better: 'more' },
  { title: 'Best school nearby, of 10', of: bestSchool, better: 'more' },
]

function perSquareFoot({ price, livingArea }: PropertyDetails): Value {
  return price !== null && livingArea ? Math.round(price / livingArea) : undefined
}

function monthlyCost({ homeStatus, affordabilityEstimate }: PropertyDetails): Value {
  return homeStatus === 'FOR_RENT' ? undefined : affordabilityEstimate?.totalMonthlyCost
}

function percentOf(rate: number): string {
  return percent(rate / 100, 2)
}

function bestSchool({ schools }: PropertyDetails): Value {
  const ratings = schools.flatMap(({ rating }) => rating ?? [])
  return ratings.length === 0 ? undefined : Math.max(...ratings)
}

/** Names of facts that the rows above already show. */
const SHOWN_FACTS: readonly string[] = ['Type', 'Year Built', 'Lot', 'Price/sqft', 'HOA']

/** Returns a row for each fact that at least one home has. */
function factRows(homes: readonly PropertyDetails[]): readonly Row[] {
  const labels = homes.flatMap(({ resoFacts }) => (resoFacts.atAGlanceFacts ?? []).map(({ factLabel }) => factLabel))
  const glance = [...new Set(labels)]
    .filter((label) => !SHOWN_FACTS.includes(label))
    .map((title): Row => {
      const of = ({ resoFacts }: PropertyDetails) =>
        resoFacts.atAGlanceFacts?.find(({ factLabel }) => factLabel === title)?.factValue
      return { title, of }
    })
  const lists = LISTS.map(([name, title]): Row => {
    const of = ({ resoFacts: { [name]: values } }: PropertyDetails) =>
      Array.isArray(values) && values.length > 0 ? values.join(', ') : undefined
    return { title, of }
  })
  return [...glance, ...lists.filter(({ title }) => !labels.includes(title))]
}
