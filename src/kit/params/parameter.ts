import type { ParameterError } from '../base/failure.ts'
import type { Schema, Shape } from './shape.ts'

/** One parameter of an operation: parsing, types, OpenAPI, docs and refusals all come from this declaration. */
export interface Parameter<T> {
  readonly doc: string
  readonly shape: Shape<unknown>
  readonly required: boolean
  /** The value when the parameter is not given. */
  readonly fallback: T | undefined
  readonly schema: Schema
  /**
   * The condition under which it applies. Otherwise it is ignored and reported, as if the operation did not have it.
   */
  readonly only?: Applicability
  /** Set for values about people, which no refusal repeats. */
  readonly personal?: true
  /**
   * Set for values that may name a person or say where somebody lives: refusals repeat them, but log lines contain only
   * their length.
   */
  readonly unlogged?: true
  /** Set for a parameter that is not part of the interface but added by this service. */
  readonly beyond?: true
  /** Other names on the wire, which are read if this one is not given. */
  readonly otherNames?: OtherNames
  /** The text that a call is assumed to give if this required parameter is missing; strict handling assumes nothing. */
  readonly assumed?: string
  /** Its label in a form; without one, the form shows its name in words. */
  readonly label?: string
  readonly group?: string
  /** Its name among the arguments, where that differs from the name on the wire. */
  readonly declaredAs?: string
}

/** A parameter that applies only when another, required one is given as one of these values. */
export interface Applicability {
  readonly parameter: string
  readonly values: readonly string[]
}

/**
 * Other names of a parameter, each with the text that its value becomes: `#` stands for the value. Two names may each
 * give a part, such as `min:#` and `max:#`.
 */
export type OtherNames = Readonly<Record<string, string>>

export function required<T>(shape: Shape<T>, doc: string): Parameter<T> {
  return { doc, shape, required: true, fallback: undefined, schema: shape.schema }
}

export function optional<T>(shape: Shape<T>, doc: string, only?: Applicability): Parameter<T | undefined> {
  return { doc, shape, required: false, fallback: undefined, schema: shape.schema, ...(only && { only }) }
}

/** Marks a parameter whose values are about people: they appear in no refusal, and so in no log. */
export function personal<T>(parameter: Parameter<T>): Parameter<T> {
  return { ...parameter, personal: true }
}

/** Marks a parameter whose values may name a person or say where somebody lives: no log line repeats them. */
export function unlogged<T>(parameter: Parameter<T>): Parameter<T> {
  return { ...parameter, unlogged: true }
}

/** Gives a required parameter the value that is assumed, and told, if a call leaves it out. */
export function forgiven<T>(parameter: Parameter<T>, assumed: string): Parameter<T> {
  return { ...parameter, assumed }
}

export function labelled<T>(label: string, parameter: Parameter<T>): Parameter<T> {
  return { ...parameter, label }
}

/** Marks a parameter that is not part of the interface. */
export function beyond<T>(parameter: Parameter<T>): Parameter<T> {
  return { ...parameter, beyond: true }
}

/** An optional parameter with a default, which is written as on the wire. */
export function defaulted<T>(shape: Shape<T>, wireDefault: string, doc: string, only?: Applicability): Parameter<T> {
  const fallback = shape.parse(wireDefault) as T // a default that its own shape refuses fails the tests
  const schema = { ...shape.schema, default: schemaDefault(shape.schema, wireDefault) }
  return { doc, shape, required: false, fallback, schema, ...(only && { only }) }
}

function schemaDefault(schema: Schema, wireDefault: string): string | number | boolean {
  if (schema.type === 'number' || schema.type === 'integer') return Number(wireDefault)
  return schema.type === 'boolean' ? wireDefault.toLowerCase() === 'true' : wireDefault
}

/** An operation's parameters by their names on the wire. */
export type Parameters = Readonly<Record<string, Parameter<unknown>>>

export type Args<P extends Parameters> = {
  readonly [K in keyof P]: P[K] extends Parameter<infer T> ? T : never
}

export interface Fitting {
  readonly parameter: string
  readonly beside: string
  readonly texts: Readonly<Record<string, readonly string[]>>
}

/** A condition on several parameters together. `check` runs only once every parameter has been read. */
export interface Rule<P extends Parameters> {
  readonly doc: string
  /**
   * Says what happens to a call that breaks the rule. By default it is refused. `noEffect` is for parameters that
   * change nothing: the call is warned, and refused only with strict handling. `told` only warns, whatever the
   * handling.
   */
  readonly outcome?: 'noEffect' | 'told'
  /** The filters that are ignored in a lenient call that breaks the rule. Without any, the call is refused. */
  readonly leavesOut?: readonly string[]
  /** Which texts of a parameter fit each value of another one. */
  readonly fitting?: Fitting
  check(args: Args<P>): ParameterError | readonly ParameterError[] | undefined
}
