import type { Put, Schema, Telling } from './telling.ts'
import type { Value } from './value.ts'

/** A named value. Documents and clients define the value once, so that several answers can use it. */
export class Component<out T> implements Value<T> {
  declare readonly type?: T
  readonly name: string
  readonly value: Value<T>
  /** Describes the value at this place, in addition to its own description. */
  readonly #doc: string | undefined

  constructor(name: string, value: Value<T>, doc?: string) {
    this.name = name
    this.value = value
    this.#doc = doc
  }

  as(doc: string): Component<T> {
    return new Component(this.name, this.value, doc)
  }

  schema(telling: Telling): Schema {
    return { ...telling.reference(this.name, () => this.value.schema(telling)), ...telling.said(this.#doc) }
  }

  problems(given: unknown, path: string, put: Put): readonly string[] {
    return this.value.problems(given, path, put)
  }
}
