import { readFileSync } from 'node:fs'
import { SourceMap, type SourceMapPayload } from 'node:module'
import { IS_BUNDLE } from './program.ts'

/** A position in a script of the bundle, as in a line of a stack trace. */
const PLACE = /(file:\S+\/dist\/[\w-]+\.js):(\d+):(\d+)/

const maps = new Map<string, SourceMap | undefined>()

/**
 * Makes stack traces of this thread show lines of `src/` instead of lines of the bundle. Reads a source map only when a
 * trace needs it. Node's own option would read all source maps at the start.
 */
export function traceToSources(): void {
  if (!IS_BUNDLE) return
  Error.prepareStackTrace = (error, sites) => {
    const printed = sites as readonly { toString(): string }[] // V8 prints call sites, but their type lacks `toString`
    const lines = printed.map((site) => `\n    at ${site.toString().replace(PLACE, sourceOf)}`)
    return Error.prototype.toString.call(error) + lines.join('')
  }
}

function sourceOf(place: string, script: string, line: string, column: string): string {
  if (!maps.has(script)) maps.set(script, mapOf(script))
  const origin = maps.get(script)?.findOrigin(Number(line), Number(column))
  if (origin === undefined || !('fileName' in origin)) return place
  return `${new URL(origin.fileName, script).pathname}:${origin.lineNumber}:${origin.columnNumber}`
}

function mapOf(script: string): SourceMap | undefined {
  try {
    // the build writes these files
    return new SourceMap(JSON.parse(readFileSync(new URL(`${script}.map`), 'utf8')) as SourceMapPayload)
  } catch {
    return undefined // a script without a map, or a copy of dist/ without maps
  }
}
