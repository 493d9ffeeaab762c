import { isMap, isScalar, isSeq, LineCounter, type Node, type Pair, parseDocument } from 'yaml'
import { CommandFault, EXIT } from '../../kit/base/failure.ts'
import { nearestName, quote } from '../../kit/base/sentence.ts'

/** An error in one line of a mapping. */
export class MappingFault extends CommandFault {
  readonly line: number
  readonly sentence: string

  constructor(file: string, line: number, sentence: string) {
    super(`${file}, line ${line}: ${sentence}`, EXIT.data)
    this.line = line
    this.sentence = sentence
  }
}

/** A value in a mapping file, with its line for error messages. */
export class MappingNode {
  readonly #node: Node | null
  readonly #file: string
  readonly #lines: LineCounter
  /** The line in the file, from 1. */
  readonly line: number

  constructor(node: Node | null, file: string, lines: LineCounter, line: number) {
    this.#node = node
    this.#file = file
    this.#lines = lines
    this.line = node?.range ? lines.linePos(node.range[0]).line : line
  }

  /** Parses a whole file. Throws a CommandFault with the line if it is not YAML. */
  static read(text: string, file: string): MappingNode {
    const lines = new LineCounter()
    const document = parseDocument(text, { lineCounter: lines, prettyErrors: false })
    const root = new MappingNode(document.contents, file, lines, 1)
    const [error] = document.errors
    if (error) {
      const line = lines.linePos(error.pos[0]).line
      throw new MappingFault(file, line, `Not valid YAML: ${error.message}.`)
    }
    return root
  }

  fail(sentence: string): never {
    return this.failAt(this.line, sentence)
  }

  /** Throws a fault for another line of the same file. */
  failAt(line: number, sentence: string): never {
    throw new MappingFault(this.#file, line, sentence)
  }

  get isMap(): boolean {
    return isMap(this.#node)
  }

  get isList(): boolean {
    return isSeq(this.#node)
  }

  /** Returns a non-empty text. Numbers and other scalars are returned as written. */
  text(what: string): string {
    const text = this.anyText(what)
    return text === '' ? this.fail(`${what} must not be empty.`) : text
  }

  /** Returns a text that may be empty. */
  anyText(what: string): string {
    const node = this.#node
    if (!isScalar(node) || node.value === null) return this.fail(`${what} must be text.`)
    return typeof node.value === 'string' ? node.value : (node.source ?? '')
  }

  isText(text: string): boolean {
    return isScalar(this.#node) && this.#node.value === text
  }

  number(what: string): number {
    const value = isScalar(this.#node) ? this.#node.value : undefined
    return typeof value === 'number' && Number.isFinite(value) ? value : this.fail(`${what} must be a number.`)
  }

  boolean(what: string): boolean {
    const value = isScalar(this.#node) ? this.#node.value : undefined
    return typeof value === 'boolean' ? value : this.fail(`${what} must be true or false.`)
  }

  /** Returns the elements of a list. Any other value becomes a list of one element. */
  elements(): MappingNode[] {
    const node = this.#node
    return isSeq(node) ? node.items.map((item) => this.#child(item as Node | null)) : [this]
  }

  entries(what: string): [name: string, value: MappingNode, key: MappingNode][] {
    const node = this.#node
    if (!isMap(node)) return this.fail(`${what} must be a list of "name: value".`)
    return node.items.map((item) => {
      const pair = item as Pair<Node | null, Node | null>
      const key = this.#child(pair.key)
      return [key.text(`A name in ${what}`), new MappingNode(pair.value, this.#file, this.#lines, key.line), key]
    })
  }

  /** Returns the entries of a map. Throws for an unknown name, and suggests the nearest known name. */
  keyed<const K extends string>(what: string, names: readonly K[]): { readonly [N in K]?: MappingNode } {
    const nodes: Record<string, MappingNode> = {}
    for (const [name, value, key] of this.entries(what)) {
      if (!(names as readonly string[]).includes(name)) key.fail(unknownName(what, name, names))
      nodes[name] = value
    }
    return nodes as { readonly [N in K]?: MappingNode } // every name was checked in the loop
  }

  /** Returns the value of a key. Undefined if this is not a map or lacks the key. */
  find(name: string): MappingNode | undefined {
    return this.isMap ? this.entries(name).find(([given]) => given === name)?.[1] : undefined
  }

  oneOf<const V extends string>(what: string, values: readonly V[]): V {
    const text = this.text(what)
    const matching = values.find((value) => value === text)
    return matching ?? this.fail(unknownName(what, text, values))
  }

  #child(node: Node | null): MappingNode {
    return new MappingNode(node, this.#file, this.#lines, this.line)
  }
}

/** Returns the error message for an unknown name. It lists only a few names if there are many. */
export function unknownName(what: string, given: string, names: readonly string[]): string {
  const nearest = nearestName(given, names)
  if (nearest !== undefined) return `${what} does not know ${quote(given)}: did you mean "${nearest}"?`
  const shown = names.length > 20 ? `names such as ${names.slice(0, 5).join(', ')}` : names.join(', ')
  return `${what} does not know ${quote(given)}, only ${shown}.`
}
