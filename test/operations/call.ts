import assert from 'node:assert/strict'
import type { Context } from '../../src/catalog/context.ts'
import { OPERATIONS, worded } from '../../src/operations/index.ts'
import { type Answer, EncodedAnswer, type Operation } from '../../src/operations/operation.ts'
import { parse } from '../../src/params/index.ts'
import { problemsOf } from './declared.ts'

/** One mistake in a renderer makes a problem of every row. */
const MOST_TOLD = 10

/**
 * Calls an operation as a request would, without HTTP: parameters are read, then it runs. Bytes come back as data.
 * Whatever a test looks for, the answer must be what the operation declares, key by key.
 */
export async function call(
  path: string,
  parameters: Readonly<Record<string, string>>,
  context: Context,
): Promise<Answer> {
  const answer = await rawCall(path, parameters, context)
  const body = answer instanceof EncodedAnswer ? (JSON.parse(Buffer.from(answer.json).toString()) as Answer) : answer
  assert.deepEqual(problemsOf(body, operationAt(path).answer, context.words).slice(0, MOST_TOLD), [], path)
  return body
}

/** The same, with the answer as the operation gives it. */
export async function rawCall(
  path: string,
  parameters: Readonly<Record<string, string>>,
  context: Context,
): Promise<Answer> {
  const operation = worded(operationAt(path), context.words)
  const { args, texts } = parse(operation.parameters, operation.rules, Object.entries(parameters))
  return operation.run(args, context, texts)
}

export function operationAt(path: string): Operation {
  const found = OPERATIONS.find((operation) => operation.path === path)
  if (!found) throw new Error(`There is no operation ${path}.`)
  return found
}
