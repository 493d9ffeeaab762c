import { Component } from './component.ts'
import { jsonOf, optionalEntry } from './json-text.ts'
import { listOf } from './list-of.ts'
import { type Fields, type FieldsOf, Optional, object } from './object.ts'
import { always } from './one-of.ts'
import type { Ready } from './ready.ts'
import type { Put, Schema, Telling } from './telling.ts'
import type { Value } from './value.ts'

/**
 * One key of an object: its value, and a function that reads the value from the object's source. If `read` returns
 * undefined, an optional key is absent and any other key is null. `json` is a faster alternative to `read`: the JSON of
 * a constant value, or a function that returns the JSON.
 */
export type Entry<S, V> = readonly [
  value: V,
  read: (source: S, put: Put) => Read<V>,
  json?: string | ((put: Put) => Write<S>),
]

/** Returns the JSON of a value, or undefined if `read` returns undefined. */
type Write<S> = (source: S) => string | undefined

type Read<V> = V extends Optional<infer T> ? Readable<T> | undefined : V extends Value<infer T> ? Readable<T> : never
type Readable<T> = T | Ready<T> | (null extends T ? undefined : never)

type Entries<S, F extends Fields> = { readonly [K in keyof F]: Entry<S, F[K]> }

/** A value that is computed from a source. `put` replaces placeholders in keys. */
export interface MadeValue<S, T> extends Value<T> {
  of(source: S, put?: Put): T
  /** Returns a function that writes the same text as `JSON.stringify`, but faster. */
  writer(put?: Put): (source: S) => string
}

/**
 * An object whose keys are declared together with the functions that read them. Documents and answers list keys in this
 * order.
 */
export class ObjectFrom<in S, F extends Fields> implements MadeValue<S, FieldsOf<F>> {
  declare readonly type?: FieldsOf<F>
  /** The entries. They can be spread into another object with the same source. */
  readonly keys: Entries<S, F>
  /** The values of the keys, without the functions that read them. */
  readonly fields: F
  readonly #declared: Value<FieldsOf<F>>
  readonly #objects: Compiled<(source: S, put: Put) => FieldsOf<F>>
  readonly #texts: Compiled<(source: S) => string>

  constructor(keys: Entries<S, F>, doc?: string) {
    this.keys = keys
    // `fields` has the same keys as `keys`
    this.fields = Object.fromEntries(Object.entries(keys).map(([key, [value]]) => [key, value])) as F
    this.#declared = object(this.fields, doc)
    this.#objects = new Compiled(keys, objectSource)
    this.#texts = new Compiled(keys, textSource)
  }

  /** Returns these keys for use in a larger object. `pick` extracts this object's source from the larger source. */
  within<R>(pick: (source: R) => S): Entries<R, F> {
    const picked = Object.entries(this.keys).map(([key, [value, read, json]]) => {
      const write = typeof json === 'function' ? (put: Put) => writeOf(json(put), pick) : json
      return [key, [value, (from: R, put: Put) => read(pick(from), put), write]]
    })
    return Object.fromEntries(picked) as Entries<R, F> // an entry for each key
  }

  of(source: S, put: Put = asDeclared): FieldsOf<F> {
    return this.#objects.in(put)(source, put)
  }

  writer(put: Put = asDeclared): (source: S) => string {
    return this.#texts.in(put)
  }

  schema(telling: Telling): Schema {
    return this.#declared.schema(telling)
  }

  problems(given: unknown, path: string, put: Put): readonly string[] {
    return this.#declared.problems(given, path, put)
  }
}

/** Declares an object, for example `objectFrom<Home>()({ zpid: [large('Id of the home.'), (home) => home.zpid] })`. */
export function objectFrom<S>() {
  return <const F extends Fields>(keys: { readonly [K in keyof F]: Entry<S, F[K]> }, doc?: string) =>
    new ObjectFrom<S, F>(keys, doc)
}

/** An object with a name, made by `component`. */
export class ComponentFrom<in S, F extends Fields> extends Component<FieldsOf<F>> implements MadeValue<S, FieldsOf<F>> {
  readonly #object: ObjectFrom<S, F>

  constructor(name: string, declared: ObjectFrom<S, F>) {
    super(name, declared)
    this.#object = declared
  }

  get keys(): Entries<S, F> {
    return this.#object.keys
  }

  get fields(): F {
    return this.#object.fields
  }

  within<R>(pick: (source: R) => S): Entries<R, F> {
    return this.#object.within(pick)
  }

  of(source: S, put?: Put): FieldsOf<F> {
    return this.#object.of(source, put)
  }

  writer(put?: Put): (source: S) => string {
    return this.#object.writer(put)
  }
}

/** Names a value. Documents and clients define the value once, so that several answers can use it. */
export function component<S, F extends Fields>(name: string, value: ObjectFrom<S, F>): ComponentFrom<S, F>
export function component<T>(name: string, value: Value<T>): Component<T>
export function component(name: string, value: Value<unknown>): Component<unknown> {
  return value instanceof ObjectFrom ? new ComponentFrom(name, value) : new Component(name, value)
}

/** An entry with a constant value. */
export function fixed<const T extends string | number | boolean>(value: T, doc?: string): Entry<unknown, Value<T>> {
  return [always(value, doc), () => value, jsonOf(value)]
}

/** An entry that is an object. `pick` extracts the object's source from the larger source. */
export function made<S, R, T>(value: MadeValue<R, T>, pick: (source: S) => R): Entry<S, Value<T>> {
  return [value, (source, put) => value.of(pick(source), put), (put) => writeOf(value.writer(put), pick)]
}

