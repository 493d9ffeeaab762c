import type { ParameterError } from '../base/failure.ts'
import type { Fitting, Parameter, Parameters, Rule } from './parameter.ts'

/** Replaces placeholders such as `{Portal}` with the word that this server uses. */
export type Put = (text: string) => string

/** Parameters and rules after their placeholders were replaced. */
export interface WordedParameters {
  readonly parameters: Parameters
  readonly rules: readonly Rule<Parameters>[]
}

/**
 * Replaces placeholders in declarations, such as `daysOn{Portal}`, with this server's word. Callers see the word in
 * names, values, docs and messages; the operation gets its arguments under the declared names.
 */
export function worded(parameters: Parameters, rules: readonly Rule<Parameters>[], put: Put): WordedParameters {
  return {
    parameters: Object.fromEntries(
      Object.entries(parameters).map(([name, parameter]) => [put(name), wordedParameter(name, parameter, put)]),
    ),
    rules: rules.map((rule) => ({
      ...rule,
      doc: put(rule.doc),
      ...(rule.leavesOut && { leavesOut: rule.leavesOut.map(put) }),
      ...(rule.fitting && { fitting: wordedFitting(rule.fitting, put) }),
      check: (args) => {
        const broken = rule.check(args)
        return broken && [broken].flat().map((error) => wordedError(error, put))
      },
    })),
  }
}

function wordedParameter(name: string, parameter: Parameter<unknown>, put: Put): Parameter<unknown> {
  const shape = parameter.shape.worded?.(put) ?? parameter.shape
  const fallback = parameter.schema.default
  return {
    ...parameter,
    declaredAs: name,
    doc: put(parameter.doc),
    shape,
    schema: {
      ...shape.schema,
      ...(fallback !== undefined && { default: typeof fallback === 'string' ? put(fallback) : fallback }),
    },
    ...(parameter.only && {
      only: { parameter: put(parameter.only.parameter), values: parameter.only.values.map(put) },
    }),
  }
}

function wordedFitting({ parameter, beside, texts }: Fitting, put: Put): Fitting {
  const fitting = Object.entries(texts).map(([value, fit]) => [put(value), fit.map(put)] as const)
  return { parameter: put(parameter), beside: put(beside), texts: Object.fromEntries(fitting) }
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
