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

/** An event as it is told. */
export interface ToldChange<N extends LoggedNoun = LoggedNoun> {
  readonly change: LoggedChange<N>
  readonly cursor: string
  /** They are as of the moment of the change, so that the event reads the same for ever. */
  readonly surroundings: Surroundings
}

/** A key of a document or a card that has another value. */
export interface FieldChange {
  readonly field: string
  readonly before: unknown
  readonly after: unknown
}

const FIELD_CHANGE = component(
  'FieldChange',
  objectFrom<FieldChange>()({
    field: [
      text('The key of documents and cards that holds the value; `resoFacts.view` is a key of a part.'),
      ({ field }) => field,
    ],
    before: [anything('The value until then; null if there was none.'), ({ before }) => before],
    after: [anything('The value since; null if there is none.'), ({ after }) => after],
  }),
)

const CHANGES_DOC =
  'Keys with another value; none where the record came or went. Pictures and long texts are not told of.'

const HEAD = objectFrom<ToldChange>()({
  cursor: [text('Goes on behind this event, as `since`.'), ({ cursor }) => cursor],
  at: [instant('When the catalog learnt of it.'), ({ surroundings }) => new Date(surroundings.nowMs).toISOString()],
  kinds: [listOf(oneOf(CHANGE_KINDS), 'Everything that happened to the record at once.'), ({ change }) => change.kinds],
})

/** A change of a home; the last known state stands for one that is gone. */
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

/** A change of an agent, whose profile tells the rest. */
export const AGENT_CHANGE = component(
  'AgentChange',
  objectFrom<ToldChange<'agent'>>()({
    record: fixed('agent'),
    ...HEAD.keys,
    encodedZuid: [text('Id of the agent.'), ({ change }) => change.id],
  }),
)

/** Keys of the card of an offer that say when a source spoke, or which pictures there are. */
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

/** The state after the change, or the last one before the record was gone. */
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
