import './search.css'
import './saved.css'
import type { ComponentChildren } from 'preact'
import { useEffect, useMemo, useState } from 'preact/hooks'
import { Button } from '../../parts/button.tsx'
import { endsAt, numbersOf, resultsBetween } from '../../parts/filters/facets.ts'
import { useFields } from '../../parts/filters/use-fields.ts'
import { useFilters } from '../../parts/filters/use-filters.tsx'
import { count, day, words } from '../../parts/format.ts'
import { reveal } from '../../parts/light.ts'
import { PassOn } from '../../parts/pass-on.tsx'
import { RequestPanel, todayOf } from '../../parts/request-panel.tsx'
import { Empty, Skeleton } from '../../parts/states.tsx'
import { factsSoFar, knownFacts } from '../../service/facts.ts'
import type { FormValues } from '../../service/operation-fields.ts'
import { rememberSearch, usePageQuery, useTitle } from '../../service/place.ts'
import { useStore } from '../../service/store.ts'
import { type Drag, Glance } from './glance.tsx'
import { LayoutSwitch, useLayout } from './layouts.tsx'
import { MovesChoice } from './moves-choice.tsx'
import { HomeList, HomeTable } from './results.tsx'
import { addressOf, isSame } from './saved.ts'
import { SavedDialog } from './saved-dialog.tsx'
import { SearchBar, STATUSES } from './search-bar.tsx'
import { SearchMap } from './search-map.tsx'
import { type FoundHome, homesIn, withMoves } from './search-page.ts'
import { Summary } from './summary.tsx'
import { useMap } from './use-map.ts'
import { asMoves, type Moves, spanIn, useMoves } from './use-moves.ts'
import { type Pages, usePages } from './use-pages.ts'
import { useSaved } from './use-saved.ts'
import { useSentences } from './use-sentences.ts'
import { useWhole, type Whole } from './use-whole.ts'
import { WhatsNew } from './whats-new.tsx'
import {
  asAddress,
  BY_ANYBODY,
  filtersIn,
  filtersOfAll,
  pathOf,
  positionIn,
  positionText,
  searchQuery,
  type Where,
  whereIn,
} from './where.ts'

/** Parameters shown elsewhere on the page, not among the filters. */
const ELSEWHERE: ReadonlySet<string> = new Set(['listingStatus', 'sortOrder', 'page', 'explain', 'part', 'facets'])

/** Searches homes in a place, on the map or in a drawn shape, and shows them as a list, a table and a map. */
export function SearchView() {
  const [asked, ask] = usePageQuery()
  const where = whereIn(asked)
  const filters = filtersIn(asked)
  if (where !== undefined) rememberSearch(location.search)
  useTitle('Search', where?.kind === 'place' ? where.text : '')
  const layout = useLayout(asked, where !== undefined)
  const isMapShown = layout === 'split' || layout === 'map'
  const query = where && searchQuery(where, filters)
  const pages = usePages(query)
  const latest = pages.answers.at(-1)
  const whole = useWhole(query)
  const saved = useSaved(asked.get('saved') ?? '')
  const { current } = saved
  const isSaved = current !== undefined && isSame(current, where, filters)
  const span = spanIn(asked.get('moves') ?? '', isSaved)
  const moved = useMoves(query, span, saved.news)
  const { homes, zpids } = useShownHomes(pages, whole, moved)
  const described = useFields(pathOf(where))
  const [lit, setLit] = useState<string | undefined>()
  const [isListing, setListing] = useState(false)
  const position = positionIn(asked)
  const fields = described
    .filter(({ name, required }) => !required && !ELSEWHERE.has(name))
    .map((field) => (field.name in BY_ANYBODY ? { ...field, standard: BY_ANYBODY.listingType } : field))
  const goTo = (next: Where | undefined, replace = false, also: FormValues = {}) =>
    ask({ ...asAddress(next), page: '', saved: '', ...(next?.kind === 'place' && { map: '' }), ...also }, replace)
  const place = (text: string) => goTo({ kind: 'place', text })
  const askAnew = (search: FormValues) => {
    const others = Object.fromEntries([...asked.keys()].filter((name) => name !== 'layout').map((name) => [name, '']))
    ask({ ...others, ...search })
  }
  const [dropped, hear] = useSentences(place, askAnew)
  const facets = pages.answers[0]?.body.facets
  const refine = useFilters({ fields, given: filters, asked: pages.asked, facets, action: 'Show homes', onChange: ask })
  const [drag, setDrag] = useState<Drag | undefined>()
  useEffect(() => setDrag(undefined), [facets])
  const dragged = drag && numbersOf(drag.name, facets)
  const map = useMap({
    where,
    filters,
    query,
    pages,
    homes,
    drag,
    isShown: isMapShown,
    isPositioned: position !== undefined,
  })
  const summary = (
    <Summary
      pages={pages}
      whole={whole}
      homes={homes}
      where={where}
      fields={fields}
      given={filters}
      onFilter={ask}
      onPlace={place}
      refused={refine.refused}
      about={dragged && resultsBetween(endsAt(drag.text, dragged), dragged)}
    >
      <MovesChoice
        moves={moved}
        shown={homes.filter(({ move }) => move).length}
        span={span}
        isSaved={isSaved}
        onChoose={(chosen) => ask({ moves: asMoves(chosen, isSaved) }, true)}
      />
    </Summary>
  )
  const news = current && (
    <WhatsNew
      key={current.searchId}
      search={current}
      saved={saved}
      query={isSaved ? undefined : query}
      onClose={() => ask({ saved: '' })}
    />
  )
  return (
    <div class={`search layout-is-${layout}`}>
      <h1 class="unseen">Search</h1>
      <OnPaper where={where} status={filters.listingStatus} today={latest && todayOf(latest)} />
      <div class="search-top">
        <SearchBar
          where={where}
          status={filters.listingStatus ?? ''}
          order={described.find(({ name }) => name === 'sortOrder')}
          ordered={filters.sortOrder ?? ''}
          onSearch={hear}
          onChange={ask}
        >
          {refine.button}
        </SearchBar>
        <Button onClick={() => setListing(true)} label={`Saved searches, ${count(saved.searches.length)}`}>
          Saved {saved.searches.length > 0 && <span class="badge">{count(saved.searches.length)}</span>}
        </Button>
        <PassOn />
        <LayoutSwitch layout={layout} onChange={(name) => ask({ layout: name }, true)} />
      </div>
      {layout !== 'map' && (
        <div class="search-results">
          {dropped !== '' && (
            <p class="notice" role="status">
              {dropped}
            </p>
          )}
          {refine.chips}
          {facets && (
            <Glance facets={facets} fields={fields} given={filters} drag={drag} onDrag={setDrag} onChange={ask} />
          )}
          {news}
          <Results
            pages={pages}
            homes={homes}
            summary={summary}
            onPlace={place}
            table={
              layout === 'table' ? (
                <HomeTable
                  homes={homes}
                  sortedBy={asked.get('sorted') ?? ''}
                  onSort={(sorted) => ask({ sorted }, true)}
                />
              ) : undefined
            }
            lit={lit}
            onLight={setLit}
          />
        </div>
      )}
      {isMapShown && (
        <SearchMap
          map={map}
          zpids={zpids}
          status={filters.listingStatus ?? ''}
          filtersOfAll={filtersOfAll(filters)}
          where={where}
          lit={lit}
          onLight={(id) => {
            setLit(id)
            reveal(id)
          }}
          onWhere={goTo}
          position={position}
          onPosition={(reached) => ask({ map: positionText(reached) }, true)}
        />
      )}
      {layout === 'map' && (where !== undefined || news !== undefined) && (
        <div class="search-under">
          {news}
          {summary}
        </div>
      )}
      {query !== undefined && <RequestPanel query={latest?.query ?? query} answer={latest} />}
      {refine.dialog}
      {isListing && (
        <SavedDialog
          saved={saved}
          query={query}
          suggested={where?.kind === 'place' ? where.text : 'An area of the map'}
          onOpen={(search) => {
            setListing(false)
            askAnew({ ...addressOf(search), saved: search.searchId })
          }}
          onClose={() => setListing(false)}
        />
      )}
    </div>
  )
}

