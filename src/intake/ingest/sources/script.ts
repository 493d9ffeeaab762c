import { dataFault } from '../file-fault.ts'
import { sizeOfList } from './list-size.ts'

/** The beginning of a JavaScript or TypeScript file: a comment, a directive, a declaration or an assignment. */
const SCRIPT =
  /^\s*(?:\/\/|\/\*|['"]use \w+['"]|(?:export|const|let|var|interface|type|import)\s+[\w{*]|(?:module|window|globalThis)\.\w+)/
const ASSIGNMENT = /(?:=|\(|default)\s*[[{]/
const SCRIPT_MAX_BYTES = 64 * 1024 * 1024

/** Whether a text begins like a script with data. */
export function isScript(head: string): boolean {
  return SCRIPT.test(head) && ASSIGNMENT.test(head)
}

/** Yields the data of a script as JSON, or the script itself if it has no list of objects. */
export async function* dataOfScript(chunks: AsyncIterable<Buffer>, file: string): AsyncGenerator<Buffer> {
  const parts: Buffer[] = []
  let bytes = 0
  for await (const chunk of chunks) {
    parts.push(chunk)
    bytes += chunk.length
    if (bytes > SCRIPT_MAX_BYTES) throw dataFault(`"${file}" is a script of over 64 MB: save its data as JSON.`)
  }
  const script = Buffer.concat(parts)
  const json = jsonInScript(script.toString())
  yield json === undefined ? script : Buffer.from(json)
}

const TOKEN =
  /"(?:[^"\\\n]|\\[\s\S])*"|'(?:[^'\\\n]|\\[\s\S])*'|`(?:[^`\\]|\\[\s\S])*`|\/\/[^\n]*|\/\*[\s\S]*?\*\/|(?:new +)?[A-Za-z_$][\w$.]*|\.?\d[\w.]*|\S|\n/g

/** The name of a list before its bracket: `const homes: Home[] = [`, `homes: [`. */
const NAME = /([\w$]+)["']?\s*(?::[^=;{}]*=|[:=])\s*$/

/**
 * Returns the list of homes in a script as JSON. Keys get quotes; variables and calls become null. Line numbers stay
 * the same. Undefined if there is no list of objects.
 */
export function jsonInScript(script: string): string | undefined {
  let [best, made, name] = ['', '', '']
  let [depth, line, parens, objects, keys, most] = [0, 0, 0, 0, 0, 0]
  let comma = ''
  for (const { 0: token, index } of script.matchAll(TOKEN)) {
    if (token.startsWith('//')) continue
    const rest = script.slice(index + token.length, index + token.length + 100)
    if (depth === 0) {
      if (token === '[' && /^\s*\{/.test(rest)) {
        name = NAME.exec(script.slice(Math.max(0, index - 100), index))?.[1] ?? ''
        ;[made, depth, objects, keys] = [`${'\n'.repeat(line)}[`, 1, 0, 0]
      }
    } else if (/^(\n|\/\*)/.test(token)) made += token.replaceAll(/[^\n]/g, '')
    else if (token === '(' || parens > 0) parens += token === '(' ? 1 : token === ')' ? -1 : 0
    else if (token === ',') comma = token
    else {
      const isEnd = token === ']' || token === '}'
      if (token === '[' || token === '{') depth++
      if (isEnd) depth--
      // JSON has no comma after the last element.
      const isKey = /^\s*:/.test(rest)
      made += (isEnd ? '' : comma) + jsonToken(token, isKey)
      comma = ''
      if (depth === 2 && token === '{') objects++
      if (depth === 2 && isKey) keys++
      const size = depth > 0 ? 0 : sizeOfList(name, objects, keys / objects)
      if (size > most) [best, most] = [made, size]
    }
    line += token.split('\n').length - 1
  }
  return best === '' ? undefined : best
}

function jsonToken(token: string, isKey: boolean): string {
  if (/^["'`]/.test(token)) return `"${token.slice(1, -1).replaceAll(/\\[\s\S]|["\p{Cc}]/gu, inString)}"`
  if (/^[\d.]/.test(token)) return token.replaceAll('_', '').replace(/^\./, '0.')
  if (!/^[A-Za-z_$]/.test(token) || (!isKey && /^(true|false|null)$/.test(token))) return token
  return isKey ? JSON.stringify(token) : 'null'
}

function inString(part: string): string {
  return /^\\["\\/bfnrtu]/.test(part) ? part : JSON.stringify(part.replace(/^\\\n?/, '')).slice(1, -1)
}
