import { Fault, type ParameterError } from '../base/failure.ts'
import { clip, nearestName, quote } from '../base/sentence.ts'
import type { Args, Parameter, Parameters, Rule } from './parameter.ts'
import { Refusal } from './shape.ts'

export { nearestName, quote }

/** The decoded names and values of a query string, in the order given. */
export type QueryPairs = readonly (readonly [name: string, value: string])[]

export interface Parsed<P extends Parameters> {
  readonly args: Args<P>
  /** Given names, as written, that the operation does not have or that do not apply with the other arguments. */
  readonly ignored: readonly string[]
}

/**
 * Reads a query against an operation's parameters. All errors are reported at once, in one Fault `param.invalid`. An
 * empty value counts as not given; a parameter given twice is refused. Unknown parameters, and those that do not apply
 * with the others, are ignored, or refused if `strict`.
 */
export function parse<P extends Parameters>(
  parameters: P,
  rules: readonly Rule<P>[],
  query: QueryPairs,
  strict = false,
): Parsed<P> {
  const errors: ParameterError[] = []
  const { given, unknown } = sortOut(parameters, query, errors)
  const { fallbacks, required } = defaultsOf(parameters)
  const inapplicable: string[] = []
  const args: Record<string, unknown> = { ...fallbacks }
  for (const [name, text] of given) {
    const parameter = parameters[name] as Parameter<unknown>
    if (applies(parameter, given)) args[parameter.declaredAs ?? name] = readValue(name, parameter, text, errors)
    else inapplicable.push(name)
  }
  for (const [name, parameter] of required) {
    if (!given.has(name))
      errors.push({ parameter: name, code: 'param.missing', detail: missingSentence(name, parameter) })
  }
  if (errors.length > 1) orderAsDeclared(errors, parameters)
  if (errors.length === 0) applyRules(rules, args as Args<P>, errors)
  if (strict) {
    errors.push(...unknown.map((name) => unknownError(name, parameters)))
    errors.push(...inapplicable.flatMap((name) => inapplicableError(name, parameters, given, args)))
  }
  if (errors.length > 0) throw invalidParameters(errors)
  return { args: Object.freeze(args) as Args<P>, ignored: [...unknown, ...inapplicable] }
}

function unknownError(name: string, parameters: Parameters): ParameterError {
  const nearest = nearestName(name, Object.keys(parameters))
  const hint = nearest ? ` Did you mean ${nearest}?` : ''
  const detail = `No parameter ${quote(name)} here.${hint}`
  return { parameter: name, code: 'param.unknown', detail, ...(nearest && { nearest }) }
}

/** No error if the other parameter is missing or invalid: that is already reported. */
function inapplicableError(
  name: string,
  parameters: Parameters,
  given: Given,
  args: Readonly<Record<string, unknown>>,
): ParameterError[] {
  const only = parameters[name]?.only
  const other = given.get(only?.parameter ?? '')
  if (!only || other === undefined) return []
  if (args[parameters[only.parameter]?.declaredAs ?? only.parameter] === undefined) return []
  const detail = `Cannot use ${name} with ${only.parameter} ${quote(other)}: accepted with ${only.values.join(', ')}.`
  const shown = parameters[name]?.personal ? {} : { given: clip(given.get(name) ?? '') }
  return [{ parameter: name, code: 'param.inapplicable', detail, ...shown }]
}

/** The non-empty values given, trimmed, by parameter. */
type Given = ReadonlyMap<string, string>

function sortOut(parameters: Parameters, query: QueryPairs, errors: ParameterError[]) {
  const given = new Map<string, string>()
  const unknown: string[] = []
  for (const [name, value] of query) {
    if (!Object.hasOwn(parameters, name)) {
      if (!unknown.includes(name)) unknown.push(name)
    } else if (given.has(name)) {
      errors.push({ parameter: name, code: 'param.repeated', detail: `${name} is given twice: give it once.` })
    } else if (value.trim() !== '') {
      given.set(name, value.trim())
    }
  }
  return { given, unknown }
}

function applies({ only }: Parameter<unknown>, given: Given): boolean {
  return only === undefined || only.values.includes(given.get(only.parameter) ?? '')
}

/** Computed once per operation, since most calls give only a few of its many parameters. */
interface Defaults {
  readonly fallbacks: Readonly<Record<string, unknown>>
  readonly required: readonly (readonly [name: string, parameter: Parameter<unknown>])[]
}

const knownDefaults = new WeakMap<Parameters, Defaults>()

function defaultsOf(parameters: Parameters): Defaults {
  const known = knownDefaults.get(parameters)
  if (known !== undefined) return known
  const entries = Object.entries(parameters)
  const made = {
    fallbacks: Object.fromEntries(entries.map(([name, { declaredAs, fallback }]) => [declaredAs ?? name, fallback])),
    required: entries.filter(([, parameter]) => parameter.required),
  }
  knownDefaults.set(parameters, made)
  return made
}

function orderAsDeclared(errors: ParameterError[], parameters: Parameters): void {
  const names = Object.keys(parameters)
  errors.sort((one, other) => names.indexOf(one.parameter) - names.indexOf(other.parameter))
}

function readValue(name: string, parameter: Parameter<unknown>, text: string, errors: ParameterError[]): unknown {
  const value = parameter.shape.parse(text)
  if (!(value instanceof Refusal)) return value
  errors.push({
    parameter: name,
    code: 'param.invalid',
    detail: parameter.personal
      ? `Cannot read ${name}: ${value.why}`
      : `Cannot read ${name} ${quote(text)}: ${value.why}`,
    ...(!parameter.personal && { given: clip(text) }),
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

/** The refusal of parameters, also for errors that only the operation itself can detect. */
export function invalidParameters(errors: readonly ParameterError[]): Fault {
  return new Fault('param.invalid', errors.map((error) => error.detail).join(' '), { errors })
}
