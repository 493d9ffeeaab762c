import type { ParameterError } from '../base/failure.ts'
import type { Schema, Shape } from './shape.ts'

/** One parameter of an operation. Parsing, types, OpenAPI, docs and error messages all come from this declaration. */
export interface Parameter<T> {
  readonly doc: string
  readonly shape: Shape<unknown>
  readonly required: boolean
  /** The value if a call lacks the parameter. */
  readonly fallback: T | undefined
  readonly schema: Schema
  /**
   * Condition under which the parameter applies. Otherwise the parameter is ignored and reported like an unknown
   * parameter.
   */
  readonly only?: Applicability
  /** Set for values about people. No error message repeats them. */
  readonly personal?: true
  /**
   * Set for values that may name a person or say where someone lives. Error messages repeat them, but log lines contain
   * only their length.
   */
  readonly unlogged?: true
  /** Set for a parameter that Plat adds to the interface. */
  readonly beyond?: true
  /** Alternative names that callers may use. They count only if the call lacks the declared name. */
  readonly otherNames?: OtherNames
  /** For names of parameters that these operations lack: a sentence about what to do instead. */
  readonly elsewhere?: Readonly<Record<string, string>>
  /**
   * The value that is assumed, as text, if a call lacks this required parameter. Never assumed with strict handling.
   */
  readonly assumed?: string
  /** The label in a form. Without a label, the form shows the name in words. */
  readonly label?: string
  readonly group?: string
  /** The name among the arguments, if it differs from the name in queries. */
  readonly declaredAs?: string
}

/** A parameter that applies only if another, required parameter has one of these values. */
export interface Applicability {
  readonly parameter: string
  readonly values: readonly string[]
}

/**
 * Alternative names of a parameter. Each has a template for the parameter's text, in which `#` is replaced with the
 * sent value. Two names may each contribute a part, such as `min:#` and `max:#`.
 */
export type OtherNames = Readonly<Record<string, string>>

export function required<T>(shape: Shape<T>, doc: string): Parameter<T> {
  return { doc, shape, required: true, fallback: undefined, schema: shape.schema }
}

export function optional<T>(shape: Shape<T>, doc: string, only?: Applicability): Parameter<T | undefined> {
  return { doc, shape, required: false, fallback: undefined, schema: shape.schema, ...(only && { only }) }
}

/** Marks a parameter whose values are about people. Neither error messages nor logs contain them. */
export function personal<T>(parameter: Parameter<T>): Parameter<T> {
  return { ...parameter, personal: true }
}

/** Marks a parameter whose values may name a person or say where someone lives. No log line contains them. */
export function unlogged<T>(parameter: Parameter<T>): Parameter<T> {
  return { ...parameter, unlogged: true }
}

/** Sets the value that is assumed, with a warning, if a call lacks this required parameter. */
export function forgiven<T>(parameter: Parameter<T>, assumed: string): Parameter<T> {
  return { ...parameter, assumed }
}

export function labelled<T>(label: string, parameter: Parameter<T>): Parameter<T> {
  return { ...parameter, label }
}

/** Marks a parameter that Plat adds to the interface. */
export function beyond<T>(parameter: Parameter<T>): Parameter<T> {
  return { ...parameter, beyond: true }
}

/** An optional parameter with a default. `wireDefault` is the default as a caller would write it. */
export function defaulted<T>(shape: Shape<T>, wireDefault: string, doc: string, only?: Applicability): Parameter<T> {
  const fallback = shape.parse(wireDefault) as T // the tests fail for a default that its own shape rejects
  const schema = { ...shape.schema, default: schemaDefault(shape.schema, wireDefault) }
  return { doc, shape, required: false, fallback, schema, ...(only && { only }) }
}

function schemaDefault(schema: Schema, wireDefault: string): string | number | boolean {
  if (schema.type === 'number' || schema.type === 'integer') return Number(wireDefault)
  return schema.type === 'boolean' ? wireDefault.toLowerCase() === 'true' : wireDefault
}

/** An operation's parameters by their names in queries. */
export type Parameters = Readonly<Record<string, Parameter<unknown>>>

export type Args<P extends Parameters> = {
  readonly [K in keyof P]: P[K] extends Parameter<infer T> ? T : never
}

/** For each value of the parameter `beside`, the valid values of `parameter`, as text. */
export interface Fitting {
  readonly parameter: string
  readonly beside: string
  readonly texts: Readonly<Record<string, readonly string[]>>
}

/** A condition on several parameters together. `check` runs once every parameter has been read without errors. */
export interface Rule<P extends Parameters> {
  readonly doc: string
  /**
   * What happens to a call that breaks the rule. By default, the call is rejected. `noEffect` is for parameters that
   * change nothing: the call succeeds with a warning, and is rejected only with strict handling. `warning` always only
   * warns.
   */
  readonly outcome?: 'noEffect' | 'warning'
  /** The parameters that are ignored in a lenient call that breaks the rule. If absent, the call is rejected. */
  readonly leavesOut?: readonly string[]
  /** For each value of one parameter, the valid values of another. */
  readonly fitting?: Fitting
  check(args: Args<P>): ParameterError | readonly ParameterError[] | undefined
}
