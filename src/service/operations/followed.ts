import { setImmediate as nextTurn } from 'node:timers/promises'
import { CHANGE_KINDS, type ChangeKind, type LoggedChange, type LoggedNoun } from '../../catalog/ports/change-log.ts'
import type { Context } from '../../catalog/ports/context.ts'
import { sourceNames } from '../../catalog/ports/source-name.ts'
import { found } from '../../kit/answers/answer-head.ts'
import { flag, listOf, optional as optionalValue, text, type Value } from '../../kit/answers/index.ts'
import { defaulted, labelled, listOf as listOfShape, optional, wholeNumber } from '../../kit/params/index.ts'
import { boundsBefore, boundsSince, cursorAt, momentMs, type Since, since } from '../changes/cursor.ts'
import { type ChangesQuery, matchingChanges, READ_AT_ONCE } from '../changes/pages.ts'
import { underTodaysRules } from '../changes/todays-rules.ts'
import { HOME_CHANGE, type ToldChange } from '../rendering/change-events.ts'
import { LOCATIONS } from '../rendering/shown-location.ts'
import { surroundingsOf } from '../rendering/surroundings.ts'

const MAX_RESULTS = 200
export const MAX_WAIT_S = 60

/** The parameters of every operation that returns changes. */
export const FOLLOWED = {
  since: optional(
    since,
    'Where to start: a cursor from an earlier answer, a day, a time, or now. Without it, all stored changes.',
  ),
  before: optional(
    since,
    'Returns the newest events first, before a cursor, a day or a time: send now, then `next` of each answer. `since` then only ends the list.',
  ),
  kinds: optional(
    listOfShape(CHANGE_KINDS),
    `Kinds of change, separated by commas. Events with at least one of these kinds are returned: ${CHANGE_KINDS.join(', ')}.`,
  ),
  resultCount: labelled(
    'Events per page',
    defaulted(wholeNumber(1, MAX_RESULTS), '50', 'Maximum number of events in an answer.'),
  ),
  wait: labelled(
    'Seconds to wait',
    defaulted(
      wholeNumber(0, MAX_WAIT_S),
      '0',
      'Seconds to wait for an event if there is none yet. The answer is sent as soon as there is an event.',
    ),
  ),
}

interface FollowedArgs {
  readonly since: Since | undefined
  readonly before: Since | undefined
  readonly kinds: readonly ChangeKind[] | undefined
  readonly resultCount: number
}

/** Returns the keys of an answer with events. */
export function eventsAnswer<T>(event: Value<T>) {
  return found({
    events: listOf(event, 'In the order in which the catalog received them; newest first with `before`.'),
    next: text('Send this as `since` to get the events after this answer, or as `before` if you sent `before`.'),
    upTo: text('The cursor of the newest event in the catalog.'),
    more: flag(
      'Whether there already are more events to read from `next`. An answer may be short or empty without being the last.',
    ),
    locations: optionalValue(LOCATIONS),
  })
}

/** Reads a page of events. `render` converts each event to the form of the answer. */
export async function eventsPage<N extends LoggedNoun, E>(
  args: FollowedArgs,
  context: Context,
  query: Omit<ChangesQuery<N>, 'kinds'>,
  render: (event: ToldChange<N>) => E,
) {
  const { catalog } = context
  const { before, since: from } = args
  const bounds = await (before === undefined ? boundsSince(from, catalog) : boundsBefore(before, from, catalog))
  const kinds = args.kinds === undefined ? {} : { kinds: args.kinds }
  const page = await matchingChanges(
    catalog.log,
    bounds,
    { ...query, ...kinds },
    args.resultCount,
    before === undefined ? 'first' : 'last',
  )
  const eventOf = eventMaker(context)
  const events: E[] = []
  for (const [at, change] of page.events.entries()) {
    if (at % READ_AT_ONCE === 0) await nextTurn()
    events.push(render(eventOf(change)))
  }
  return {
    message: '200' as const,
    source: sourceNames(catalog.about(), query.nouns[0] ?? 'home'),
    events,
    next: cursorAt(page.next, catalog),
    upTo: cursorAt(before === undefined ? bounds.upTo : (await catalog.log.bounds()).upTo, catalog),
    more: !page.isLast,
  }
}

/** Returns a function that adds to a change everything needed to show it. */
function eventMaker(context: Context) {
  const surroundings = surroundingsOf(context)
  return <N extends LoggedNoun>(change: LoggedChange<N>): ToldChange<N> => ({
    change,
    cursor: cursorAt(change.sequence, context.catalog),
    surroundings: { ...surroundings, nowMs: momentMs(change.sequence) },
  })
}

/** Maximum number of changes in the document of a home. */
const OWN_CHANGES_MAX = 100

/** Returns the latest changes of a home, newest first. */
export async function changesOfHome(zpid: number, context: Context) {
  const { catalog } = context
  const changes = await catalog.log.ofRecord('home', zpid, OWN_CHANGES_MAX)
  const eventOf = eventMaker(context)
  return (await underTodaysRules(changes, catalog)).map((change) => HOME_CHANGE.of(eventOf(change)))
}

/** Whether any of the selections contains the record before or after the change. */
export function touches<R>(
  { before, after }: { readonly before: R | undefined; readonly after: R | undefined },
  selections: readonly ((record: R) => boolean)[],
): boolean {
  return selections.some((has) => (before !== undefined && has(before)) || (after !== undefined && has(after)))
}
