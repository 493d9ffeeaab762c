import { readFileSync } from 'node:fs'
import { projectFiles, report } from './files.ts'

/**
 * Lists comments that have to be read twice, and names that do not say what they hold. With paths it looks only at
 * files below them: `node tools/english.ts src/places`.
 */

/** A sentence that begins with one of these words has its subject late, or none. */
const BEGINNINGS = /^(Of|The same|What|That|Whoever|And|As|So that)\b/

/** Words that this project does not use in comments: each has a plainer one. */
const WORDS =
  /\b(whoever|whosoever|whence|thereof|therein|wherein|herein|betimes|utilize[sd]?|leverage[sd]?|obviously|simply)\b/i

/**
 * Bindings that say only that something was found, known or told, and constants that say only that there is a limit. A
 * flag `found` is a key of answers.
 */
const NAMES =
  /\b(?:const|let|readonly #?)\s*(?:found|known|told)\b(?!\??: boolean)|\bconst (?:(?:MOST|FEW|MANY)_\w+|LOOKS|FOLLOWS)\b/

/** A run of comment lines, as text without markers, and the line that it begins on. */
interface Comment {
  readonly line: number
  readonly text: string
}

const paths = process.argv.slice(2)
const files = ['src', 'sample', 'client', 'console', 'test', 'tools', 'bench', 'attack']
  .flatMap((folder) => projectFiles(folder))
  .filter((path) => /\.(tsx?|js|mjs|css)$/.test(path) && path !== 'tools/english.ts')
  .filter((path) => paths.length === 0 || paths.some((start) => path.startsWith(start)))
report('english', files.flatMap(problemsOf))

function problemsOf(path: string): string[] {
  const lines = readFileSync(path, 'utf8').split('\n')
  const comments = commentsOf(lines).flatMap(({ line, text }) => {
    const beginning = BEGINNINGS.exec(text)?.[0]
    const word = WORDS.exec(text)?.[0]
    const at = `${path}:${line}`
    return [
      ...(beginning === undefined ? [] : [`${at}: a comment that begins with "${beginning}": ${text.slice(0, 60)}`]),
      ...(word === undefined ? [] : [`${at}: "${word}" in a comment`]),
    ]
  })
  const names = lines.flatMap((line, i) => {
    const name = NAMES.exec(line)?.[0]
    return name === undefined ? [] : [`${path}:${i + 1}: "${name}" does not say what it holds`]
  })
  return [...comments, ...names]
}

function commentsOf(lines: readonly string[]): Comment[] {
  const comments: Comment[] = []
  let open: { line: number; parts: string[] } | undefined
  for (const [i, line] of lines.entries()) {
    const text = /^\s*(?:\/\*\*?|\*(?!\/)|\/\/)\s?(.*?)(?:\*\/)?\s*$/.exec(line)?.[1]
    if (text === undefined || /^\s*\/\*/.test(line)) {
      if (open) comments.push({ line: open.line, text: open.parts.join(' ').trim() })
      open = undefined
    }
    if (text === undefined) continue
    open ??= { line: i + 1, parts: [] }
    open.parts.push(text.trim())
  }
  if (open) comments.push({ line: open.line, text: open.parts.join(' ').trim() })
  return comments
}
