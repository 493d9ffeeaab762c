import type { ParameterError } from '../base/failure.ts'
import type { Parameter, Parameters, Rule } from './parameter.ts'

/** Puts the words of this server in the place of placeholders. */
export type Put = (text: string) => string

/** Parameters and rules in the words of this server. */
export interface Worded {
  readonly parameters: Parameters
  readonly rules: readonly Rule<Parameters>[]
}

/**
 * Declarations hold placeholders such as `daysOn{Portal}` where a server has words of its own. The words stand in
 * names, accepted values, docs and refusals; what is read comes out as declared.
 */
export function worded(parameters: Parameters, rules: readonly Rule<Parameters>[], put: Put): Worded {
  return {
    parameters: Object.fromEntries(
      Object.entries(parameters).map(([name, parameter]) => [put(name), wordedParameter(name, parameter, put)]),
    ),
    rules: rules.map((rule) => ({
      ...rule,
      doc: put(rule.doc),
      ...(rule.leavesOut && { leavesOut: rule.leavesOut.map(put) }),
      check: (args) => {
        const error = rule.check(args)
        return error && wordedError(error, put)
      },
    })),
  }
}

function wordedParameter(name: string, parameter: Parameter<unknown>, put: Put): Parameter<unknown> {
  const shape = parameter.shape.worded?.(put) ?? parameter.shape
  const standard = parameter.schema.default
  return {
    ...parameter,
    declaredAs: name,
    doc: put(parameter.doc),
    shape,
    schema: {
      ...shape.schema,
      ...(standard !== undefined && { default: typeof standard === 'string' ? put(standard) : standard }),
    },
    ...(parameter.only && {
      only: { parameter: put(parameter.only.parameter), values: parameter.only.values.map(put) },
    }),
  }
}

function wordedError(error: ParameterError, put: Put): ParameterError {
  return {
    ...error,
    parameter: put(error.parameter),
    detail: put(error.detail),
    ...(error.given !== undefined && { given: put(error.given) }),
    ...(error.accepted && { accepted: error.accepted.map(put) }),
    ...(error.nearest !== undefined && { nearest: put(error.nearest) }),
  }
}