/**
 * An entry that is an object if `pick` returns a source for it. Otherwise the key is absent or null, depending on
 * `declared`.
 */
export function maybeMade<S, R, T, V extends Optional<T> | Value<T | null>>(
  declared: V,
  value: MadeValue<R, T>,
  pick: (source: S) => R | undefined,
): Entry<S, V> {
  const read = (source: S, put: Put) => {
    const part = pick(source)
    return part === undefined ? undefined : value.of(part, put)
  }
  const writer = (put: Put): Write<S> => {
    const write = value.writer(put)
    return (source) => {
      const part = pick(source)
      return part === undefined ? undefined : write(part)
    }
  }
  return [declared, read as (source: S, put: Put) => Read<V>, writer] // the bound of V allows exactly T or undefined
}

/** An entry that is a list of objects, one for each source that `pick` returns. */
export function madeList<S, R, T>(
  value: MadeValue<R, T>,
  pick: (source: S) => readonly R[],
  doc?: string,
): Entry<S, Value<readonly T[]>> {
  const writer = (put: Put): Write<S> => {
    const write = value.writer(put)
    return (source) => `[${pick(source).map(write).join(',')}]`
  }
  return [listOf(value, doc), (source, put) => pick(source).map((one) => value.of(one, put)), writer]
}

function writeOf<S, R>(write: Write<R>, pick: (source: S) => R): Write<S> {
  return (source) => write(pick(source))
}

function asDeclared(key: string): string {
  return key
}

type AnyEntries = Readonly<Record<string, Entry<never, Fields[string]>>>

/** Functions that make an object or its JSON. Compiled once for each `Put`, which replaces placeholders in keys. */
class Compiled<M> {
  readonly #keys: AnyEntries
  readonly #sourceOf: (keys: AnyEntries, put: Put) => string
  readonly #made = new WeakMap<Put, M>()
  #last: M | undefined
  #lastPut: Put | undefined

  constructor(keys: AnyEntries, sourceOf: (keys: AnyEntries, put: Put) => string) {
    this.#keys = keys
    this.#sourceOf = sourceOf
  }

  in(put: Put): M {
    if (this.#last !== undefined && put === this.#lastPut) return this.#last
    const make = this.#made.get(put) ?? this.#compiled(put)
    this.#made.set(put, make)
    this.#lastPut = put
    this.#last = make
    return make
  }

  /**
   * Compiles the keys into a function. A loop over the keys takes several times as long, and these objects are most of
   * each answer.
   */
  #compiled(put: Put): M {
    const source = this.#sourceOf(this.#keys, put)
    const reads = Object.values(this.#keys).map(([, read]) => read)
    const writes = Object.values(this.#keys).map(([, , json]) => (typeof json === 'function' ? json(put) : undefined))
    const helpers = { reads, writes, put, presentEntry, jsonOf, optionalEntry, optionalPart }
    // oxlint-disable-next-line typescript/no-implied-eval -- made of declared keys and the portal's word, quoted
    const make = new Function(...Object.keys(helpers), `return ${source}`)
    return make(...Object.values(helpers))
  }
}

/**
 * Returns source such as `(source, put) => ({ "zpid": reads[0](source, put) ?? null, ...presentEntry("yearBuilt",
 * reads[1](source, put)) })`.
 */
function objectSource(keys: AnyEntries, put: Put): string {
  const entries = Object.entries(keys).map(([declared, [value]], i) => {
    const [key, read] = [JSON.stringify(put(declared)), `reads[${i}](source, put)`]
    return value instanceof Optional ? `...presentEntry(${key}, ${read})` : `${key}: ${read} ?? null`
  })
  return `(source, put) => ({ ${entries.join(', ')} })`
}

function presentEntry(key: string, value: unknown): object | undefined {
  return value === undefined ? undefined : { [key]: value }
}

/**
 * Returns source such as `(source) => "{\"currency\":\"USD\",\"zpid\":" + jsonOf(reads[1](source, put) ?? null) + … +
 * "}"`, with the text between two values in one piece. Optional keys before the first required key end with a comma.
 * All later optional keys begin with a comma.
 */
function textSource(keys: AnyEntries, put: Put): string {
  const entries = Object.entries(keys)
  const firstAt = entries.findIndex(([, [value]]) => !(value instanceof Optional))
  const pieces: string[] = []
  let text = firstAt < 0 ? '' : '{'
  const add = (code: string) => {
    if (text !== '') pieces.push(JSON.stringify(text))
    text = ''
    pieces.push(code)
  }
  for (const [i, [key, [value, , json]]] of entries.entries()) {
    const start = `${i <= firstAt ? '' : ','}${JSON.stringify(put(key))}:`
    const [read, part] = [`reads[${i}](source, put)`, `writes[${i}](source)`]
    if (value instanceof Optional) {
      const around = [JSON.stringify(start), JSON.stringify(i < firstAt ? ',' : '')] as const
      add(`${json ? 'optionalPart' : 'optionalEntry'}(${around[0]}, ${json ? part : read}, ${around[1]})`)
    } else if (typeof json === 'string') text += start + json
    else {
      text += start
      add(json ? `(${part} ?? "null")` : `jsonOf(${read} ?? null)`)
    }
  }
  if (firstAt < 0) return `(source) => "{" + (${pieces.join(' + ') || '""'}).slice(1) + "}"`
  pieces.push(JSON.stringify(`${text}}`))
  return `(source) => ${pieces.join(' + ')}`
}

function optionalPart(start: string, json: string | undefined, end: string): string {
  return json === undefined ? '' : start + json + end
}
