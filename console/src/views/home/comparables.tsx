import { count, day, decimal, money, percent } from '../../parts/format.ts'
import { RequestPanel } from '../../parts/request-panel.tsx'
import { Empty, Refused, Skeleton } from '../../parts/states.tsx'
import { Table } from '../../parts/table.tsx'
import { queryOf } from '../../service/query.ts'
import { shownIn, useAnswer } from '../../service/use-answer.ts'
import { Link } from '../../shell/router.tsx'
import type { Comparable, ComparablesAnswer, HomeDetails } from './answers.ts'
import { Plan } from './plan.tsx'

/** Homes that were sold nearby, each with how it differs and what it says of this one. */
export function Comparables({ home }: { home: HomeDetails }) {
  const query = queryOf('/comparable_homes', { byzpid: home.zpid })
  const answered = useAnswer<ComparablesAnswer>(query)
  const answer = shownIn(answered)
  const comparables = answer?.body.comparable_homes ?? []
  const value = answer?.body.valuation?.value
  return (
    <section>
      <h2>Comparable homes</h2>
      {answered.state === 'failed' && <Refused failure={answered.failure} again={answered.again} />}
      {answered.state === 'asking' && answer === undefined && <Skeleton rows={6} />}
      {answer !== undefined && comparables.length === 0 && (
        <Empty title="Nothing like it was sold nearby" text="Comparables are sales of the last year of the data." />
      )}
      {value !== null && value !== undefined && (
        <p>
          They put its value at <strong>{money(value)}</strong>: each price moved on to today and adjusted for what
          differs, the likeliest ones counting most.
        </p>
      )}
      {comparables.length > 0 && (
        <>
          <Plan home={home} comparables={comparables} />
          <Table
            caption="Comparable homes"
            rows={comparables}
            keyOf={({ property }) => property.zpid}
            columns={COLUMNS}
          />
        </>
      )}
      <RequestPanel query={query} answer={answer} />
    </section>
  )
}

const COLUMNS = [
  {
    title: 'Home',
    cell: ({ property }: Comparable) => (
      <Link to={`/homes/${property.zpid}`}>{property.address.streetAddress || `zpid ${property.zpid}`}</Link>
    ),
  },
  { title: 'Sold', cell: ({ comparison }: Comparable) => <time>{day(comparison.soldDate)}</time> },
  { title: 'Price', cell: ({ property }: Comparable) => money(property.price), isNumber: true },
  { title: 'Adjusted', cell: ({ comparison }: Comparable) => money(comparison.adjustedPrice), isNumber: true },
  { title: 'Miles', cell: ({ comparison }: Comparable) => decimal(comparison.distanceMiles, 2), isNumber: true },
  { title: 'Weight', cell: ({ comparison }: Comparable) => percent(comparison.weight, 0), isNumber: true },
  { title: 'Differs by', cell: ({ comparison }: Comparable) => differencesOf(comparison.differences) },
]

const DIFFERENCES = [
  ['livingArea', 'sq ft'],
  ['bedrooms', 'bd'],
  ['bathrooms', 'ba'],
  ['lotSize', 'sq ft lot'],
  ['yearBuilt', 'years'],
] as const

function differencesOf(differences: Comparable['comparison']['differences']): string {
  return DIFFERENCES.flatMap(([name, unit]) => {
    const by = differences[name]
    return by === null || by === undefined || by === 0 ? [] : [`${by > 0 ? '+' : '−'}${sizeOf(Math.abs(by))} ${unit}`]
  }).join(' · ')
}

function sizeOf(by: number): string {
  return by < 10 ? decimal(by) : count(by)
}
