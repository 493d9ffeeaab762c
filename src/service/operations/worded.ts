import { type PortalWords, portalWords } from '../../kit/base/words.ts'
import { worded as wordedParameters } from '../../kit/params/index.ts'
import type { Operation } from './operation.ts'

/**
 * Replaces placeholders in an operation's declaration with the service's word, as in `daysOnPortal`. Arguments keep
 * their declared names.
 */
export function worded(operation: Operation, words: PortalWords): Operation {
  const put = portalWords(words)
  const { parameters, rules } = wordedParameters(operation.parameters, operation.rules, put)
  return Object.freeze({
    ...operation,
    summary: put(operation.summary),
    parameters,
    rules,
  } satisfies Operation)
}
