import './search.css'
import { useEffect, useMemo, useState } from 'preact/hooks'
import { Button } from '../../parts/button.tsx'
import { FilterChips } from '../../parts/filters/filter-chips.tsx'
import { count } from '../../parts/format.ts'
import { reveal } from '../../parts/light.ts'
import { type Bounds, boundsOf, type MapPoint } from '../../parts/map/shapes.ts'
import { RequestPanel } from '../../parts/request-panel.tsx'
import { Empty, Refused, Skeleton } from '../../parts/states.tsx'
import { fieldsOf, type OperationField } from '../../service/operation-fields.ts'
import { Problem } from '../../service/problem.ts'
import { usePageQuery } from '../../shell/router.tsx'
import { FilterDialog } from './filter-dialog.tsx'
import { type FoundHome, homesIn, pointsOf } from './found.ts'
import { LayoutSwitch, layoutIn } from './layouts.tsx'
import { Notices } from './notices.tsx'
import { HomeList, HomeTable } from './results.tsx'
import { SearchBar } from './search-bar.tsx'
import { SearchMap } from './search-map.tsx'
import { type Pages, usePages } from './use-pages.ts'
import { asAddress, boundsOfWhere, filtersIn, pathOf, searchQuery, type Where, whereIn } from './where.ts'

/** Places to begin with. */
const STARTS = ['Austin, TX', 'Miami, FL', '78704', 'Travis County, TX']

/** Parameters that have a place of their own on the page. */
const ELSEWHERE: ReadonlySet<string> = new Set(['listingStatus', 'sortOrder', 'page', 'explain', 'part'])

/** Homes in a place, on the map or in a drawn shape: as a list, a table and on the map. */
export function SearchView() {
  const [asked, ask] = usePageQuery()
  const where = whereIn(asked)
  const filters = filtersIn(asked)
  const layout = layoutIn(asked)
  const query = where && searchQuery(where, filters)
  const pages = usePages(query)
  const { homes, points, zpids } = useFound(pages)
  const described = useFields(pathOf(where))
  const [lit, setLit] = useState<string | undefined>()
  const [isFiltering, setFiltering] = useState(false)
  const fit = useFit(where, points)
  const fields = described.filter(({ name, required }) => !required && !ELSEWHERE.has(name))
  const goTo = (next: Where | undefined, replace = false) => ask({ ...asAddress(next), page: '' }, replace)
  const place = (text: string) => goTo({ kind: 'place', text })
  const latest = pages.answers.at(-1)
  const failure = pages.asked.state === 'failed' ? pages.asked.failure : undefined
  const problems = failure instanceof Problem ? (failure.document.errors ?? []) : []
  return (
    <div class={`search layout-is-${layout}`}>
      <h1 class="unseen">Search</h1>
      <div class="search-top">
        <SearchBar
          where={where}
          status={filters.listingStatus ?? ''}
          order={described.find(({ name }) => name === 'sortOrder')}
          ordered={filters.sortOrder ?? ''}
          set={fields.filter(({ name }) => filters[name]).length}
          onPlace={place}
          onChange={ask}
          onFilters={() => setFiltering(true)}
        />
        <LayoutSwitch layout={layout} onChange={(name) => ask({ layout: name }, true)} />
      </div>
      {layout !== 'map' && (
        <div class="search-results">
          <FilterChips fields={fields} given={filters} onChange={ask} />
          <Results
            pages={pages}
            homes={homes}
            where={where}
            onPlace={place}
            isTable={layout === 'table'}
            lit={lit}
            onLight={setLit}
            onFilters={problems.length > 0 ? () => setFiltering(true) : undefined}
          />
        </div>
      )}
      {(layout === 'split' || layout === 'map') && (
        <SearchMap
          label={`Map: ${homes.length === 0 ? 'no homes' : `${count(homes.length)} homes`}, the same as in the list`}
          points={points}
          zpids={zpids}
          where={where}
          fit={fit}
          lit={lit}
          onLight={(id) => {
            setLit(id)
            reveal(id)
          }}
          onWhere={goTo}
        />
      )}
      {layout === 'map' && where !== undefined && <Status pages={pages} homes={homes} />}
      {query !== undefined && <RequestPanel query={latest?.query ?? query} answer={latest} />}
      {isFiltering && (
        <FilterDialog
          fields={fields}
          given={filters}
          problems={problems}
          onApply={ask}
          onClose={() => setFiltering(false)}
        />
      )}
    </div>
  )
}

