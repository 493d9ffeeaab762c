import './changes-view.css'
import { useState } from 'preact/hooks'
import { Button } from '../../parts/button.tsx'
import { kindTitle } from '../../parts/changes/change.ts'
import { ChangeList } from '../../parts/changes/changes.tsx'
import { Choice } from '../../parts/field.tsx'
import { BesideFields } from '../../parts/filters/filter-field.tsx'
import { useFields } from '../../parts/filters/use-fields.ts'
import { useFilters } from '../../parts/filters/use-filters.tsx'
import { count, counted, moment } from '../../parts/format.ts'
import { PlaceForm } from '../../parts/place-form.tsx'
import { RequestPanel } from '../../parts/request-panel.tsx'
import { Empty, Skeleton } from '../../parts/states.tsx'
import { Tabs } from '../../parts/tabs.tsx'
import type { OperationField } from '../../service/operation-fields.ts'
import { usePageQuery } from '../../service/place.ts'
import { queryOf } from '../../service/query.ts'
import { SPAN_TITLES, USUAL_SPAN, useSince } from '../../service/span.ts'
import { PAGE_ROWS, usePageCredits } from '../../service/use-row-price.ts'
import { type Commit, commitsOf } from './commits.ts'
import { type Events, FOLLOWED_MAX, useEvents } from './use-events.ts'

interface Followed {
  readonly name: string
  readonly title: string
  readonly path: string
  readonly place: string
  readonly placeLabel: string
}

const FOLLOWED: readonly Followed[] = [
  { name: '', title: 'Homes', path: '/changes', place: 'location', placeLabel: 'Place' },
  { name: 'offers', title: 'Offers', path: '/changes/offers', place: 'location', placeLabel: 'Places' },
  {
    name: 'experiences',
    title: 'Experiences',
    path: '/changes/experiences',
    place: 'searchDestinations',
    placeLabel: 'Destinations',
  },
]

/** Names in the page's address that are not parameters of the query. */
const OWN: readonly string[] = ['of', 'span']

/** Parameters shown beside the place. Parameters that have a group are filters. */
const BESIDE: readonly string[] = ['listingStatus', 'searchType']

/** Shows what each import and sync changed, newest first. New changes appear while the page is open. */
export function ChangesView() {
  const [asked, ask] = usePageQuery()
  const of = FOLLOWED.find(({ name }) => name === (asked.get('of') ?? '')) ?? FOLLOWED[0]
  if (of === undefined) return null
  return (
    <div class="page changes-page">
      <h1>Changes</h1>
      <Tabs
        label="What changed"
        tabs={FOLLOWED}
        chosen={of.name}
        onChoose={(name) => ask({ ...Object.fromEntries([...asked.keys()].map((key) => [key, ''])), of: name })}
      >
        <ChangesOf key={of.name} of={of} />
      </Tabs>
    </div>
  )
}

function ChangesOf({ of: { path, place, placeLabel } }: { of: Followed }) {
  const [asked, ask] = usePageQuery()
  const [follows, setFollows] = useState(true)
  const given = Object.fromEntries([...asked].filter(([name]) => !OWN.includes(name)))
  const span = asked.get('span') ?? USUAL_SPAN
  const since = useSince(span)
  const query = queryOf(path, { before: 'now', since, ...given, resultCount: PAGE_ROWS })
  const events = useEvents(query, follows)
  const { asked: answered, answers } = events.pages
  const fields = useFields(path)
  const filters = useFilters({
    fields: fields.filter(({ group }) => group !== undefined),
    given,
    asked: answered,
    action: 'Show changes',
    onChange: ask,
  })
  return (
    <div class="stack">
      <PlaceForm
        key={given[place]}
        label={placeLabel}
        placeholder="Everywhere"
        place={given[place] ?? ''}
        onAsk={(text) => ask({ [place]: text })}
      >
        <Choice
          label="Changes of"
          chosen={span}
          choices={SPAN_TITLES}
          onChoose={(next) => ask({ span: next === USUAL_SPAN ? '' : next })}
        />
        <BesideFields fields={fields} names={BESIDE} given={given} onChange={ask} />
        {filters.button}
      </PlaceForm>
      <Kinds field={fields.find(({ name }) => name === 'kinds')} given={given.kinds ?? ''} onChange={ask} />
      {filters.chips}
      {filters.refused}
      {answered.state === 'asking' && answers.length === 0 && <Skeleton rows={6} />}
      {answered.state !== 'failed' && answers.length > 0 && (
        <EventList events={events} span={span} follows={follows} onFollow={setFollows} />
      )}
      <RequestPanel query={answers.at(-1)?.query ?? query} answer={answers.at(-1)} />
      {filters.dialog}
    </div>
  )
}

