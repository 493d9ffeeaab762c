import type { Put, Schema, Telling } from './telling.ts'
import type { Value } from './value.ts'

/** A value that several answers use, or that deserves a name: documents and clients define it once. */
export class Component<out T> implements Value<T> {
  declare readonly type?: T
  readonly name: string
  readonly value: Value<T>
  /** Says what the value means in this place, in addition to its own sentence. */
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