interface ResultsProps {
  readonly pages: Pages
  readonly homes: readonly FoundHome[]
  readonly where: Where | undefined
  readonly isTable: boolean
  readonly lit: string | undefined
  readonly onLight: (id: string | undefined) => void
  readonly onPlace: (place: string) => void
  /** Given where the service has something against a filter. */
  readonly onFilters: (() => void) | undefined
}

function Results({ pages, homes, where, isTable, lit, onLight, onPlace, onFilters }: ResultsProps) {
  const { asked, answers } = pages
  const [first] = answers
  if (asked.state === 'idle')
    return (
      <Empty title="Where shall we look?" text="Name a place, draw an area on the map, or move it and search there.">
        <div class="row">
          {STARTS.map((start) => (
            <Button key={start} onClick={() => onPlace(start)}>
              {start}
            </Button>
          ))}
        </div>
      </Empty>
    )
  if (asked.state === 'failed')
    return (
      <Refused failure={asked.failure} again={asked.again}>
        {onFilters && <Button onClick={onFilters}>Change the filters</Button>}
      </Refused>
    )
  if (first === undefined) return <Skeleton rows={8} />
  const isBusy = asked.state === 'asking'
  return (
    <>
      <Status pages={pages} homes={homes} />
      <Notices page={first.body} place={where?.kind === 'place' ? where.text : ''} onPlace={onPlace} />
      {homes.length === 0 && (
        <Empty title="No home fits" text="Another status, fewer filters or a larger place may have some." />
      )}
      {isTable ? <HomeTable homes={homes} /> : <HomeList homes={homes} isBusy={isBusy} lit={lit} onLight={onLight} />}
    </>
  )
}

/** How many there are, how many are shown, and what the others cost. */
function Status({ pages, homes }: { pages: Pages; homes: readonly FoundHome[] }) {
  const { answers, left, isLoading, failure, more } = pages
  const [first] = answers
  if (first === undefined) return null
  const { totalMatchingCount: total } = first.body.resultsCount
  const isAll = homes.length >= total
  return (
    <div class="search-status" role="status">
      <strong>{total === 1 ? '1 home' : `${count(total)} homes`}</strong>
      {!isAll && <span class="quiet">{count(homes.length)} shown</span>}
      {!isAll && left > 0 && (
        <Button onClick={more} disabled={isLoading}>
          {isLoading ? 'Loading…' : `Load ${count(Math.min(200, total - homes.length))} more · 1 credit`}
        </Button>
      )}
      {!isAll && left <= 0 && homes.length > 0 && (
        <span class="quiet">That is the most one search gives: a filter or a smaller area shows the others.</span>
      )}
      {failure !== undefined && <span class="problem">{failure}</span>}
    </div>
  )
}

interface Found {
  readonly homes: readonly FoundHome[]
  readonly points: readonly MapPoint[]
  readonly zpids: ReadonlyMap<string, number>
}

function useFound({ answers }: Pages): Found {
  const [first] = answers
  return useMemo(() => {
    const homes = answers.flatMap(({ body }) => homesIn(body))
    return { homes, points: pointsOf(homes), zpids: new Map(homes.map(({ id, zpid }) => [id, zpid])) }
  }, [first, answers.length])
}

/** Filters can be set only once they are known; all else works without. */
function useFields(path: string): readonly OperationField[] {
  const [fields, setFields] = useState<readonly OperationField[]>([])
  useEffect(() => {
    let isOver = false
    fieldsOf(path).then(
      (found) => !isOver && setFields(found),
      () => {}, // the search says why the service does not answer
    )
    return () => {
      isOver = true
    }
  }, [path])
  return fields
}

/** Where the map goes: once to each place, when its homes are known, so that it does not move under the hand. */
function useFit(where: Where | undefined, points: readonly MapPoint[]): Bounds | undefined {
  const [fit, setFit] = useState<Bounds | undefined>(() => boundsOfWhere(where))
  const [fitted, setFitted] = useState<string | undefined>()
  const place = where?.kind === 'place' ? where.text : undefined
  useEffect(() => {
    if (place === fitted) return
    const bounds = place === undefined ? undefined : boundsOf(points)
    if (place !== undefined && bounds === undefined) return
    setFitted(place)
    if (bounds !== undefined) setFit(bounds)
  }, [place, points])
  return fit
}
