import type { ComponentChildren } from 'preact'
import { useMemo } from 'preact/hooks'
import { usePageQuery, useTitle } from '../service/place.ts'
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

/** An operation that searches by place, and the names of parameters that the page treats specially. */
export interface PlacedOperation {
  readonly path: string
  /** The parameter that takes the places. */
  readonly place: string
  /** The parameter that takes the page number or cursor. A new search starts at the first page. */
  readonly paging: string
  /** Parameters shown beside the place; all others are filters. */
  readonly beside: readonly string[]
}

interface PlaceSearchProps<T> {
  readonly operation: PlacedOperation
  readonly title: string
  /** The noun for the results, singular and plural. */
  readonly things: { readonly one: string; readonly many: string }
  readonly label: string
  readonly placeholder: string
  /** Shown before the first search. */
  readonly start: { readonly title: string; readonly text: string }
  readonly cards: (found: T) => ComponentChildren
  /** Returns the positions of those results that have a position. */
  readonly points: (found: T) => readonly MapPoint[]
  /** Renders links to other pages of results, if any. */
  readonly pages: (found: T, onPage: (page: string) => void) => ComponentChildren
}

/**
 * A search by place, with every filter of its operation. The page's address contains the whole search, so links restore
 * it.
 */
export function PlaceSearch<T extends { readonly total: number; readonly facets?: Facets }>(
  props: PlaceSearchProps<T>,
) {
  const { operation, title, things, label, placeholder, start, cards, points, pages } = props
  const { path, place, paging, beside } = operation
  const [asked, ask] = usePageQuery()
  const given = Object.fromEntries(asked)
  const where = given[place] ?? ''
  useTitle(title, where)
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
