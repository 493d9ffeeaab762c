import { beside, component, listOf, object, oneOf, optional, text, type Value } from '../../kit/answers/index.ts'

const FIELDS = {
  parameter: text(),
  code: oneOf(['param.invalid', 'param.missing', 'param.repeated', 'param.unknown', 'param.inapplicable']),
  detail: text(),
  given: optional(text()),
  accepted: optional(listOf(text())),
  nearest: optional(text()),
}

/** Tells what is wrong with one parameter, in a refusal or beside an answer that was given without it. */
export const PARAMETER_ERROR = object(FIELDS)

const WARNINGS = listOf(
  component('Warning', PARAMETER_ERROR),
  'Given parameters that were left out or assumed, and why.',
)

const warned = new WeakMap<Value<object>, Value<object>>()

/**
 * Adds room for warnings to an answer: a key that is there only when there are some. Operations that share an answer
 * share this one.
 */
export function withWarnings(answer: Value<object>): Value<object> {
  const kept = warned.get(answer)
  if (kept !== undefined) return kept
  const made = beside(answer, 'warnings', WARNINGS)
  warned.set(answer, made)
  return made
}
