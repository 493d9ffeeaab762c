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

/** Describes what is wrong with a parameter that the answer ignores. */
const PARAMETER_ERROR = object(FIELDS)

/** Describes what is wrong with a parameter of a refused call. */
export const PARAMETER_PROBLEM = object({
  ...FIELDS,
  detail: optional(text('What was wrong with this parameter, if there are several problems.')),
})

const WARNINGS = listOf(component('Warning', PARAMETER_ERROR), 'Sent parameters that were ignored or assumed, and why.')

/**
 * Adds the key `warnings` to the declaration of an answer. It is present only if there are warnings. Cached, so that
 * operations with the same declaration share the result.
 */
export const withWarnings = oncePer((answer: Value<object>) => beside(answer, 'warnings', WARNINGS))