/** A heading for the printed page, which replaces the form fields. */
function OnPaper({
  where,
  status = '',
  today,
}: {
  where: Where | undefined
  status: string | undefined
  today: string | undefined
}) {
  const place = where?.kind === 'place' ? where.text : 'an area of the map'
  return (
    <header class="on-paper">
      <h2>
        {STATUSES[status] ?? words(status)} in {place}
      </h2>
      <p class="quiet">
        {today !== undefined && `As of ${day(today)} · `}
        {location.href}
      </p>
    </header>
  )
}

interface ResultsProps {
  readonly pages: Pages
  readonly homes: readonly FoundHome[]
  readonly summary: ComponentChildren
  readonly onPlace: (place: string) => void
  /** Shown in place of the list. */
  readonly table: ComponentChildren
  readonly lit: string | undefined
  readonly onLight: (id: string | undefined) => void
}

function Results({ pages: { asked, answers }, homes, summary, onPlace, table, lit, onLight }: ResultsProps) {
  if (asked.state === 'idle') return <Start onPlace={onPlace} />
  if (asked.state !== 'failed' && answers.length === 0) return <Skeleton rows={8} />
  const list = table ?? <HomeList homes={homes} isBusy={asked.state === 'asking'} lit={lit} onLight={onLight} />
  return (
    <>
      {summary}
      {asked.state !== 'failed' && list}
    </>
  )
}

/** The page before the first search, with the places that have the most homes. */
function Start({ onPlace }: { onPlace: (place: string) => void }) {
  const { starts, sample } = useStore(knownFacts) ?? factsSoFar()
  return (
    <Empty
      title="Where do you want to search?"
      text="Enter a place, draw an area on the map, or move the map and search there."
    >
      {starts.length > 0 && (
        <>
          <p class="quiet">Places with the most homes on the market:</p>
          <div class="row">
            {starts.map(({ name }) => (
              <Button key={name} onClick={() => onPlace(name)}>
                {name}
              </Button>
            ))}
          </div>
        </>
      )}
      {sample && <p class="quiet">This catalog is a sample. All of its homes are invented.</p>}
    </Empty>
  )
}

interface ShownHomes {
  readonly homes: readonly FoundHome[]
  readonly zpids: ReadonlyMap<string, number>
}

/** Returns the homes to show: the search's own pages, or all homes once they are loaded. */
function useShownHomes({ answers }: Pages, { homes: all }: Whole, { moves }: Moves): ShownHomes {
  const [first] = answers
  return useMemo(() => {
    const own = answers.flatMap(({ body }) => homesIn(body))
    const homes = withMoves(all.length > own.length ? all : own, moves)
    return { homes, zpids: new Map(homes.map(({ id, zpid }) => [id, zpid])) }
  }, [first, answers.length, all, moves])
}
