import { Fault, type ParameterError } from '../base/failure.ts'
import { clip, nearestName, quote } from '../base/sentence.ts'
import type { Args, Parameter, Parameters, Rule } from './parameter.ts'
import { Refusal } from './shape.ts'

export { nearestName, quote }

/** A query string taken apart: names and values decoded, in the order written. */
export type QueryPairs = readonly (readonly [name: string, value: string])[]

export interface Parsed<P extends Parameters> {
  readonly args: Args<P>
  /** Names that were given but are no parameters of the operation, or do not apply beside the others, as written. */
  readonly ignored: readonly string[]
}

/**
 * Reads a query against an operation's parameters. Everything wrong is reported at once, in one Fault `param.invalid`.
 * An empty value counts as not given; a parameter given twice is refused. Names that are no parameters, and parameters
 * that do not apply beside the others, are left out, or with `strict` refused.
 */
export function parse<P extends Parameters>(
  parameters: P,
  rules: readonly Rule<P>[],
  query: QueryPairs,
  strict = false,
): Parsed<P> {
  const errors: ParameterError[] = []
  const { given, unknown } = sort(parameters, query, errors)
  const { fallbacks, required } = absentOf(parameters)
  const inapplicable: string[] = []
  const args: Record<string, unknown> = { ...fallbacks }
  for (const [name, text] of given) {
    const parameter = parameters[name] as Parameter<unknown>
    if (applicable(parameter, given)) args[parameter.declaredAs ?? name] = readValue(name, parameter, text, errors)
    else inapplicable.push(name)
  }
  for (const [name, parameter] of required) {
    if (!given.has(name))
      errors.push({ parameter: name, code: 'param.missing', detail: missingSentence(name, parameter) })
  }
  if (errors.length > 1) sortAsDeclared(errors, parameters)
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

/** Nothing where the other parameter is missing or refused: that is reported already. */
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

/** What was given for each parameter, trimmed; without the empty ones. */
type Given = ReadonlyMap<string, string>

function sort(parameters: Parameters, query: QueryPairs, errors: ParameterError[]) {
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

function applicable({ only }: Parameter<unknown>, given: Given): boolean {
  return only === undefined || only.values.includes(given.get(only.parameter) ?? '')
}

/** The arguments of a call that gives nothing, and the parameters that it lacks: most calls give few of many. */
interface Absent {
  readonly fallbacks: Readonly<Record<string, unknown>>
  readonly required: readonly (readonly [name: string, parameter: Parameter<unknown>])[]
}

const absent = new WeakMap<Parameters, Absent>()

function absentOf(parameters: Parameters): Absent {
  const known = absent.get(parameters)
  if (known !== undefined) return known
  const entries = Object.entries(parameters)
  const made = {
    fallbacks: Object.fromEntries(entries.map(([name, { declaredAs, fallback }]) => [declaredAs ?? name, fallback])),
    required: entries.filter(([, parameter]) => parameter.required),
  }
  absent.set(parameters, made)
  return made
}

function sortAsDeclared(errors: ParameterError[], parameters: Parameters): void {
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

/** The refusal of parameters; for those that only the operation itself can tell to be wrong, too. */
export function invalidParameters(errors: readonly ParameterError[]): Fault {
  return new Fault('param.invalid', errors.map((error) => error.detail).join(' '), { errors })
}
