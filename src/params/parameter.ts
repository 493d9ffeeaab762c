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
  /** When it applies; otherwise it is ignored and reported, as if the operation did not have it. */
  readonly only?: Applicability
  /** Its values are about people, so no refusal repeats them. */
  readonly personal?: true
  /** Its values may name a person or say where somebody lives: refusals repeat them, log lines tell their length. */
  readonly unlogged?: true
  /** Not part of the interface: this service adds it. */
  readonly beyond?: true
  /** Another name on the wire, read where this one is not given; strict handling does not know it. */
  readonly otherName?: string
  /** What a lenient call is taken to ask for where this required parameter is missing, as on the wire. */
  readonly assumed?: string
  /** Its name among the arguments, where that differs from the name on the wire. */
  readonly declaredAs?: string
}

/** A parameter applies only when another, required one is given as one of these values. */
export interface Applicability {
  readonly parameter: string
  readonly values: readonly string[]
}

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

/** The same parameter, read under another name too. */
export function alsoNamed<T>(parameter: Parameter<T>, otherName: string): Parameter<T> {
  return { ...parameter, otherName }
}

/** The same required parameter, read under another name too, and with a value that lenient calls may leave out. */
export function forgiven<T>(parameter: Parameter<T>, otherName: string, assumed: string): Parameter<T> {
  return { ...alsoNamed(parameter, otherName), assumed }
}

/** Marks a parameter that is not part of the interface. */
export function beyond<T>(parameter: Parameter<T>): Parameter<T> {
  return { ...parameter, beyond: true }
}

/** An optional parameter with a default, which is given as it would be on the wire. */
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

/** What several parameters must satisfy together. `check` runs only once every parameter has been read. */
export interface Rule<P extends Parameters> {
  readonly doc: string
  /**
   * What becomes of a call that breaks the rule. It is refused unless this says otherwise: `noEffect` is for what
   * changes nothing, which is told, and refused with strict handling only; `told` is for what is told, whatever the
   * handling.
   */
  readonly outcome?: 'noEffect' | 'told'
  /** The filters that a lenient call is answered without where it breaks the rule; without any it is refused. */
  readonly leavesOut?: readonly string[]
  /** Which texts of a parameter fit each value of another one. */
  readonly fitting?: Fitting
  check(args: Args<P>): ParameterError | readonly ParameterError[] | undefined
}
