import { useState } from 'preact/hooks'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Field } from '../../parts/field.tsx'
import { count, counted } from '../../parts/format.ts'
import { Link } from '../../parts/link.tsx'
import { copy } from '../../parts/request-panel.tsx'
import { Refused } from '../../parts/states.tsx'
import { toast } from '../../parts/toast.tsx'
import type { Query } from '../../service/query.ts'
import { request } from '../../service/request.ts'
import { savedHomes, toggleSaved } from '../../service/saved-homes.ts'
import { store, useStore } from '../../service/store.ts'
import { usePageCredits } from '../../service/use-row-price.ts'
import { type NewsPage, newsText, type SavedSearch, titleOf } from './saved.ts'
import { end, feedOf, rename, save } from './saved-calls.ts'
import { newsQuery, type Saved } from './use-saved.ts'

/** Texts that summarize the latest checks for updates, by path and cursor. */
const looked = store<ReadonlyMap<string, string>>(new Map())

const LONGEST_LABEL = 200

interface SavedDialogProps {
  readonly saved: Saved
  /** The current search of the page, which can be saved. */
  readonly query: Query | undefined
  readonly suggested: string
  readonly onOpen: (search: SavedSearch) => void
  readonly onClose: () => void
}

/** A dialog that saves the current search and lists the saved searches. On request, it shows the updates of each. */
export function SavedDialog({
  saved: { listed, searches, current, again },
  query,
  suggested,
  onOpen,
  onClose,
}: SavedDialogProps) {
  const [failure, setFailure] = useState('')
  const attempt = (work: Promise<unknown>) => {
    setFailure('')
    return work.catch((error: Error) => setFailure(error.message))
  }
  return (
    <Dialog title="Saved searches" onClose={onClose}>
      <div class="stack">
        {query !== undefined && current === undefined && (
          <SaveForm
            suggested={suggested}
            onSave={(label) =>
              void attempt(
                save(query, label).then((search) => {
                  toast('Saved.')
                  again()
                  onOpen(search)
                }),
              )
            }
          />
        )}
        {failure !== '' && (
          <p class="problem" role="alert">
            {failure}
          </p>
        )}
        {listed.state === 'failed' && <Refused failure={listed.failure} again={again} />}
        <SavedHomes />
        {searches.length === 0 ? (
          <p class="quiet">A saved search shows which homes are new, changed or gone since you last looked.</p>
        ) : (
          <>
            <LookAll searches={searches} attempt={attempt} />
            <ul class="saved-list" aria-label="Saved searches">
              {searches.map((search) => (
                <SavedItem
                  key={search.searchId}
                  search={search}
                  onOpen={() => onOpen(search)}
                  onRename={(label) => attempt(rename(search, label).then(again))}
                  onFeed={() => attempt(feedOf(search).then(copy).then(again))}
                  onEnd={() => attempt(end(search).then(again))}
                />
              ))}
            </ul>
          </>
        )}
      </div>
    </Dialog>
  )
}

/** Homes that the person saved in this browser. */
function SavedHomes() {
  const homes = useStore(savedHomes)
  if (homes.length === 0) return null
  return (
    <ul class="saved-list" aria-label="Saved homes">
      {homes.map((home) => (
        <li key={home.zpid}>
          <span class="saved-name">
            <Link to={`/homes/${home.zpid}`}>{home.says}</Link>
          </span>
          <Button kind="quiet" label={`Remove ${home.says}`} onClick={() => toggleSaved(home)}>
            Remove
          </Button>
        </li>
      ))}
    </ul>
  )
}

function SaveForm({ suggested, onSave }: { suggested: string; onSave: (label: string) => void }) {
  const [label, setLabel] = useState(suggested)
  const submit = (event: Event) => {
    event.preventDefault()
    if (label.trim() !== '') onSave(label.trim())
  }
  return (
    <form class="saved-form" onSubmit={submit}>
      <Field label="Save this search as">
        {(id) => (
          <input
            id={id}
            value={label}
            maxLength={LONGEST_LABEL}
            onInput={({ currentTarget }) => setLabel(currentTarget.value)}
          />
        )}
      </Field>
      <Button kind="main" type="submit">
        Save
      </Button>
    </form>
  )
}

