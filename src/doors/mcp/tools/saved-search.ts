import { input, type ToolArguments, textArgument, wordArgument } from '../arguments.ts'
import { type Constraint, locationsOf, queryOf, remarksAt, requirePlaces, understood } from '../constraints.ts'
import type { Query } from '../door.ts'
import { at, type Fields, isFields, known, listAt, numberAt, textAt, textsAt } from '../json.ts'
import { Refusal } from '../refusal.ts'
import { clipped, tableOf } from '../rows.ts'
import type { Session } from '../session.ts'
import { answer, output, TABLE, type Tool } from '../tool.ts'
import { HOMES, homesOf, placed } from './search-homes.ts'

const ASKED_CHARACTERS_MAX = 300

export const savedSearch: Tool = {
  name: 'saved_search',
  title: 'Saved searches',
  description:
    'Saved searches of this key, for whats_new. make and change take one of homes, sentence and url, and run it once for 1 credit; all else is free.',
  area: 'A',
  writes: 'ends',
  input: input(
    {
      action: wordArgument(['list', 'make', 'change', 'delete'], 'delete cannot be undone.'),
      id: textArgument('For the actions "change" and "delete".'),
      label: textArgument('Name for people.', 200),
      homes: HOMES,
      sentence: textArgument('As for search.'),
      url: textArgument('The URL of a results page.', 8_000),
    },
    ['action'],
  ),
  output: output({ searches: TABLE, total: { type: 'integer', description: 'Results now.' } }, ['searches']),
  async run(args, session) {
    const action = args.text('action')
    if (action === 'list') {
      const body = await session.ask('/searches', {})
      const searches = rowsIn(listAt(body, 'searches').filter((each) => textAt(each, 'area') === 'A'))
      return answer(understood([], undefined), { searches }, session, 'A', at(body, 'source'))
    }
    const path = action === 'make' ? '/searches' : `/searches/${encodeURIComponent(requiredId(args))}`
    if (action === 'delete') return report(await session.ask(path, {}, { method: 'DELETE' }), undefined, session)
    const tried = await triedSearch(args, session)
    const label = args.text('label')
    if (tried === undefined && (action === 'make' || label === undefined))
      throw new Refusal(`Cannot ${action} a search without one of "homes", "sentence" and "url".`)
    const body = known({ label, path: tried?.path, parameters: tried?.parameters })
    const method = action === 'make' ? 'POST' : 'PATCH'
    return report(await session.ask(path, {}, { method, body }), tried, session)
  },
}

/** A search that was tried before saving. The answer then reports how its places and words were understood. */
interface TriedSearch {
  readonly path: string
  readonly parameters: Query
  readonly constraints: readonly Constraint[]
  readonly answered: Fields
}

async function triedSearch(args: ToolArguments, session: Session): Promise<TriedSearch | undefined> {
  const [homes, sentence, url] = [args.object('homes'), args.text('sentence'), args.text('url')]
  if ([homes, sentence, url].filter((each) => each !== undefined).length > 1)
    throw new Refusal('Give only one of "homes", "sentence" and "url".')
  if (homes !== undefined) {
    const search = homesOf(homes, session)
    const parameters = queryOf(search.constraints)
    const answered = await session.ask(search.path, { ...parameters, explain: 'true', pageSize: '1' })
    return { path: search.path, parameters, constraints: placed(search, answered), answered }
  }
  if (sentence === undefined && url === undefined) return undefined
  const [path, name, text] =
    sentence === undefined ? ['/search/byurl', 'url', url ?? ''] : ['/search/byaiprompt', 'ai_search_prompt', sentence]
  const answered = await session.ask(path, { [name]: text })
  const places = requirePlaces(locationsOf(answered))
  const argument = sentence === undefined ? 'url' : 'sentence'
  const constraints = [{ argument, words: places.join('; ') || text, query: { [name]: text } }]
  return { path, parameters: { [name]: text }, constraints, answered }
}

function report(body: Fields, tried: TriedSearch | undefined, session: Session): Fields {
  const { answered } = tried ?? {}
  const confirmed = at(answered, 'explain', 'query')
  const what = understood(
    tried?.constraints ?? [],
    isFields(confirmed) ? confirmed : undefined,
    listAt(answered, 'warnings'),
  )
  const notes = textsAt(body, 'notes').map((words) => ({ words, why: 'the saved search ignores it.' }))
  const all = {
    ...what,
    dropped: [...what.dropped, ...remarksAt(answered, 'dropped'), ...notes],
    ambiguous: remarksAt(answered, 'ambiguous'),
  }
  const total = numberAt(answered, 'resultsCount', 'totalMatchingCount')
  const data = { searches: rowsIn([at(body, 'search')]), ...(total !== null && { total }) }
  return answer(all, data, session, 'A', at(body, 'source'))
}

function rowsIn(searches: readonly unknown[]) {
  return tableOf(
    searches.map((search) => ({
      id: textAt(search, 'searchId'),
      label: textAt(search, 'label'),
      asks: askedIn(search),
      made: textAt(search, 'made')?.slice(0, 10) ?? null,
      seen: textAt(search, 'seen'),
      feed: textAt(search, 'feed'),
    })),
  )
}

function askedIn(search: unknown): string | null {
  const parameters = at(search, 'parameters')
  const texts = Object.entries(isFields(parameters) ? parameters : {}).map(
    ([name, value]) => `${name}=${String(value)}`,
  )
  return clipped([textAt(search, 'path'), ...texts].join(' '), ASKED_CHARACTERS_MAX)
}

function requiredId(args: ToolArguments): string {
  const id = args.text('id')
  if (id === undefined) throw new Refusal('id is missing: action "list" shows the ids of saved searches.')
  return id
}
