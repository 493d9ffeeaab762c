import { isDeepStrictEqual } from 'node:util'
import { CHANGE_KINDS, type LoggedChange, type LoggedNoun } from '../../catalog/ports/change-log.ts'
import type { Records } from '../../catalog/ports/nouns.ts'
import {
  anything,
  component,
  fixed,
  instant,
  large,
  listOf,
  madeList,
  nullable,
  number,
  objectFrom,
  oneOf,
  text,
} from '../../kit/answers/index.ts'
import { currentPrice, marketState } from '../../model/market-state.ts'
import { shownPrice } from '../../model/offer-columns.ts'
import { EXPERIENCE_REST } from './cards/experience-card.ts'
import { OFFER } from './cards/offer-card.ts'
import { statedFields } from './documents/home-state.ts'
import { HOME_STATUS } from './listing-flags.ts'
import { ADDRESS } from './shown-address.ts'
import type { Surroundings } from './surroundings.ts'

/** An event, and everything that is needed to show it. */
export interface ToldChange<N extends LoggedNoun = LoggedNoun> {
  readonly change: LoggedChange<N>
  readonly cursor: string
  /** As of the moment of the change, so that the event always looks the same. */
  readonly surroundings: Surroundings
}

/** A key of a document or a search result whose value changed. */
export interface FieldChange {
  readonly field: string
  readonly before: unknown
  readonly after: unknown
}

const FIELD_CHANGE = component(
  'FieldChange',
  objectFrom<FieldChange>()({
    field: [
      text('The key that has the value in documents and cards. `resoFacts.view` is a key of a part.'),
      ({ field }) => field,
    ],
    before: [anything('The previous value; null if there was none.'), ({ before }) => before],
    after: [anything('The new value; null if there is none.'), ({ after }) => after],
  }),
)

const CHANGES_DOC =
  'Keys whose values changed; empty if the record was added or removed. Pictures and long text are not included.'

const HEAD = objectFrom<ToldChange>()({
  cursor: [text('Send this as `since` to get the events after this event.'), ({ cursor }) => cursor],
  at: [
    instant('When the catalog received the change.'),
    ({ surroundings }) => new Date(surroundings.nowMs).toISOString(),
  ],
  kinds: [listOf(oneOf(CHANGE_KINDS), 'All kinds of change in this event.'), ({ change }) => change.kinds],
})

/** A change of a home. For a removed home, shows its last state. */
export const HOME_CHANGE = component(
  'HomeChange',
  objectFrom<ToldChange<'home'>>()({
    record: fixed('home'),
    ...HEAD.keys,
    zpid: [large('Id of the home.'), ({ change }) => change.id],
    address: [ADDRESS, ({ change }) => ADDRESS.of(stateOf(change))],
    price: [nullable(number(), 'Dollars; null if the home is off the market.'), ({ change }) => priceOf(change)],
    homeStatus: [HOME_STATUS, ({ change, surroundings }) => marketState(stateOf(change), surroundings.nowMs)],
    changes: madeList(FIELD_CHANGE, homeFields, CHANGES_DOC),
  }),
)

function priceOf({ after }: LoggedChange<'home'>): number | null {
  return after === undefined ? null : currentPrice(after)
}

function homeFields({ change, surroundings }: ToldChange<'home'>): readonly FieldChange[] {
  return fieldChanges(change, (home) => statedFields(home, surroundings))
}

/** A change of an agent. The agent's profile has the details. */
export const AGENT_CHANGE = component(
  'AgentChange',
  objectFrom<ToldChange<'agent'>>()({
    record: fixed('agent'),
    ...HEAD.keys,
    encodedZuid: [text('Id of the agent.'), ({ change }) => change.id],
  }),
)

/** Keys of an offer that events leave out: the source's timestamp, pictures and the description. */
const OFFER_LEFT_OUT: ReadonlySet<string> = new Set(['modifiedAt', 'images', 'description'])

export const OFFER_CHANGE = component(
  'OfferChange',
  objectFrom<ToldChange<'offer'>>()({
    ...HEAD.keys,
    id: [large('Id of the offer.'), ({ change }) => change.id],
    title: [text(), ({ change }) => stateOf(change).title],
    city: [text(), ({ change }) => stateOf(change).city],
    price: [nullable(number(), 'PLN; null if unknown or hidden.'), ({ change }) => shownPrice(stateOf(change))],
    changes: madeList(
      FIELD_CHANGE,
      ({ change, surroundings: { words } }) =>
        fieldChanges(change, (offer) => fieldsOf(OFFER.of({ ...offer, words }), OFFER_LEFT_OUT)),
      CHANGES_DOC,
    ),
  }),
)

const EXPERIENCE_LEFT_OUT: ReadonlySet<string> = new Set(['images'])

export const EXPERIENCE_CHANGE = component(
  'ExperienceChange',
  objectFrom<ToldChange<'experience'>>()({
    ...HEAD.keys,
    experienceId: [text('Id of the experience.'), ({ change }) => change.id],
    title: [text(), ({ change }) => stateOf(change).title],
    city: [text(), ({ change }) => stateOf(change).city],
    pricePerGuest: [number('In currency.'), ({ change }) => stateOf(change).pricePerGuest],
    currency: [text('ISO 4217.'), ({ change }) => stateOf(change).currency],
    changes: madeList(
      FIELD_CHANGE,
      ({ change, surroundings: { words } }) =>
        fieldChanges(change, (experience) =>
          fieldsOf(EXPERIENCE_REST.of({ ...experience, words }), EXPERIENCE_LEFT_OUT),
        ),
      CHANGES_DOC,
    ),
  }),
)

/** Returns the state after the change, or the last state of a removed record. */
function stateOf<N extends Exclude<LoggedNoun, 'agent'>>({ before, after, id }: LoggedChange<N>): Records[N] {
  const state = after ?? before
  if (state === undefined) throw new Error(`the change of ${id} has no state`)
  return state
}

function fieldChanges<N extends LoggedNoun>(
  { before, after }: LoggedChange<N>,
  fieldsOfRecord: (record: Records[N]) => ReadonlyMap<string, unknown>,
): readonly FieldChange[] {
  if (before === undefined || after === undefined) return []
  const [old, current] = [fieldsOfRecord(before), fieldsOfRecord(after)]
  return [...new Set([...old.keys(), ...current.keys()])]
    .map((field) => ({ field, before: old.get(field) ?? null, after: current.get(field) ?? null }))
    .filter((each) => !isDeepStrictEqual(each.before, each.after))
}

function fieldsOf(card: object, leftOut: ReadonlySet<string>): ReadonlyMap<string, unknown> {
  return new Map(Object.entries(card).filter(([name]) => !leftOut.has(name)))
}
