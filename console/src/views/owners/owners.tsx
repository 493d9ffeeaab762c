import './owners.css'
import { useMemo, useState } from 'preact/hooks'
import { Answered } from '../../parts/answered.tsx'
import { Button } from '../../parts/button.tsx'
import { Fact, Facts } from '../../parts/facts.tsx'
import { Field } from '../../parts/field.tsx'
import { count, counted, day, money, words } from '../../parts/format.ts'
import { MapFrame } from '../../parts/map/map.tsx'
import { PlaceForm } from '../../parts/place-form.tsx'
import { Empty, Refused, Skeleton } from '../../parts/states.tsx'
import { Table } from '../../parts/table.tsx'
import type { OwnedHome, Owner, OwnerPortfolio, OwnerSearch, Usage } from '../../service/answers.ts'
import { ownKey } from '../../service/key.ts'
import { BASE } from '../../service/place.ts'
import { type Query, queryOf } from '../../service/query.ts'
import type { Answer } from '../../service/request.ts'
import { useStore } from '../../service/store.ts'
import { useAnswer } from '../../service/use-answer.ts'
import { useFurther } from '../../service/use-further.ts'

/** The price of each answer about owners. Each further page costs the same. */
const PRICE = '6 credits'

/** Rows per page in answers about owners. */
const PAGE_ROWS = 25

type Open = (ownerId: string) => void

/** Owners by name, and the homes of an owner, for keys whose plan includes skip tracing. */
export function OwnersView() {
  const asked = useAnswer<Usage>(queryOf('/usage'))
  const key = useStore(ownKey)
  const isAllowed = asked.state === 'answered' && asked.answer.body.plan.skip
  return (
    <div class="page owners">
      <h1>Owners</h1>
      {asked.state === 'asking' && <Skeleton rows={6} />}
      {asked.state === 'failed' && <Refused failure={asked.failure} again={asked.again} />}
      {isAllowed && <Owners key={key} />}
      {asked.state === 'answered' && !isAllowed && (
        <p>Your key’s plan does not include skip tracing, or your key has no purpose: ask the operator.</p>
      )}
    </div>
  )
}

/**
 * The page's address contains no name and no id of an owner, because browsers and proxies store addresses. The search
 * remains mounted behind a portfolio, so that going back costs nothing.
 */
function Owners() {
  const [search, setSearch] = useState<Query | undefined>()
  const [ownerId, setOwnerId] = useState('')
  const [place, setPlace] = useState('')
  const open = (id: string) => {
    setOwnerId(id)
    document.getElementById('main')?.focus()
  }
  return (
    <>
      <div class={ownerId === '' ? 'stack' : ''} hidden={ownerId !== ''}>
        <PlaceForm
          label="Name"
          placeholder="A person, company or trust"
          place=""
          submit={`Search · ${PRICE}`}
          onAsk={(name) => name !== '' && setSearch(queryOf('/owner/search', { name, place }))}
        >
          <Field label="Place (optional)">
            {(id) => <input id={id} type="search" onChange={({ currentTarget }) => setPlace(currentTarget.value)} />}
          </Field>
        </PlaceForm>
        <Answered<OwnerSearch> query={search} rows={6}>
          {(answer) => <Found first={answer} open={open} />}
        </Answered>
      </div>
      {ownerId !== '' && (
        <>
          <p>
            <Button onClick={() => open('')}>Back to the search</Button>
          </p>
          <Answered<OwnerPortfolio> key={ownerId} query={queryOf('/owner/portfolio', { ownerId })} rows={12}>
            {(answer) => <Portfolio first={answer} open={open} />}
          </Answered>
        </>
      )}
    </>
  )
}

/** Returns the pages loaded so far, and a button that loads the next page while there is one. */
function usePages<T>(first: Answer<T>, total: number) {
  const { answers, isLoading, failure, more } = useFurther(first, ({ query: { path, params } }, pages) =>
    queryOf(path, { ...params, page: pages + 1 }),
  )
  const left = total - answers.length * PAGE_ROWS
  const button = left > 0 && (
    <p class="row">
      <Button onClick={more} isBusy={isLoading}>
        {isLoading ? 'Loading…' : `Load ${Math.min(PAGE_ROWS, left)} more · ${PRICE}`}
      </Button>
      {failure !== undefined && <span class="problem">{failure}</span>}
    </p>
  )
  return { bodies: answers.map(({ body }) => body), button }
}

