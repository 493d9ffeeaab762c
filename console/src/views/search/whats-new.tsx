import { useEffect, useRef } from 'preact/hooks'
import { Button } from '../../parts/button.tsx'
import { ChangeList, FIRST_SHOWN } from '../../parts/changes/changes.tsx'
import { count, counted } from '../../parts/format.ts'
import { Refused, Skeleton } from '../../parts/states.tsx'
import { toast } from '../../parts/toast.tsx'
import { BASE } from '../../service/place.ts'
import type { Query } from '../../service/query.ts'
import { usePageCredits } from '../../service/use-row-price.ts'
import { addressOf, newsText, type SavedSearch, titleOf } from './saved.ts'
import { markSeen, updateQuery } from './saved-calls.ts'
import type { Saved } from './use-saved.ts'

interface WhatsNewProps {
  readonly search: SavedSearch
  readonly saved: Saved
  /** The page's search, if it differs from the saved search and can replace it. */
  readonly query: Query | undefined
  readonly onClose: () => void
}

/** Shows which homes joined, left or changed in a saved search since the person last looked. */
export function WhatsNew({ search, saved: { news, again }, query, onClose }: WhatsNewProps) {
  const { asked, answers, hasMore, isLoading, failure, more } = news
  const price = counted(usePageCredits(), 'credit')
  const pages = answers.map(({ body }) => body)
  const next = pages.at(-1)?.next
  const lists = [
    { title: 'New', changes: pages.flatMap(({ entered }) => entered) },
    { title: 'Changed', changes: pages.flatMap(({ changed }) => changed.map(({ change }) => change)) },
    { title: 'Gone', changes: pages.flatMap(({ left }) => left) },
  ].filter(({ changes }) => changes.length > 0)
  const isWhole = !hasMore && lists.every(({ changes }) => changes.length <= FIRST_SHOWN)
  const end = useSeenOnLeaving(search.searchId, isWhole && lists.length > 0 ? next : undefined)
  const then = (work: Promise<void>) => void work.then(again, (error: Error) => toast(error.message))
  const see = (seen: string) => then(markSeen(search.searchId, seen))
  return (
    <section class="whats-new sheet" aria-label={`New for ${titleOf(search)}`}>
      <header>
        <h2>{titleOf(search)}</h2>
        <span role="status">{answers.length > 0 && newsText(pages)}</span>
        <div class="row">
          {query && <Button onClick={() => then(updateQuery(search, query))}>Update the saved search</Button>}
          {lists.length > 0 && next !== undefined && <Button onClick={() => see(next)}>Mark as seen</Button>}
          <Button kind="quiet" onClick={onClose}>
            Close
          </Button>
        </div>
      </header>
      {asked.state === 'asking' && answers.length === 0 && <Skeleton rows={2} />}
      {asked.state === 'failed' && (
        <Refused failure={asked.failure} again={asked.again}>
          <Button onClick={() => see('now')}>Start again from now</Button>
        </Refused>
      )}
      {lists.map(({ title, changes }) => (
        <details key={title} open>
          <summary>
            {title} <span class="badge">{count(changes.length)}</span>
          </summary>
          <ChangeList label={title} changes={changes} />
        </details>
      ))}
      {hasMore && (
        <Button onClick={more} isBusy={isLoading}>
          {isLoading ? 'Checking…' : `Continue · up to ${price}`}
        </Button>
      )}
      {failure !== undefined && <p class="problem">{failure}</p>}
      {addressOf(search) === undefined && (
        <p class="quiet">
          Another client saved this search with parameters that this page cannot show. You see its updates, but not its
          homes.
        </p>
      )}
      {lists.length > 0 && (
        <p ref={end} class="quiet">
          {isWhole
            ? 'Scrolled to the end: these updates are marked as seen when you leave this search.'
            : 'These updates stay new until you mark them as seen.'}
        </p>
      )}
    </section>
  )
}

/**
 * Marks everything up to `next` as seen when the person leaves the search, if the end of the list was visible. Opening
 * a home does not count as leaving, because the back button returns to the list.
 */
function useSeenOnLeaving(searchId: string, next: string | undefined) {
  const end = useRef<HTMLParagraphElement>(null)
  const read = useRef<string | undefined>(undefined)
  useEffect(() => {
    const { current } = end
    if (next === undefined || current === null) return undefined
    const seen = new IntersectionObserver(([entry]) => {
      if (entry?.isIntersecting) read.current = next
    })
    seen.observe(current)
    return () => seen.disconnect()
  }, [next])
  useEffect(
    () => () => {
      const { current } = read
      read.current = undefined
      if (current === undefined || location.pathname.startsWith(`${BASE}/homes/`)) return
      markSeen(searchId, current).catch(() => {}) // if this fails, the updates stay marked as new
    },
    [searchId],
  )
  return end
}
