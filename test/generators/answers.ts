import { Fault } from '../../src/kit/base/failure.ts'
import { call } from '../operations/call.ts'
import { filled, ofEachKind } from '../operations/filled.ts'
import { ABOUT_LAYERS, layered } from '../operations/layered.ts'
import {
  ABOUT_CHANGES,
  aboutAgent,
  aboutBuilding,
  aboutDocuments,
  aboutHome,
  aboutMarket,
  aboutOwners,
  aboutPerson,
  aboutPlace,
  type Question,
} from '../operations/questions.ts'
import { gatherSample } from '../sample/trial.ts'

/** Maximum number of rows in a list of an answer. Longer lists are cut, because all their rows are of the same kind. */
const ROWS = 20

export const WORDS = { Portal: 'Hearth', portal: 'hearth', portalOrigin: 'https://hearth.example', mediaOrigin: '' }

/** Returns real answers about a sample, by path, with about the same number for each operation. */
export async function realAnswers(count: number): Promise<ReadonlyMap<string, readonly object[]>> {
  const { records } = await gatherSample(600, 9)
  const context = filled(records, WORDS, undefined, DAYS)
  const questions = [
    ...records.building.slice(0, 20).flatMap(aboutBuilding),
    ...ofEachKind(records.home).flatMap(aboutHome),
    ...records.home.slice(0, 100).flatMap(aboutDocuments),
    ...records.agent.slice(0, 20).flatMap(aboutAgent),
    ...records.person.slice(0, 20).flatMap(aboutPerson),
    ...records.home.flatMap(aboutOwners).slice(0, 40),
    ...['USA', 'Philadelphia, PA', 'Houston, TX', 'Phoenix, AZ'].flatMap(aboutPlace),
    ...aboutMarket(),
    ...PORTALS,
    ...ABOUT_CHANGES,
    ...ABOUT_LAYERS,
  ]
  const byPath = Map.groupBy(questions, ([path]) => path)
  const answers = new Map<string, object[]>()
  const most = Math.max(...[...byPath.values()].map((own) => own.length))
  const inTurns = Array.from({ length: most }, (_, turn) =>
    [...byPath.values()].flatMap((own) => own.slice(turn, turn + 1)),
  )
  let answered = 0
  for (const [path, parameters] of inTurns.flat()) {
    if (answered === count) break
    const answer = await call(path, parameters, path.startsWith('/layers') ? layered(context) : context).catch(
      unlessRefused,
    )
    if (answer === undefined) continue
    answers.set(path, [...(answers.get(path) ?? []), cut(answer) as object])
    answered += 1
  }
  return answers
}

/** Number of days that pass in the sample, so that it has changes. */
const DAYS = 3

const PORTALS: readonly Question[] = ['1', '2', '3'].flatMap((page): Question[] => [
  ['/search/bylocation', { location: 'Warszawa; Kraków', page, resultCount: '10' }],
  ['/search/bylocation', { location: 'małopolskie', searchType: 'For_Rent', page, resultCount: '5' }],
  ['/search/exp/bydestination', { searchDestinations: ['Rome', 'Japan', 'Paris, France'][Number(page) - 1] ?? '' }],
])

function unlessRefused(error: unknown): undefined {
  if (!(error instanceof Fault) || error.status >= 500) throw error
}

function cut(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, ROWS).map(cut)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, cut(inner)]))
}
