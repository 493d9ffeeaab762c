import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { after, before, type TestContext, test } from 'node:test'
import { OPERATIONS } from '../../src/service/operations/index.ts'
import type { Model } from './battery/model.ts'
import { gradeTools, gradeWords, ids, number, numbersIn } from './battery/question.ts'
import { type Answered, askAll, askTools, GOOD, type Tried, tryMalformed } from './battery/run.ts'
import { openStage, type Stage } from './battery/stage.ts'
import type { Data } from './world.ts'

let stage: Stage

before(async () => {
  stage = await openStage()
})

after(() => stage.close())

test('every question of the battery is answered as in the records, in at most two calls', async () => {
  const answered = await askTools(stage)
  assert.ok(answered.length >= 45)
  assert.equal(shown(answered.filter(({ end }) => end !== 'right')), '')
})

test('90 of 100 malformed calls are read with a remark, or refused with the allowed values; none is misread', async () => {
  const tried = await tryMalformed(stage)
  const names = new Set(tried.map(({ tool }) => tool))
  const untried = stage.tools.filter(({ name }) => !names.has(name)).map(({ name }) => name)
  assert.deepEqual(untried, ['saved_search', 'usage'], 'a tool needs a good call in plain-calls.ts')
  assert.ok(tried.length >= 240)
  const bad = tried.filter(({ end }) => !GOOD.has(end))
  const list = bad.map(({ end, slip, tool, given }) => `${end}, ${slip}: ${tool} ${JSON.stringify(given)}`)
  assert.ok(bad.length / tried.length <= 0.1, list.join('\n'))
  assert.ok(!bad.some(({ end }) => end === 'changed'), 'a call was taken for another one, without a word')
  const foreign = tried.filter(({ end }) => end === 'asked' || end === 'refused').flatMap(foreignNames)
  assert.deepEqual(foreign, [], 'a refusal names parameters that are no arguments')
})

/** Parameters whose names are not English words. */
const PARAMETERS = new Set(
  OPERATIONS.flatMap(({ parameters }) => Object.keys(parameters)).filter((name) => /[A-Z_]|zpid/.test(name)),
)

/** Returns the parameters that a refusal names outside of quotes although the tool does not have them. */
function foreignNames({ tool, text }: Tried): readonly string[] {
  const taken = stage.tools.flatMap(({ name, inputSchema: { properties } }) =>
    name === tool || name === 'search_homes' ? Object.keys(properties) : [],
  )
  const words = text.replace(/"[^"]*"/g, '').match(/\w+/g) ?? []
  return words.filter((word) => PARAMETERS.has(word) && !taken.includes(word)).map((word) => `${tool}: ${word}`)
}

function shown(answered: readonly Answered[]): string {
  return answered.map(({ asked, end, text }) => `${end}: ${asked}\n${text.slice(0, 800)}`).join('\n\n')
}

interface Request {
  readonly model: string
  readonly messages: readonly { readonly role: string; readonly content: string }[]
  readonly tools: readonly { readonly function: { readonly name: string } }[]
}

/** Starts a fake model that answers requests with `say`. */
async function standIn(context: TestContext, say: (request: Request) => object, status = 200): Promise<Model> {
  const server = createServer((request, response) => {
    assert.equal(request.url, '/v1/chat/completions')
    assert.equal(request.headers.authorization, 'Bearer secret')
    void json(request).then((asked) => {
      response.writeHead(status, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ choices: [{ message: say(asked as Request) }], usage: { total_tokens: 100 } }))
    })
  })
  server.listen(0, '127.0.0.1').unref()
  await once(server, 'listening')
  context.after(() => server.close())
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/`, name: 'stand-in', key: 'secret' }
}

function calling(name: string, given: unknown) {
  const text = typeof given === 'string' ? given : JSON.stringify(given)
  return {
    role: 'assistant',
    content: null,
    tool_calls: [{ id: 'call_1', function: { name, arguments: text } }],
  }
}

test('a model gets the instructions and the tools, its calls are made, and its final words are graded', async (context) => {
  const model = await standIn(context, ({ model: name, messages, tools }) => {
    assert.equal(name, 'stand-in')
    assert.ok(messages[0]?.content.startsWith(stage.instructions))
    assert.equal(tools.length, stage.tools.length)
    const last = messages.at(-1)
    if (last?.role === 'user') return calling('find_place', { query: 'Los Ang' })
    return { role: 'assistant', content: /Los Angeles/.test(last?.content ?? '') ? 'There are 7, I think.' : '' }
  })
  const [first] = await askAll(stage, model, 1)
  assert.deepEqual([first?.calls, first?.refused, first?.tokens, first?.end], [1, 0, 200, 'silent'])
})

test('a model that never answers is stopped after eight turns, and its invalid calls are refused', async (context) => {
  const model = await standIn(context, () => calling('market', '{"place": '))
  const [first] = await askAll(stage, model, 1)
  assert.deepEqual([first?.calls, first?.refused, first?.text, first?.end], [8, 8, '', 'wrong'])
})

test('a model that cannot be reached is reported with its address and the reason', async (context) => {
  const model = await standIn(context, () => ({ content: 'none' }), 404)
  await assert.rejects(askAll(stage, model, 1), /^RangeError: The model at "http:.+" answers with 404: .*none/)
  const nowhere = { ...model, url: 'http://127.0.0.1:1/v1' }
  await assert.rejects(askAll(stage, nowhere, 1), /^RangeError: No model answers at "http:.+\/v1": /)
})

test('words of a model are right with each number and id of the truth, in any format', () => {
  assert.deepEqual(
    numbersIn('$512,300, 512k, 1.2 million, -3.5 % and 2m'),
    [512_300, 512_000, 1_200_000, -3.5, 2_000_000],
  )
  const wants = [
    { number: 512_300, within: 0, in: () => undefined },
    { ids: ['10000001', '10000002'], in: () => undefined },
  ]
  const question = { asked: '', calls: [], wants } as const
  const endOf = (text: string) => gradeWords(question, text, (each) => each.startsWith('1000'))
  assert.equal(endOf('The median is $512k: 10000002 and 10000001.'), 'right')
  assert.equal(endOf('The median is $512,300: 10000002.'), 'silent')
  assert.equal(endOf('The median is $512,300; I could not list the homes.'), 'in part')
  assert.equal(endOf('I cannot tell.'), 'wrong')
})

test('answers of tools are silent if they are wrong without a remark, and wrong if they say why something is missing', () => {
  const wants = [number(7, ({ total }) => total), ids(['1', '2'], ({ found }) => found as string[] | undefined)]
  const question = { asked: '', calls: [], wants } as const
  const endOf = (data: Data, isError = false) => gradeTools(question, [{ isError, text: '', data }], '')
  assert.equal(endOf({ total: 7, found: ['2', '1'] }), 'right')
  assert.equal(endOf({ total: 7, found: ['1'] }), 'silent')
  assert.equal(endOf({ total: 7, found: ['1'], note: 'Not all fit.' }), 'in part')
  assert.equal(endOf({ total: 8, found: [], dropped: [{ words: 'pool' }] }), 'wrong')
  assert.equal(endOf({ total: 7 }), 'in part')
  assert.equal(endOf({ total: 7, found: ['1', '2'] }, true), 'wrong')
})