interface KindsProps {
  readonly field: OperationField | undefined
  /** Selected kinds, separated by commas; empty for all. */
  readonly given: string
  readonly onChange: (change: Readonly<Record<string, string>>) => void
}

function Kinds({ field, given, onChange }: KindsProps) {
  const chosen = given.split(',').filter(Boolean)
  const values = field?.entry.kind === 'several' ? field.entry.values : []
  const toggle = (kind: string) =>
    onChange({ kinds: (chosen.includes(kind) ? chosen.filter((each) => each !== kind) : [...chosen, kind]).join(',') })
  return (
    <fieldset class="kinds">
      <legend class="unseen">Only these kinds</legend>
      {values.map((kind) => (
        <button key={kind} type="button" class="chip" aria-pressed={chosen.includes(kind)} onClick={() => toggle(kind)}>
          {kindTitle(kind)}
        </button>
      ))}
    </fieldset>
  )
}

interface EventListProps {
  readonly events: Events
  readonly span: string
  readonly follows: boolean
  readonly onFollow: (follows: boolean) => void
}

function EventList({ events: { pages, changes, following, goOn }, span, follows, onFollow }: EventListProps) {
  const { hasMore, isLoading, failure, more } = pages
  const price = `${counted(usePageCredits(), 'credit')} per ${count(PAGE_ROWS)}`
  const commits = commitsOf(changes)
  return (
    <>
      <div class="row changes-status">
        <strong role="status">{counted(changes.length, 'change')}</strong>
        {hasMore && (
          <>
            <span class="quiet">newest of {SPAN_TITLES[span]}</span>
            <Button onClick={more} isBusy={isLoading}>
              {isLoading ? 'Loading…' : `Load more · ${price}`}
            </Button>
          </>
        )}
        <label class="check">
          <input type="checkbox" checked={follows} onChange={({ currentTarget }) => onFollow(currentTarget.checked)} />
          <span>Show new changes as they happen · {price}</span>
        </label>
        {following.state === 'live' && <span class="live">Live</span>}
        {following.state === 'full' && (
          <Button onClick={goOn}>{`More than ${count(FOLLOWED_MAX)} new changes: continue · ${price}`}</Button>
        )}
        {following.state === 'failed' && (
          <span class="problem" role="alert">
            {following.failure} <Button onClick={goOn}>Try again</Button>
          </span>
        )}
        {failure !== undefined && <span class="problem">{failure}</span>}
      </div>
      {commits.length === 0 && !hasMore && (
        <Empty title="Nothing has changed" text={`No import or sync made a matching change in ${SPAN_TITLES[span]}.`} />
      )}
      {commits.map((commit) => (
        <CommitSection key={commit.at} commit={commit} />
      ))}
    </>
  )
}

function CommitSection({ commit: { at, changes, kinds } }: { commit: Commit }) {
  return (
    <section class="commit sheet">
      <header>
        <h2>
          <time dateTime={at}>{moment(at)}</time>
        </h2>
        <span>{counted(changes.length, 'change')}</span>
        <span class="quiet">
          {kinds.map(([kind, of]) => `${count(of)} ${kindTitle(kind).toLowerCase()}`).join(' · ')}
        </span>
      </header>
      <ChangeList label={`Changes of ${moment(at)}`} changes={changes} />
    </section>
  )
}
