import { flagArgument, input, type ToolArguments, textArgument, wholeArgument } from '../arguments.ts'
import { queryOf, understood } from '../constraints.ts'
import { addressOf } from '../home-row.ts'
import { at, type Fields, flagAt, isFields, listAt, numberAt, textAt, textsAt } from '../json.ts'
import { Refusal } from '../refusal.ts'
import { clipped, tableOf } from '../rows.ts'
import type { Session } from '../session.ts'
import { answer, output, TABLE, type Tool } from '../tool.ts'
import { HOMES, homesOf, placed } from './search-homes.ts'

const LIMIT = 20
const LIMIT_MAX = 50

/** Maximum number of changed fields per row. `VALUE_CHARACTERS_MAX` limits the length of each value. */
const FIELDS_MAX = 4
const VALUE_CHARACTERS_MAX = 60

export const whatsNew: Tool = {
  name: 'whats_new',
  title: 'What changed',
  description:
    'Homes that entered, left or changed, with values before → after: for a saved search (id) since the last seen change, or for homes since a moment. 1 credit; free if nothing changed.',
  area: 'A',
  writes: 'adds',
  input: input({
    id: textArgument('Id of a saved search.'),
    homes: HOMES,
    since: textArgument('Day, moment, or next from an earlier answer.', 40),
    limit: wholeArgument([1, LIMIT_MAX, LIMIT], 'Rows.'),
    seen: flagArgument('true: mark these changes as seen.'),
  }),
  output: output(
    {
      counts: { type: 'object' },
      changes: TABLE,
      next: { type: ['string', 'null'] },
      more: { type: 'boolean', description: 'Whether there are more changes after "next".' },
    },
    ['counts', 'changes', 'next', 'more'],
  ),
  async run(args, session) {
    const [id, homes] = [args.text('id'), args.object('homes')]
    if (id !== undefined && homes === undefined) return ofSearch(id, args, session)
    if (homes === undefined || id !== undefined)
      throw new Refusal('Give either "id" (of a saved search) or "homes". saved_search with action "list" shows ids.')
    return ofHomes(homes, args, session)
  },
}

async function ofSearch(id: string, args: ToolArguments, session: Session): Promise<Fields> {
  const path = `/searches/${encodeURIComponent(id)}`
  const body = await session.ask(`${path}/changes`, pageOf(args))
  const rows = [
    ...['entered', 'left'].flatMap((how) => listAt(body, how).map((change) => rowOf(how, change))),
    ...listAt(body, 'changed').map((each) => rowOf(textAt(each, 'how'), at(each, 'change'))),
  ]
  const data = tableOfChanges(rows, body)
  if (args.flag('seen') && data.next !== null)
    await session.ask(path, {}, { method: 'PATCH', body: { seen: data.next } })
  return answer(understood([], undefined), data, session, 'A', at(body, 'source'))
}

async function ofHomes(homes: Fields, args: ToolArguments, session: Session): Promise<Fields> {
  if (args.flag('seen')) throw new Refusal('Cannot use "seen" with "homes": only saved searches store what you saw.')
  if (!args.has('since'))
    throw new Refusal('since is missing: with "homes", give a day, a moment or an earlier "next".')
  const search = homesOf(homes, session)
  const body = await session.ask('/changes', { ...queryOf(search.constraints), ...pageOf(args) })
  const rows = listAt(body, 'events').map((event) => rowOf(textsAt(event, 'kinds').join(', '), event))
  const what = understood(placed(search, body), undefined, listAt(body, 'warnings'))
  return answer(what, tableOfChanges(rows, body), session, 'A', at(body, 'source'))
}

function pageOf(args: ToolArguments): Readonly<Record<string, string>> {
  const since = args.text('since')
  return { resultCount: String(args.number('limit') ?? LIMIT), ...(since !== undefined && { since }) }
}

/**
 * Returns the changes as a table. If not all rows fit, `next` is null and a note says which limit to send, so that no
 * change is lost.
 */
function tableOfChanges(rows: readonly ReturnType<typeof rowOf>[], body: Fields) {
  const changes = tableOf(rows)
  const isCut = changes.rows.length < rows.length
  const counts = Object.fromEntries(
    [...Map.groupBy(rows, ({ how }) => how ?? '')].map(([how, { length }]) => [how, length]),
  )
  const note = `Not all changes fit into one answer: call again with limit ${changes.rows.length}.`
  return {
    counts,
    changes,
    next: isCut ? null : textAt(body, 'next'),
    more: isCut || flagAt(body, 'more'),
    ...(isCut && { note }),
  }
}

function rowOf(how: string | null, change: unknown) {
  const fields = listAt(change, 'changes')
  const shown = fields.slice(0, FIELDS_MAX).map((each) => {
    return `${textAt(each, 'field')} ${valueText(at(each, 'before'))} → ${valueText(at(each, 'after'))}`
  })
  const rest = fields.length > FIELDS_MAX ? [`${fields.length - FIELDS_MAX} more`] : []
  return {
    how,
    id: String(numberAt(change, 'zpid') ?? ''),
    address: addressOf(at(change, 'address')),
    price: numberAt(change, 'price'),
    status: textAt(change, 'homeStatus'),
    at: textAt(change, 'at')?.slice(0, 16) ?? null,
    changed: [...shown, ...rest].join('; ') || null,
  }
}

function valueText(value: unknown): string {
  if (value === null || value === undefined) return '-'
  const text = typeof value === 'string' ? value : JSON.stringify(isFields(value) ? Object.values(value) : value)
  return clipped(text, VALUE_CHARACTERS_MAX) ?? '-'
}
