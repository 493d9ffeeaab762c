import { useState } from 'preact/hooks'
import { Answered } from '../../parts/answered.tsx'
import { bill, counted, day, money, percent, shortMoney, words } from '../../parts/format.ts'
import { lazy } from '../../parts/lazy.tsx'
import { Empty } from '../../parts/states.tsx'
import { Table } from '../../parts/table.tsx'
import { Tabs } from '../../parts/tabs.tsx'
import type { Chart as ChartAnswer, ChartLine, PriceEvent, RecordedEvent, TaxYear } from '../../service/answers.ts'
import { queryOf } from '../../service/query.ts'

const LineChart = lazy(async () => (await import('../../parts/chart.tsx')).LineChart)

export function PriceHistory({ events }: { events: readonly PriceEvent[] }) {
  if (events.length === 0) return null
  return (
    <section>
      <h2>Price history</h2>
      <Table
        caption="Price history"
        rows={events}
        keyOf={({ date, event }) => `${date} ${event}`}
        columns={[
          { title: 'Day', cell: ({ date }) => <time dateTime={date}>{day(date)}</time> },
          { title: 'Event', cell: ({ event, postingIsRental }) => (postingIsRental ? `${event} (rent)` : event) },
          { title: 'Price', cell: ({ price }) => money(price), isNumber: true },
          { title: 'Change', cell: ({ priceChangeRate }) => change(priceChangeRate), isNumber: true },
          { title: 'Per sq ft', cell: ({ pricePerSquareFoot }) => money(pricePerSquareFoot), isNumber: true },
          { title: 'Source', cell: ({ source }) => source ?? '' },
        ]}
      />
    </section>
  )
}

/** Deeds, mortgages, liens and permits. Nothing is shown if none are known. */
export function RecordedEvents({ events = [] }: { events?: readonly RecordedEvent[] | undefined }) {
  if (events.length === 0) return null
  return (
    <section>
      <h2>Public records</h2>
      <Table
        caption="Public records"
        rows={events}
        keyOf={({ date, type, documentNumber }) => `${date} ${type} ${documentNumber}`}
        columns={[
          { title: 'Day', cell: ({ date }) => <time dateTime={date}>{day(date)}</time> },
          {
            title: 'Record',
            cell: ({ type, description, status }) =>
              [words(type), description, status].filter((part) => part !== null).join(' · '),
          },
          { title: 'Amount', cell: ({ amount }) => bill(amount), isNumber: true },
          { title: 'Parties', cell: ({ parties }) => parties.join(', ') },
          { title: 'Document', cell: ({ documentNumber }) => documentNumber ?? '' },
          { title: 'Source', cell: ({ source }) => source },
        ]}
      />
    </section>
  )
}

export function TaxHistory({ years }: { years: readonly TaxYear[] }) {
  if (years.length === 0) return null
  return (
    <section>
      <h2>Taxes</h2>
      <Table
        caption="Taxes by year"
        rows={years}
        keyOf={({ time }) => time}
        columns={[
          { title: 'Year', cell: ({ time }) => new Date(time).getUTCFullYear() },
          { title: 'Tax', cell: ({ taxPaid }) => bill(taxPaid), isNumber: true },
          { title: 'Change in tax', cell: ({ taxIncreaseRate }) => change(taxIncreaseRate), isNumber: true },
          { title: 'Assessed', cell: ({ value }) => money(value), isNumber: true },
          { title: 'Change in assessment', cell: ({ valueIncreaseRate }) => change(valueIncreaseRate), isNumber: true },
        ]}
      />
    </section>
  )
}

/** Formats a change. A rate of 0 becomes empty, because it means no earlier value or no change. */
function change(rate: number | null): string {
  if (rate === null || rate === 0) return ''
  return `${rate > 0 ? '+' : ''}${percent(rate)}`
}

const CHARTS = [
  { name: 'zestimate_history', title: 'Value' },
  { name: 'rent_zestimate_history', title: 'Rent' },
  { name: 'listing_price', title: 'Prices' },
  { name: 'tax_assessment', title: 'Assessment' },
  { name: 'tax_paid', title: 'Tax' },
]

/** Charts of ten years for the home, its city and its ZIP code. */
export function Charts({ zpid }: { zpid: number }) {
  const [which, choose] = useState('zestimate_history')
  const query = queryOf('/graph_charts', { byzpid: zpid, which, recent_first: false })
  return (
    <section>
      <h2>Over the years</h2>
      <Tabs label="Charts" tabs={CHARTS} chosen={which} onChoose={choose}>
        <Answered<ChartAnswer> query={query} rows={6}>
          {({ body, query: { params } }) => (
            <Chart
              series={body.DataPoints.homeValueChartData ?? []}
              title={CHARTS.find(({ name }) => name === params.which)?.title ?? 'Chart'}
            />
          )}
        </Answered>
      </Tabs>
    </section>
  )
}

function Chart({ series, title }: { series: readonly ChartLine[]; title: string }) {
  if (series.every(({ points }) => points.length <= 1))
    return (
      <Empty
        title="Not enough data for a chart"
        text={`Only ${counted(pointsIn(series), 'data point')} in ten years.`}
      />
    )
  return (
    <>
      <LineChart label={title} series={series} format={money} formatAxis={shortMoney} />
      <small class="quiet">
        {series.map(({ name, source }) => (source ? `${name}: ${source}` : name)).join('. ')}.
      </small>
    </>
  )
}

function pointsIn(series: readonly { readonly points: readonly unknown[] }[]): number {
  return series.reduce((total, { points }) => total + points.length, 0)
}
