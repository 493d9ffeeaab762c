import { property, quoted, pythonOf as writePython } from '../../../src/doors/openapi/reference/browser/snippets.js'
import { KINDS, METHODS } from './client-methods.ts'
import { type Query, sentParams, targetOf } from './query.ts'
import { endsOf } from './range-text.ts'

/** The address of the service, and the key to send. */
export interface Target {
  readonly origin: string
  readonly keyHeader: string
  /** Undefined if the code reads the key from the environment. */
  readonly key: string | undefined
}

const VARIABLE = 'PLAT_API_KEY'

/** Returns the request as a complete curl command. */
export function curlOf(query: Query, { origin, keyHeader, key }: Target): string {
  return `curl -H "${keyHeader}: ${key ?? `$${VARIABLE}`}" '${origin}${targetOf(query)}'`
}

/** Returns the request as TypeScript with the client. Undefined if the client has no method for the path. */
export function typescriptOf(query: Query, { origin, key }: Target): string | undefined {
  const method = METHODS[query.path]
  if (method === undefined) return undefined
  const secret = key === undefined ? `process.env.${VARIABLE} ?? ''` : quoted(key)
  const sent = sentParams(query)
  const given = sent.length === 0 ? '' : ['{', ...sent.map(asProperty), '}'].join('\n')
  return [
    `// To install this package, see ${origin}/clients`,
    "import { Plat } from 'plat-client'",
    '',
    `const plat = new Plat({ url: ${quoted(origin)}, key: ${secret} })`,
    `const { data, credits } = await plat.${method}(${given})`,
    'console.log(data, credits)',
  ].join('\n')
}

function asProperty([name, text]: readonly [name: string, text: string]): string {
  return `  ${property(name)}: ${asValue(name, text)},`
}

const RANGE = /^((min|max):\d+(\.\d+)?(,\s*|$)){1,2}$/

const [TRUE, FALSE] = [/^(true|1|yes)$/i, /^(false|0|no)$/i]

/** Returns the nonempty items of a list. */
function itemsOf(text: string): readonly string[] {
  return text
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '')
}

/** Writes a value as the client expects it. Text that does not fit the parameter's kind stays text. */
function asValue(name: string, text: string): string {
  const kind = KINDS[name]
  if (kind === 'number' && Number.isFinite(Number(text))) return String(Number(text))
  if (kind === 'flag' && TRUE.test(text)) return 'true'
  if (kind === 'flag' && FALSE.test(text)) return 'false'
  if (kind === 'list' && text.includes(',')) return `[${itemsOf(text).map(quoted).join(', ')}]`
  const [min, max] = kind === 'range' && RANGE.test(text) ? endsOf(text) : ['', '']
  const ends = [min && `min: ${Number(min)}`, max && `max: ${Number(max)}`].filter(Boolean)
  return ends.length === 0 ? quoted(text) : `{ ${ends.join(', ')} }`
}

/** Returns the request as Python code, like the examples in the reference. */
export function pythonOf(query: Query, target: Target): string {
  return writePython({ ...target, path: query.path, query: sentParams(query) })
}
