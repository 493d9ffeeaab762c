import { useMemo, useState } from 'preact/hooks'
import { Answered } from '../../parts/answered.tsx'
import { count, counted, day, decimal, money, percent, shortMoney } from '../../parts/format.ts'
import { reveal } from '../../parts/light.ts'
import { Link } from '../../parts/link.tsx'
import { MapFrame } from '../../parts/map/map.tsx'
import { type Around, type Bounds, boundsOf, type MapPoint } from '../../parts/map/shapes.ts'
import { Empty } from '../../parts/states.tsx'
import { type Column, Table, type TableProps } from '../../parts/table.tsx'
import type { ComparableHomes, PropertyDetails } from '../../service/answers.ts'
import { queryOf } from '../../service/query.ts'
import { byWeight, type Comparable } from './by-weight.ts'

/** Homes sold nearby. Each sale shows its differences from this home, and the value it suggests for this home. */
export function Comparables({ home }: { home: PropertyDetails }) {
  const query = queryOf('/comparable_homes', { byzpid: home.zpid })
  return (
    <section>
      <h2>Comparable homes</h2>
      <Answered<ComparableHomes> query={query} rows={6}>
        {({ body }) => <Compared home={home} answer={body} />}
      </Answered>
    </section>
  )
}

function Compared({ home, answer }: { home: PropertyDetails; answer: ComparableHomes }) {
  const { comparable_homes: comparables, valuation } = answer
  const { weighty, others } = byWeight(comparables)
  const { points, fit, around } = useMemo(() => placed(home, comparables), [home, answer])
  const [pointed, setPointed] = useState<string | undefined>()
  const [chosen, setChosen] = useState<string | undefined>()
  const lit = pointed ?? chosen
  return (
    <>
      {comparables.length === 0 && (
        <Empty title="No comparable sales nearby" text="Comparables come from the latest year with enough sales." />
      )}
      {valuation?.value != null && (
        <p>
          These sales suggest <strong>{money(valuation.value)}</strong>
          {beside(valuation.value, home)}. Each price is adjusted to <time>{day(valuation.asOf)}</time> and for
          differences from this home. The most similar homes count most.
        </p>
      )}
      {comparables.length > 0 && (
        <>
          <MapFrame
            label={`Map: this home and its ${comparables.length} comparables, the same as in the table`}
            points={points}
            around={around}
            fit={fit}
            lit={lit}
            isInPage
            onPointed={setPointed}
            onPoints={([point]) => {
              setChosen(point?.id)
              reveal(point?.id)
            }}
          />
          <p class="quiet">
            Each pin shows what its sale suggests this home is worth. Pins and table rows light up together.
          </p>
          <ComparedTable caption="Comparable homes" rows={weighty} lit={lit} onLight={setPointed} />
          {others.length > 0 && (
            <details class="folded">
              <summary>{counted(others.length, 'other sale')} with a weight of less than 1%</summary>
              <ComparedTable caption="Comparables with little weight" rows={others} lit={lit} onLight={setPointed} />
            </details>
          )}
        </>
      )}
    </>
  )
}

/** Compares the value of the comparables with the value in the side column, and says why the two differ. */
function beside(value: number, { zestimate, valueSource }: PropertyDetails): string {
  if (zestimate === null) return ''
  const share = value / zestimate - 1
  const more = `${percent(Math.abs(share), 0)} ${share > 0 ? 'more' : 'less'} than`
  const basis = valueSource?.estimate ? 'is estimated from all sales in the region' : 'was published by the source'
  return `, ${Math.abs(share) < 0.01 ? 'as much as' : more} the value of ${money(zestimate)} on this page, which ${basis}`
}

type ComparedTableProps = Pick<TableProps<Comparable>, 'caption' | 'rows' | 'lit' | 'onLight'>

function ComparedTable(props: ComparedTableProps) {
  return <Table {...props} keyOf={({ property }) => property.zpid} columns={COLUMNS} />
}

interface Placed {
  readonly points: readonly MapPoint[]
  readonly fit: Bounds | undefined
  readonly around: Around
}

/**
 * Returns the points of the map. Each sale's text shows the value that it suggests for this home, and how that is
 * calculated.
 */
function placed({ latitude, longitude }: PropertyDetails, comparables: readonly Comparable[]): Placed {
  const points = comparables.map(({ property, comparison }): MapPoint => {
    const { zpid, address, price } = property
    const { adjustedPrice, soldDate, weight, differences } = comparison
    return {
      id: String(zpid),
      latitude: property.latitude,
      longitude: property.longitude,
      label: shortMoney(adjustedPrice ?? price),
      kind: 'sold',
      says: [
        address.streetAddress,
        `${money(price)} on ${day(soldDate)}`,
        `Adjusted: ${money(adjustedPrice)}, weight ${percent(weight, 0)}`,
        differencesOf(differences),
      ].filter((line) => line !== ''),
    }
  })
  const around = { latitude, longitude, says: 'This home' }
  return { points, around, fit: boundsOf([around, ...points]) }
}

const COLUMNS: readonly Column<Comparable>[] = [
  {
    title: 'Home',
    cell: ({ property }) => (
      <Link to={`/homes/${property.zpid}`}>{property.address.streetAddress || `zpid ${property.zpid}`}</Link>
    ),
  },
  {
    title: 'Sold',
    cell: ({ comparison }) => <time>{day(comparison.soldDate)}</time>,
    by: ({ comparison }) => comparison.soldDate,
  },
  {
    title: 'Price',
    cell: ({ property }) => money(property.price),
    isNumber: true,
    by: ({ property }) => property.price,
  },
  {
    title: 'Adjusted',
    cell: ({ comparison }) => money(comparison.adjustedPrice),
    isNumber: true,
    by: ({ comparison }) => comparison.adjustedPrice,
  },
  {
    title: 'Miles',
    cell: ({ comparison }) => decimal(comparison.distanceMiles, 2),
    isNumber: true,
    by: ({ comparison }) => comparison.distanceMiles,
  },
  {
    title: 'Weight',
    cell: ({ comparison }) => percent(comparison.weight, 0),
    isNumber: true,
    by: ({ comparison }) => comparison.weight,
  },
  { title: 'Differs by', cell: ({ comparison }) => differencesOf(comparison.differences) },
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