function Found({ first, open }: { first: Answer<OwnerSearch>; open: Open }) {
  const { ownerCount, location } = first.body
  const { bodies, button } = usePages(first, ownerCount)
  const where = location ? ` in ${location.name}` : ''
  if (ownerCount === 0) return <Empty title={`No owner has this name${where}`} />
  return (
    <div class="stack">
      <strong role="status">{counted(ownerCount, 'owner') + where}</strong>
      <OwnerTable caption="Owners" owners={bodies.flatMap(({ owners }) => owners)} open={open} />
      {button}
    </div>
  )
}

function OwnerTable({ caption, owners, open }: { caption: string; owners: readonly Owner[]; open: Open }) {
  const show = `Show homes · ${PRICE}`
  return (
    <Table
      caption={caption}
      rows={owners}
      keyOf={({ ownerId }) => ownerId}
      columns={[
        { title: 'Owner', cell: ({ name }) => name },
        { title: 'Kind', cell: ({ kind }) => words(kind) },
        { title: 'Homes', cell: ({ homeCount }) => count(homeCount), isNumber: true },
        { title: 'Mailing address', cell: ({ mailingAddress }) => mailingAddress ?? 'unknown' },
        {
          title: 'Portfolio',
          cell: ({ ownerId, name }) => (
            <Button label={`${show}: ${name}`} onClick={() => open(ownerId)}>
              {show}
            </Button>
          ),
        },
      ]}
    />
  )
}

function Portfolio({ first, open }: { first: Answer<OwnerPortfolio>; open: Open }) {
  const { owner, homeCount, estimates, assessments, places, points, bounds, sameMailingAddress: others } = first.body
  const { bodies, button } = usePages(first, homeCount)
  const [lit, setLit] = useState<string | undefined>()
  const pins = useMemo(() => points.map(pinOf), [points])
  return (
    <div class="stack">
      <h2>{owner.name}</h2>
      <Facts>
        <Fact name="Kind">{words(owner.kind)}</Fact>
        <Fact name="Mailing address">{owner.mailingAddress ?? 'unknown'}</Fact>
        <Fact name="Homes">{count(homeCount)}</Fact>
        <Fact name="Published estimates">{sumText(estimates)}</Fact>
        <Fact name="Assessed values">{sumText(assessments)}</Fact>
        <Fact name="Cities">{places.map(({ name, homes }) => `${name} (${count(homes)})`).join(' · ')}</Fact>
      </Facts>
      <Table
        caption="Homes"
        rows={bodies.flatMap(({ homes }) => homes)}
        keyOf={({ home }) => home.zpid}
        lit={lit}
        onLight={setLit}
        columns={[
          { title: 'Home', cell: homeLink },
          { title: 'Recorded owners', cell: ({ owners }) => owners },
          { title: 'Recorded on', cell: ({ date }) => day(date) },
          { title: 'Source', cell: ({ source }) => source },
        ]}
      />
      {button}
      {bounds && <MapFrame label="Map: the homes" points={pins} fit={bounds} lit={lit} isInPage onPointed={setLit} />}
      {others.length > 0 && <h2>Other owners with this mailing address</h2>}
      {others.length > 0 && <OwnerTable caption="Owners with this mailing address" owners={others} open={open} />}
    </div>
  )
}

/**
 * A link that opens a home in a new tab, because showing the portfolio again would cost credits. With `opener`, the new
 * tab gets this tab's key.
 */
function homeLink({ home: { zpid, address } }: OwnedHome) {
  return (
    // biome-ignore lint/security/noBlankTarget: the page belongs to this service and needs the key
    <a href={`${BASE}/homes/${zpid}`} target="_blank" rel="opener">
      {`${address.streetAddress}, ${address.city}, ${address.state} ${address.zipcode}`}
    </a>
  )
}

function pinOf(point: OwnerPortfolio['points'][number]) {
  return { ...point, id: String(point.zpid), label: '', kind: 'sold', says: [`Home ${point.zpid}`] } as const
}

function sumText({ homes, sum }: OwnerPortfolio['estimates']): string {
  return homes === 0 ? 'unknown' : `${money(sum)} for ${counted(homes, 'home')}`
}
