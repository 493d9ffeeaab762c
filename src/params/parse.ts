import { Fault, type ParameterError } from '../base/failure.ts'
import { clip, nearestOf, quote } from '../base/sentence.ts'
import type { Args, Parameter, Parameters, Rule } from './parameter.ts'
import { Refusal } from './shape.ts'

export { nearestOf, quote }

/** A query string taken apart: names and values decoded, in the order written. */
export type Query = readonly (readonly [name: string, value: string])[]

export interface Parsed<P extends Parameters> {
  readonly args: Args<P>
  /** Names that were given but are no parameters of the operation, in the order written. */
  readonly ignored: readonly string[]
}

/**
 * Reads a query against an operation's parameters. Everything wrong is reported at once, in one Fault `param.invalid`.
 * An empty value counts as not given; a parameter given twice is refused.
 */
export function parse<P extends Parameters>(parameters: P, rules: readonly Rule<P>[], query: Query): Parsed<P> {
  const errors: ParameterError[] = []
  const { given, ignored } = sort(parameters, query, errors)
  const args: Record<string, unknown> = {}
  for (const name of Object.keys(parameters)) {
    args[name] = readValue(name, parameters[name] as Parameter<unknown>, given.get(name), errors)
  }
  if (errors.length === 0) applyRules(rules, args as Args<P>, errors)
  if (errors.length > 0) throw invalid(errors)
  return { args: Object.freeze(args) as Args<P>, ignored }
}

/** Unknown parameters are left out, or, where the caller asked for strict handling, refused. */
export function refuseIgnored(ignored: readonly string[], known: readonly string[]): void {
  if (ignored.length === 0) return
  throw invalid(
    ignored.map((name) => {
      const nearest = nearestOf(name, known)
      const hint = nearest ? ` Did you mean ${nearest}?` : ''
      return {
        parameter: name,
        code: 'param.unknown',
        detail: `No parameter ${quote(name)} here.${hint}`,
        ...(nearest && { nearest }),
      }
    }),
  )
}

function sort(parameters: Parameters, query: Query, errors: ParameterError[]) {
  const given = new Map<string, string>()
  const ignored: string[] = []
  for (const [name, value] of query) {
    if (!Object.hasOwn(parameters, name)) {
      if (!ignored.includes(name)) ignored.push(name)
    } else if (given.has(name)) {
      errors.push({ parameter: name, code: 'param.repeated', detail: `${name} is given twice: give it once.` })
    } else if (value.trim() !== '') {
      given.set(name, value.trim())
    }
  }
  return { given, ignored }
}

function readValue(
  name: string,
  parameter: Parameter<unknown>,
  text: string | undefined,
  errors: ParameterError[],
): unknown {
  if (text === undefined) {
    if (parameter.required)
      errors.push({ parameter: name, code: 'param.missing', detail: missingSentence(name, parameter) })
    return parameter.fallback
  }
  const value = parameter.shape.parse(text)
  if (!(value instanceof Refusal)) return value
  errors.push({
    parameter: name,
    code: 'param.invalid',
    detail: `Cannot read ${name} ${quote(text)}: ${value.why}`,
    given: clip(text),
    ...(value.accepted && { accepted: value.accepted }),
    ...(value.nearest && { nearest: value.nearest }),
  })
  return undefined
}

function applyRules<P extends Parameters>(rules: readonly Rule<P>[], args: Args<P>, errors: ParameterError[]): void {
  for (const rule of rules) {
    const error = rule.check(args)
    if (error) errors.push(error)
  }
}

function missingSentence(name: string, parameter: Parameter<unknown>): string {
  return `${name} is missing: ${parameter.doc} For example ${name}=${parameter.shape.example}.`
}

function invalid(errors: readonly ParameterError[]): Fault {
  return new Fault('param.invalid', errors.map((error) => error.detail).join(' '), { errors })
}
