import { readFileSync } from 'node:fs'

const SECTION = /^-- == ([a-z-]+):.*$/m
const NAME = /\{([a-z]+)\}/g

/** A file of SQL in sections, `-- == name: what it is for`, in which `{name}` is filled in. */
export class Script {
  readonly #sections: ReadonlyMap<string, string>

  constructor(file: URL) {
    const [, ...parts] = readFileSync(file, 'utf8').split(SECTION)
    const names = parts.filter((_, i) => i % 2 === 0)
    this.#sections = new Map(names.map((name, i) => [name, parts[2 * i + 1] ?? '']))
  }

  /** @param values Names and numbers as they are, texts by `literal`. */
  section(name: string, values: Readonly<Record<string, string | number>> = {}): string {
    const text = this.#sections.get(name)
    if (text === undefined) throw new Error(`there is no section ${name}`)
    return text.replace(NAME, (_, key: string) => {
      const value = values[key]
      if (value === undefined) throw new Error(`section ${name} needs ${key}`)
      return String(value)
    })
  }
}

/** A text as SQL writes it. */
export function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}
