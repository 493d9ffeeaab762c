import type { ComponentChildren } from 'preact'
import { useMemo } from 'preact/hooks'
import { usePageQuery } from '../service/place.ts'
import { queryOf } from '../service/query.ts'
import { shownIn, useAnswer } from '../service/use-answer.ts'
import { Cards } from './card.tsx'
import type { Facets } from './filters/facets.ts'
import { BesideFields } from './filters/filter-field.tsx'
import { useFields } from './filters/use-fields.ts'
import { useFilters } from './filters/use-filters.tsx'
import { counted } from './format.ts'
import { CardsOnMap } from './map/cards-on-map.tsx'
import type { MapPoint } from './map/shapes.ts'
import { PlaceForm } from './place-form.tsx'
import { RequestPanel } from './request-panel.tsx'
import { Empty, Skeleton } from './states.tsx'

/** An operation that finds things by their place, and the parameters that have a place of their own on the page. */
export interface PlacedOperation {
  readonly path: string
  /** Names the places. */
  readonly place: string
  /** Names the page of results; another search begins with the first. */
  readonly paging: string
  /** Stand beside the place; all others are filters. */
  readonly beside: readonly string[]
}

interface PlaceSearchProps<T> {
  readonly operation: PlacedOperation
  readonly title: string
  /** The words for the results. */
  readonly things: { readonly one: string; readonly many: string }
  readonly label: string
  readonly placeholder: string
  /** Said before anything is asked. */
  readonly start: { readonly title: string; readonly text: string }
  /** One card for each thing that was found. */
  readonly cards: (found: T) => ComponentChildren
  /** Where on the map they are; those without a place are in none. */
  readonly points: (found: T) => readonly MapPoint[]
  /** Leads to other pages of the results, where there are some. */
  readonly pages: (found: T, onPage: (page: string) => void) => ComponentChildren
}

/** A search by place with every filter of its operation. The page's address holds all of it. */
export function PlaceSearch<T extends { readonly total: number; readonly facets?: Facets }>(
  props: PlaceSearchProps<T>,
) {
  const { operation, title, things, label, placeholder, start, cards, points, pages } = props
  const { path, place, paging, beside } = operation
  const [asked, ask] = usePageQuery()
  const given = Object.fromEntries(asked)
  const where = given[place] ?? ''
  const query = queryOf(path, { [place]: where, ...given, facets: 'all' })
  const answered = useAnswer<T>(where === '' ? undefined : query)
  const answer = shownIn(answered)
  const pins = useMemo(() => (answer === undefined ? [] : points(answer.body)), [answer])
  const fields = useFields(path)
  const change = (values: Readonly<Record<string, string>>) => ask({ ...values, [paging]: '' })
  const filters = useFilters({
    fields: fields.filter(({ name }) => ![place, paging, 'facets', ...beside].includes(name)),
    given,
    asked: answered,
    facets: answer?.body.facets,
    action: `Show ${things.many}`,
    onChange: change,
  })
  return (
    <div class="page">
      <h1>{title}</h1>
      <PlaceForm
        key={where}
        label={label}
        placeholder={placeholder}
        place={where}
        onAsk={(text) => change({ [place]: text })}
      >
        <BesideFields fields={fields} names={beside} given={given} onChange={change} />
        {filters.button}
      </PlaceForm>
      {filters.chips}
      {answered.state === 'idle' && <Empty {...start} />}
      {answered.state === 'asking' && answer === undefined && <Skeleton rows={8} />}
      {filters.refused}
      {answer !== undefined && (
        <>
          <p class="quiet" role="status">
            {counted(answer.body.total, things.one, things.many)}
          </p>
          {answer.body.total === 0 && <Empty title="No matches" text="Remove a filter or try another place." />}
          <CardsOnMap label={`Map: the ${things.many} of this page`} points={pins}>
            <Cards isBusy={answered.state === 'asking'}>{cards(answer.body)}</Cards>
          </CardsOnMap>
          {pages(answer.body, (page) => ask({ [paging]: page }))}
        </>
      )}
      {where !== '' && <RequestPanel query={query} answer={answer} />}
      {filters.dialog}
    </div>
  )
}
