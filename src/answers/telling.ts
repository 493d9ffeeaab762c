import type { Put, Schema } from './value.ts'

/** What a document says about answers: in the words of its server, with each component once, by its name. */
export class Telling {
  readonly put: Put
  /** The schemas of the components that were named so far. */
  readonly components = new Map<string, Schema>()

  constructor(put: Put) {
    this.put = put
  }

  /** A reference to the component of a name; `schema` is asked for the first time only. */
  reference(name: string, schema: () => Schema): Schema {
    if (!this.components.has(name)) {
      this.components.set(name, {}) // keeps its place, before the components that it is made of
      this.components.set(name, schema())
    }
    return { $ref: referenceTo(name) }
  }

  /** The keyword for a sentence, where there is one. */
  said(doc: string | undefined): { readonly description?: string } {
    return doc === undefined ? {} : { description: this.put(doc) }
  }
}

/** Where a document has the component of a name. */
export function referenceTo(name: string): string {
  return `#/components/schemas/${name}`
}
