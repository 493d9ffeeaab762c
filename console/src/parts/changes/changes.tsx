import './changes.css'
import { useState } from 'preact/hooks'
import { Button } from '../button.tsx'
import { count, counted, money, words } from '../format.ts'
import { Link } from '../link.tsx'
import {
  arrowOf,
  type Change,
  currencyOf,
  isRental,
  kindTitle,
  linesOf,
  type Move,
  moveOf,
  moveText,
} from './change.ts'

/** The amount of a price change. An arrow shows the direction without color, and text states it for screen readers. */
export function MoveMark({ move }: { move: Move }) {
  const { before, after, currency } = move
  return (
    <span class={`move ${after > before ? 'up' : 'down'}`} title={`Price before: ${money(before, currency)}`}>
      <span aria-hidden="true">
        {arrowOf(move)} {money(Math.abs(after - before), currency)}
      </span>
      <span class="unseen">
        {moveText(move)} (the price before was {money(before, currency)})
      </span>
    </span>
  )
}

/** Number of changes shown before a click shows all: thousands would make the page slow. */
export const FIRST_SHOWN = 20

/** One line per change, with a link to its home. */
export function ChangeList({ label, changes }: { label: string; changes: readonly Change[] }) {
  const [isWhole, setWhole] = useState(false)
  const shown = isWhole ? changes : changes.slice(0, FIRST_SHOWN)
  return (
    <>
      <ul class="changes" aria-label={label}>
        {shown.map((change) => (
          <ChangeItem key={change.cursor} change={change} />
        ))}
      </ul>
      {shown.length < changes.length && (
        <div class="row">
          <Button kind="quiet" onClick={() => setWhole(true)}>
            Show the other {count(changes.length - shown.length)}
          </Button>
        </div>
      )}
    </>
  )
}

/** Kinds without a title if the change has other kinds. For example, "Sold" already says more than "Status". */
const IMPLIED: ReadonlySet<string> = new Set(['status', 'facts', 'history'])

function ChangeItem({ change }: { change: Change }) {
  return (
    <li class="change">
      <ul class="change-kinds" aria-label="What happened">
        {kindsOf(change).map(([kind, title]) => (
          <li key={kind} class={`kind ${kind}`}>
            {title}
          </li>
        ))}
      </ul>
      <div class="change-what">
        <Named change={change} />
        <Fields change={change} />
      </div>
      <Price change={change} />
    </li>
  )
}

function kindsOf({ kinds, homeStatus = 'OTHER' }: Change): readonly (readonly [kind: string, title: string])[] {
  const leading = kinds.filter((kind) => !IMPLIED.has(kind)).map((kind) => [kind, kindTitle(kind)] as const)
  if (kinds.includes('status') && homeStatus !== 'OTHER') return [...leading, ['status', words(homeStatus)]]
  return leading.length > 0 ? leading : kinds.map((kind) => [kind, kindTitle(kind)] as const)
}

function Named({ change: { zpid, address, encodedZuid, title, city } }: { change: Change }) {
  if (encodedZuid !== undefined)
    return (
      <>
        Agent <code>{encodedZuid}</code>
      </>
    )
  const [name, town] =
    address === undefined
      ? [title, city]
      : [address.streetAddress, `${address.city}, ${address.state} ${address.zipcode}`]
  return (
    <>
      {zpid === undefined ? <span>{name}</span> : <Link to={`/homes/${zpid}`}>{name || `Home ${zpid}`}</Link>}{' '}
      <small class="quiet">{town}</small>
    </>
  )
}

function Price({ change }: { change: Change }) {
  const move = moveOf(change)
  const now = change.price ?? change.pricePerGuest
  const last = change.changes?.find(({ field }) => field === 'price')?.before
  const currency = currencyOf(change)
  const per = isRental(change) ? '/mo' : ''
  if (move !== undefined)
    return (
      <span class="change-price">
        <span aria-hidden="true">
          <s class="quiet">{money(move.before, currency)}</s> →{' '}
        </span>
        {money(move.after, currency) + per} <MoveMark move={move} />
      </span>
    )
  if (typeof now === 'number') return <span class="change-price">{money(now, currency) + per}</span>
  return <span class="change-price quiet">{typeof last === 'number' && `was ${money(last, currency)}${per}`}</span>
}

function Fields({ change }: { change: Change }) {
  const lines = linesOf(change)
  if (lines.length === 0) return null
  return (
    <details class="change-fields">
      <summary>{counted(lines.length, 'detail')}</summary>
      <dl class="told">
        {lines.map(({ name, before, after }) => (
          <>
            <dt>{name}</dt>
            <dd>
              {before} → {after}
            </dd>
          </>
        ))}
      </dl>
    </details>
  )
}
