import type { ComponentChildren } from 'preact'
import { Button } from '../../parts/button.tsx'
import type { Filters } from '../../parts/filters/use-filters.tsx'
import { count, counted } from '../../parts/format.ts'
import type { FormValues, OperationField } from '../../service/operation-fields.ts'
import { LoadAll } from './load-all.tsx'
import { NothingFits } from './nothing-fits.tsx'
import { Notices } from './notices.tsx'
import { countText, type FoundHome, type Page, thingOf } from './search-page.ts'
import type { Pages } from './use-pages.ts'
import type { Whole } from './use-whole.ts'
import type { Where } from './where.ts'

interface SummaryProps {
  readonly pages: Pages
  readonly whole: Whole
  readonly homes: readonly FoundHome[]
  readonly where: Where | undefined
  readonly onPlace: (place: string) => void
  readonly fields: readonly OperationField[]
  readonly given: FormValues
  readonly onFilter: (change: FormValues) => void
  readonly refused: Filters['refused']
  /** The estimated number of homes in the range that the handles show. */
  readonly about: number | undefined
  readonly children: ComponentChildren
}

/** Shows how many homes were found, how the query was understood, and what to try if no homes match. */
export function Summary({
  pages,
  whole,
  homes,
  where,
  onPlace,
  fields,
  given,
  onFilter,
  refused,
  about,
  children,
}: SummaryProps) {
  const { asked, answers } = pages
  const [first] = answers
  if (asked.state === 'failed') return <>{refused}</>
  if (first === undefined) return null
  return (
    <>
      <Status pages={pages} whole={whole} homes={homes} about={about} />
      {homes.length > 0 && children}
      <Notices page={first.body} place={where?.kind === 'place' ? where.text : ''} onPlace={onPlace} />
      {homes.length === 0 && isPlaced(first.body) && (
        <NothingFits answer={first} fields={fields} given={given} onChange={onFilter} />
      )}
    </>
  )
}

/** Whether the place was found. If not, filters are not the cause of an empty result. */
function isPlaced({ locations = [] }: Page): boolean {
  return locations.length === 0 || locations.some(({ found }) => found)
}

/** The most homes that one search returns. A larger result is loaded by several searches. */
const MAX_HOMES_OF_A_SEARCH = 1000

/**
 * Shows the total, the number of homes shown, and the price of loading all other homes. Screen readers announce only
 * the total.
 */
function Status({ pages, whole, homes, about }: Pick<SummaryProps, 'pages' | 'whole' | 'homes' | 'about'>) {
  const { answers, left, isLoading, failure, more } = pages
  const [first] = answers
  if (first === undefined) return null
  const { resultsCount } = first.body
  const { totalMatchingCount: total } = resultsCount
  const thing = thingOf(resultsCount)
  const isAll = homes.length >= total
  const isWholeLoading = whole.state.at === 'planning' || whole.state.at === 'loading'
  const isWholeShown = whole.homes.length > 0 && whole.homes === homes
  return (
    <div class="search-status">
      <strong role="status">{about === undefined ? countText(resultsCount) : `about ${counted(about, thing)}`}</strong>
      {!isAll && <span class="quiet">{count(homes.length)} shown</span>}
      {!isAll && left > 0 && !isWholeLoading && !isWholeShown && (
        <Button key="more" onClick={more} isBusy={isLoading}>
          {isLoading ? 'Loading…' : `Load ${count(Math.min(200, total - homes.length))} more · 1 credit`}
        </Button>
      )}
      {total > MAX_HOMES_OF_A_SEARCH && homes.length > 0 && (
        <LoadAll key="all" whole={whole} total={total} thing={thing} />
      )}
      {failure !== undefined && <span class="problem">{failure}</span>}
    </div>
  )
}
