import { OPERATIONS } from '../../src/operations/index.ts'
import type { Answer, Context, Operation } from '../../src/operations/operation.ts'
import { parse } from '../../src/params/index.ts'

/** Calls an operation as a request would, without HTTP: parameters are read, then it runs. */
export async function call(
  path: string,
  parameters: Readonly<Record<string, string>>,
  context: Context,
): Promise<Answer> {
  const operation = operationAt(path)
  return operation.run(parse(operation.parameters, operation.rules, Object.entries(parameters)).args, context)
}

export function operationAt(path: string): Operation {
  const found = OPERATIONS.find((operation) => operation.path === path)
  if (!found) throw new Error(`There is no operation ${path}.`)
  return found
}
