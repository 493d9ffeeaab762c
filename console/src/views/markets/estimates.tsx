import { Answered } from '../../parts/answered.tsx'
import { Figure } from '../../parts/figure.tsx'
import { count, day, decimal, money } from '../../parts/format.ts'
import { Link } from '../../parts/link.tsx'
import { Empty } from '../../parts/states.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import type {
  BacktestFigures,
  BacktestRegions,
  IntervalCoverage,
  PriceFifth,
  StandardMeasure,
  ValuationBacktest,
} from '../../service/answers.ts'
import { queryOf } from '../../service/query.ts'

export const ESTIMATED = { Price: 'Prices', Rent: 'Rents' }

/** Shows how accurate estimates were, for a place or the whole catalog. */
export function Estimates({ place, kind }: { place: string; kind: string }) {
  const query = queryOf('/valuation/backtest', { ...(place !== '' && { search_query: place }), kind })
  return (
    <Answered<ValuationBacktest> query={query} rows={8}>
      {({ body }) => <Backtest backtest={body} kind={kind} />}
    </Answered>
  )
}

function Backtest({ backtest, kind }: { backtest: ValuationBacktest; kind: string }) {
  const { location, figures, why, method, counties, zipcodes } = backtest
  const name = location?.name ?? 'The whole catalog'
  return (
    <>
      <header>
        <h2>{name}</h2>
        {figures !== null && (
          <p>
            {count(figures.sales)} homes with prices from {day(figures.firstDay)} to {day(figures.lastDay)} were
            estimated without using their own price. Half of the estimates were off by{' '}
            {points(figures.medianErrorPercent)} or less.
          </p>
        )}
      </header>
      {figures === null ? (
        <Empty title="No figures" text={why ?? ''} />
      ) : (
        <Figures figures={figures} standard={backtest.standard} />
      )}
      {figures !== null && backtest.price_fifths.length > 0 && (
        <section>
          <h3>By price</h3>
          <Table caption="Errors by price" columns={FIFTHS} rows={backtest.price_fifths} keyOf={(_, at) => at} />
        </section>
      )}
      <Places title="Counties" places={counties} kind={kind} />
      <Places title="ZIP codes" places={zipcodes} kind={kind} />
      {figures !== null && <p class="quiet">{method}</p>}
    </>
  )
}

function Figures({ figures, standard }: { figures: BacktestFigures; standard: ValuationBacktest['standard'] }) {
  const { coverage, cod, prd, prb } = figures
  return (
    <dl class="figures">
      <Figure name="Median error" value={points(figures.medianErrorPercent)} />
      <Figure name="Within 10%" value={points(figures.within10Percent, 0)} note="of the price" />
      <Figure
        name="Tendency"
        value={signed(figures.signedMedianErrorPercent)}
        note={figures.signedMedianErrorPercent > 0 ? 'most are too high' : 'most are too low'}
      />
      <Figure name="In 80% range" value={points(coverage.of80)} />
      <Figure name="In 90% range" value={points(coverage.of90)} />
      <Figure name="Dispersion (COD)" value={decimal(cod.value, 2)} note={within(cod, `up to ${standard.codAtMost}`)} />
      <Figure
        name="Differential (PRD)"
        value={decimal(prd.value, 3)}
        note={within(prd, `${standard.prdFrom} to ${standard.prdTo}`)}
      />
      <Figure
        name="Price bias (PRB)"
        value={decimal(prb.value, 3)}
        note={within(prb, `${standard.prbFrom} to ${standard.prbTo}`)}
      />
    </dl>
  )
}

/** Says whether a measure is within the bounds of the standard for assessors. */
function within({ isWithin }: StandardMeasure, bounds: string): string {
  if (isWithin === null) return ''
  return isWithin ? `good: ${bounds}` : `outside ${bounds}`
}

const COVERED: readonly Column<{ readonly coverage: IntervalCoverage }>[] = [
  { title: 'In 80% range', cell: ({ coverage }) => points(coverage.of80), isNumber: true },
  { title: 'In 90% range', cell: ({ coverage }) => points(coverage.of90), isNumber: true },
]

const FIFTHS: readonly Column<PriceFifth>[] = [
  { title: 'Prices', cell: ({ lowestPrice, highestPrice }) => `${money(lowestPrice)} to ${money(highestPrice)}` },
  { title: 'Homes', cell: ({ sales }) => count(sales), isNumber: true },
  { title: 'Median error', cell: ({ medianErrorPercent }) => points(medianErrorPercent), isNumber: true },
  ...COVERED,
]

function Places({ title, places, kind }: { title: string; places: BacktestRegions; kind: string }) {
  if (places.listed.length === 0) return null
  const columns: readonly Column<BacktestRegions['listed'][number]>[] = [
    { title: 'Place', cell: ({ name }) => <Link to={pathOf(name, kind)}>{name}</Link> },
    { title: 'Homes', cell: ({ figures }) => count(figures.sales), isNumber: true },
    { title: 'Median error', cell: ({ figures }) => points(figures.medianErrorPercent), isNumber: true },
    { title: 'Within 10%', cell: ({ figures }) => points(figures.within10Percent, 0), isNumber: true },
    ...COVERED.map((column) => ({
      title: column.title,
      isNumber: true,
      cell: ({ figures }: BacktestRegions['listed'][number]) => column.cell(figures),
    })),
  ]
  const left = places.total - places.listed.length
  return (
    <section>
      <h3>{title}</h3>
      <Table caption={title} columns={columns} rows={places.listed} keyOf={({ name }) => name} />
      {left > 0 && <p class="quiet">And {count(left)} more. Enter a place above to see its figures.</p>}
    </section>
  )
}

function pathOf(place: string, kind: string): string {
  return `/markets?${new URLSearchParams({ search_query: place, show: 'estimates', kind })}`
}

/** Formats a percentage with a fixed number of decimals, so that a column lines up. */
function points(hundredths: number, digits = 1): string {
  return `${hundredths.toFixed(digits)}%`
}

function signed(hundredths: number): string {
  return `${hundredths > 0 ? '+' : ''}${points(hundredths)}`.replace('-', '−')
}
