import { beside, component, listOf, object, oneOf, optional, text, type Value } from '../../kit/answers/index.ts'
import { oncePer } from '../../kit/base/once-per.ts'

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

/**
 * Adds room for warnings to an answer: a key that is there only when there are some. Operations that share an answer
 * share this one.
 */
export const withWarnings = oncePer((answer: Value<object>) => beside(answer, 'warnings', WARNINGS))