interface LookAllProps {
  readonly searches: readonly SavedSearch[]
  readonly attempt: (work: Promise<unknown>) => Promise<unknown>
}

function LookAll({ searches, attempt }: LookAllProps) {
  const pageCredits = usePageCredits()
  const [isLooking, setLooking] = useState(false)
  const look = async () => {
    for (const search of searches) {
      const { body } = await request<NewsPage>(newsQuery(search))
      looked.set(new Map(looked.get()).set(newsQuery(search).path + search.seen, newsText([body])))
    }
  }
  return (
    <div class="row">
      <Button
        isBusy={isLooking}
        onClick={() => {
          setLooking(true)
          void attempt(look()).finally(() => setLooking(false))
        }}
      >
        {isLooking ? 'Checking…' : `Check for updates · up to ${counted(pageCredits * searches.length, 'credit')}`}
      </Button>
      <small class="quiet">
        Checking is free when nothing has changed. Opening a search costs 1 credit, plus up to{' '}
        {counted(pageCredits, 'credit')} for its updates.
      </small>
    </div>
  )
}

interface SavedItemProps {
  readonly search: SavedSearch
  readonly onOpen: () => void
  readonly onRename: (label: string) => Promise<unknown>
  readonly onFeed: () => Promise<unknown>
  readonly onEnd: () => Promise<unknown>
}

function SavedItem({ search, onOpen, onRename, onFeed, onEnd }: SavedItemProps) {
  const news = useStore(looked).get(newsQuery(search).path + search.seen)
  const [state, setState] = useState<'shown' | 'renaming' | 'ending'>('shown')
  const title = titleOf(search)
  if (state === 'renaming')
    return (
      <li>
        <form
          class="saved-form"
          onSubmit={(event) => {
            event.preventDefault()
            const label = new FormData(event.currentTarget).get('label')
            if (typeof label === 'string') void onRename(label).then(() => setState('shown'))
          }}
        >
          <Field label={`New name for ${title}`}>
            {(id) => <input id={id} name="label" defaultValue={title} maxLength={LONGEST_LABEL} required />}
          </Field>
          <Button type="submit">Rename</Button>
        </form>
      </li>
    )
  return (
    <li>
      <div class="saved-name">
        <strong>{title}</strong>
        {news !== undefined && <span class={news === 'nothing new' ? 'quiet' : 'saved-news'}>{news}</span>}
        <small class="quiet">{summaryOf(search)}</small>
      </div>
      {state === 'ending' ? (
        <div class="row">
          <span>Delete this search and its webhooks?</span>
          <Button label={`Delete ${title} for good`} onClick={() => void onEnd()}>
            Delete
          </Button>
          <Button kind="quiet" onClick={() => setState('shown')}>
            Cancel
          </Button>
        </div>
      ) : (
        <div class="row">
          <Button label={`Open ${title}`} onClick={onOpen}>
            Open
          </Button>
          <Button kind="quiet" label={`Rename ${title}`} onClick={() => setState('renaming')}>
            Rename
          </Button>
          <Button kind="quiet" label={`Copy the feed address of ${title}`} onClick={() => void onFeed()}>
            Copy feed
          </Button>
          <Button kind="quiet" label={`Delete ${title}`} onClick={() => setState('ending')}>
            Delete
          </Button>
        </div>
      )}
    </li>
  )
}

const AREA_TEXTS: Readonly<Record<string, string>> = {
  '/search/bypolygon': 'a drawn area',
  '/search/bycoordinates': 'a circle',
  '/search/bymapbounds': 'a part of the map',
}

const NO_FILTERS = /^(location|ai_search_prompt|url|polygon|radius|\w*(longitude|latitude)|listing(Status|Type))$/i

function summaryOf({ path, parameters }: SavedSearch): string {
  const { location, ai_search_prompt: sentence } = parameters
  const filters = Object.keys(parameters).filter((name) => !NO_FILTERS.test(name))
  const where = location ?? sentence ?? AREA_TEXTS[path] ?? path
  const status = parameters.listingStatus?.replace('_', ' ').toLowerCase()
  return [
    where,
    status,
    filters.length > 0 && `${count(filters.length)} ${filters.length === 1 ? 'filter' : 'filters'}`,
  ]
    .filter(Boolean)
    .join(' · ')
}
