import { ENDS } from '../test/mcp/battery/question.ts'
import {
  type Answered,
  askAll,
  askTools,
  GOOD,
  MALFORMED_ENDS,
  type MalformedEnd,
  tryMalformed,
} from '../test/mcp/battery/run.ts'
import { openStage } from '../test/mcp/battery/stage.ts'
import { bench } from './harness/bench.ts'
import type { Figures } from './harness/figures.ts'
import { mean } from './harness/timing.ts'

/** The environment variable with the model's API key. Other users of the machine could see a command-line option. */
const KEY = 'MODEL_KEY'

/**
 * Tests the tools for AI agents with prepared calls and malformed calls. With `--model-url` (an OpenAI-compatible
 * interface) and `--model`, the model answers the first `--questions` questions instead. `--tell` prints each failure.
 */
export const run = bench({ 'model-url': '', model: '', questions: 1000, tell: false }, async (given, figures) => {
  const url = given['model-url']
  if ((url === '') !== (given.model === ''))
    throw new RangeError(`--model-url and --model must be given together; you sent "${url}" and "${given.model}".`)
  const stage = await openStage()
  try {
    if (url === '') {
      addQuestions(figures, await askTools(stage), given.tell)
      const tried = await tryMalformed(stage)
      figures.add('malformed calls', tried.length, '')
      const ends = Object.keys(MALFORMED_ENDS) as MalformedEnd[] // an object's keys have this type
      for (const end of ends) {
        const ended = tried.filter((each) => each.end === end)
        figures.add(`${end}: ${MALFORMED_ENDS[end]}`, ended.length, '')
        if (given.tell && !GOOD.has(end))
          for (const { slip, tool, given: wrong, text } of ended)
            figures.note(`${end}, ${slip}: ${tool} ${JSON.stringify(wrong)}\n  ${text.slice(0, 400)}`)
      }
      return
    }
    const model = { url, name: given.model, key: process.env[KEY] }
    const answered = await askAll(stage, model, given.questions)
    addQuestions(figures, answered, given.tell)
    figures.add('calls of a question, mean', mean(answered.map(({ calls }) => calls)), '')
    figures.add(
      'calls that were refused',
      answered.map(({ refused }) => refused).reduce((sum, each) => sum + each, 0),
      '',
    )
    figures.add('tokens of a question, mean', mean(answered.map(({ tokens }) => tokens)), '')
  } finally {
    await stage.close()
  }
})

function addQuestions(figures: Figures, answered: readonly Answered[], tell: boolean): void {
  figures.add('questions', answered.length, '')
  for (const end of ENDS) {
    const ended = answered.filter((each) => each.end === end)
    figures.add(end, ended.length, '')
    if (tell && end !== 'right')
      for (const { asked, text } of ended) figures.note(`${end}: ${asked}\n  ${text.slice(0, 1000)}`)
  }
}
