import type { ParameterError } from '../base/failure.ts'
import type { Parameter, Parameters, Rule } from './parameter.ts'

/** Puts the words of this server in the place of placeholders. */
export type Put = (text: string) => string

/** Parameters and rules in the words of this server, and the way back from the arguments that are read by them. */
export interface Worded {
  readonly parameters: Parameters
  readonly rules: readonly Rule<Parameters>[]
  /** Arguments under the names of the declaration. */
  declared(args: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>>
}

/**
 * Declarations hold placeholders such as `daysOn{Portal}` where a server has words of its own. The words stand in names,
 * accepted values, docs and refusals; what is read comes out as declared.
 */
export function worded(parameters: Parameters, rules: readonly Rule<Parameters>[], put: Put): Worded {
  const declared = backTo(Object.keys(parameters), put)
  return {
    parameters: Object.fromEntries(
      Object.entries(parameters).map(([name, parameter]) => [put(name), wordedParameter(parameter, put)]),
    ),
    rules: rules.map((rule) => ({
      doc: put(rule.doc),
      check: (args) => {
        const error = rule.check(declared(args))
        return error && wordedError(error, put)
      },
    })),
    declared,
  }
}

/** The rules and the operation ask one after the other for the same arguments: those of the last call are kept. */
function backTo(names: readonly string[], put: Put): Worded['declared'] {
  const pairs = names.map((name) => [name, put(name)] as const)
  if (pairs.every(([name, written]) => name === written)) return (args) => args
  let last: Readonly<Record<string, unknown>> | undefined
  let back: Readonly<Record<string, unknown>> = {}
  return (args) => {
    if (args !== last) {
      const made: Record<string, unknown> = {}
      for (const [name, written] of pairs) made[name] = args[written]
      back = Object.freeze(made)
      last = args
    }
    return back
  }
}

function wordedParameter(parameter: Parameter<unknown>, put: Put): Parameter<unknown> {
  const shape = parameter.shape.worded?.(put) ?? parameter.shape
  const standard = parameter.schema.default
  return {
    ...parameter,
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
