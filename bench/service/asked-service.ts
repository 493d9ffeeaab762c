import type { Catalog } from '../../src/catalog/catalog.ts'
import type { Context } from '../../src/catalog/context.ts'
import { openCatalog } from '../../src/catalog/open.ts'
import { Content } from '../../src/http/content.ts'
import { decodeQuery } from '../../src/http/query.ts'
import { OPERATIONS } from '../../src/operations/index.ts'
import { parse } from '../../src/params/index.ts'
import { untilChecked } from '../checked.ts'
import { answerQuestions } from '../pinned.ts'
import type { Draw } from '../search/mix.ts'
import { benchClock, benchLog, CARDS, WORDS } from '../search/setting.ts'
import type { Form, OperationName } from './operations.ts'
import { QuestionDrawer } from './questions.ts'

/** Draws the questions of a catalogue, and can answer them without HTTP. */
export interface AskedService {
  open(order: { readonly dataDir: string; readonly seed: number }): Promise<void>
  /** Never one that this process has drawn before. */
  draw(order: { readonly name: OperationName; readonly count: number }): Promise<string[]>
  searches(count: number): Promise<Draw[]>
  /** Milliseconds of each call, from its parameters to the bytes of its answer, one after the other. */
  times(order: { readonly paths: readonly string[]; readonly form: Form }): Promise<Float64Array>
}

let catalog: Catalog | undefined
let drawer: QuestionDrawer | undefined

function drawing(): QuestionDrawer {
  if (drawer === undefined) throw new Error('asked before it was opened')
  return drawer
}

async function answer(url: string, form: Form, context: Context): Promise<void> {
  const [path = '', rawQuery = ''] = url.split('?')
  const operation = OPERATIONS.find((each) => each.path === path)
  if (operation === undefined) throw new Error(`there is no operation ${path}`)
  const { args, texts } = parse(operation.parameters, operation.rules, decodeQuery(rawQuery))
  const seal = (text: string) => context.catalog.seal(text)
  const content = Content.answer(await operation.run(args, context, texts), [], undefined, seal)
  const ready = form === 'gzip' ? content.ready('gzip') : undefined
  if (ready !== undefined) ready.release()
  else if (form === 'gzip') await content.encoded('gzip', 'fast')
  else if (typeof content.body === 'string') Buffer.from(content.body)
  content.release()
}

const questions: AskedService = {
  async open({ dataDir, seed }) {
    catalog = openCatalog(dataDir, benchLog, CARDS)
    await untilChecked(catalog)
    drawer = await QuestionDrawer.open(seed, { catalog, clock: benchClock, log: benchLog, words: WORDS })
  },
  draw: ({ name, count }) => drawing().draw(name, count),
  searches: (count) => drawing().searches(count),
  async times({ paths, form }) {
    if (catalog === undefined) throw new Error('asked before it was opened')
    const context: Context = { catalog, clock: benchClock, log: benchLog, words: WORDS }
    const times = new Float64Array(paths.length)
    for (const [i, path] of paths.entries()) {
      const start = performance.now()
      await answer(path, form, context)
      times[i] = performance.now() - start
    }
    return times
  },
}
answerQuestions({ ...questions }, () => catalog?.close())
