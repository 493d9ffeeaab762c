import assert from 'node:assert/strict'
import type { Context } from '../../src/catalog/ports/context.ts'
import { failuresOf } from '../../src/doors/openapi/failures.ts'
import { writeJson } from '../../src/kit/answers/index.ts'
import { Fault } from '../../src/kit/base/failure.ts'
import type { PortalWords } from '../../src/kit/base/words.ts'
import { type Handling, parse } from '../../src/kit/params/index.ts'
import { OPERATIONS, worded } from '../../src/service/operations/index.ts'
import { type Answer, EncodedAnswer, type Operation } from '../../src/service/operations/operation.ts'
import { problemsOf } from './declared.ts'

/** Maximum number of problems to report, because a mistake in a renderer causes a problem in every row. */
const MAX_REPORTED = 10

/**
 * Calls an operation like a request, without HTTP: parses the parameters, then runs the operation. Decodes an encoded
 * answer. Checks the answer, key by key, against its declaration.
 */
export async function call(
  path: string,
  parameters: Readonly<Record<string, string>>,
  context: Context,
  handling: Handling = 'normal',
): Promise<Answer> {
  const answer = await rawCall(path, parameters, context, handling)
  const body: Answer = answer instanceof EncodedAnswer ? decoded(answer) : JSON.parse(writeJson(answer))
  assert.deepEqual(problemsOf(body, operationAt(path).answer, context.words).slice(0, MAX_REPORTED), [], path)
  return body
}

export function decoded({ body }: EncodedAnswer): Answer {
  const json = Buffer.from(body.json().bytes)
  assert.equal(json.length, body.jsonBytes)
  return JSON.parse(json.toString())
}

/**
 * Calls an operation, and returns its answer unchanged. If the operation refuses, it must have declared this refusal.
 */
export async function rawCall(
  path: string,
  parameters: Readonly<Record<string, string>>,
  context: Context,
  handling: Handling = 'normal',
): Promise<Answer> {
  const operation = operationIn(context.words, path)
  const { args, texts } = parse(operation.parameters, operation.rules, Object.entries(parameters), handling)
  try {
    return await operation.run(args, context, texts, handling)
  } catch (error) {
    if (error instanceof Fault)
      assert.ok(failuresOf(operation).includes(error.code), `${path} declares no ${error.code}`)
    throw error
  }
}

/** Operations by the words of their server and by path, because putting the words takes as long as a small call. */
const operationsIn = new WeakMap<PortalWords, Map<string, Operation>>()

function operationIn(words: PortalWords, path: string): Operation {
  const operations = operationsIn.get(words) ?? new Map<string, Operation>()
  operationsIn.set(words, operations)
  const operation = operations.get(path) ?? worded(operationAt(path), words)
  operations.set(path, operation)
  return operation
}

export function operationAt(path: string): Operation {
  const declared = OPERATIONS.find((operation) => operation.path === path)
  if (!declared) throw new Error(`There is no operation ${path}.`)
  return declared
}
