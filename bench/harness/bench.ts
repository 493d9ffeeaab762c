import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { Figures } from './figures.ts'

/**
 * The default value of an option. It also determines the option's type: a number above 0, a string, a flag, a list of
 * numbers, or a list of words. Lists are separated by commas. The default of a list of words contains all allowed
 * words.
 */
type Default = number | string | boolean | readonly number[] | readonly string[]
type Widened<D> = D extends number
  ? number
  : D extends boolean
    ? boolean
    : D extends string
      ? string
      : D extends readonly number[]
        ? readonly number[]
        : D
export type Options<O> = { readonly [N in keyof O]: Widened<O[N]> }

/** A bench, as `main.ts` runs it. `words`: the command line after the name of the bench. */
export type Bench = (words: readonly string[]) => Promise<void>

/** Declares a bench. It also has the option `--json`, and runs only while no other bench runs. */
export function bench<const O extends Readonly<Record<string, Default>>>(
  defaults: O,
  run: (given: Options<O>, figures: Figures) => Promise<void>,
): Bench {
  return async (words) => {
    const { json, ...given } = readOptions({ ...defaults, json: false }, words)
    const figures = new Figures(json)
    beAlone()
    await run(given as unknown as Options<O>, figures) // the options without `json`
    figures.end()
  }
}

/** Parses options. Throws a RangeError or a TypeError for an invalid option. */
export function readOptions<O extends Readonly<Record<string, Default>>>(
  defaults: O,
  words: readonly string[],
): Options<O> {
  const names = Object.entries(defaults)
  const options = names.map(([name, value]) => [name, { type: typeof value === 'boolean' ? 'boolean' : 'string' }])
  const { values } = parseArgs({ args: [...words], options: Object.fromEntries(options) })
  const given: Readonly<Record<string, unknown>> = values
  const read = names.map(([name, value]) => [name, name in given ? readOption(name, given[name], value) : value])
  return Object.fromEntries(read) as Options<O> // each value was parsed according to its default
}

function readOption(name: string, given: unknown, value: Default): unknown {
  if (typeof given !== 'string' || typeof value === 'string') return given
  if (typeof value === 'number') return wholeNumber(name, given)
  const accepted: readonly unknown[] = typeof value === 'object' ? value : []
  return given.split(',').map((word) => {
    if (typeof accepted[0] === 'number') return wholeNumber(name, word)
    if (accepted.includes(word)) return word
    throw new RangeError(`--${name} must be one of ${accepted.join(', ')}; you sent "${word}".`)
  })
}

function wholeNumber(name: string, text: string): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text)
  throw new RangeError(`--${name} must be a whole number from 1; you sent "${text}".`)
}

const DATA = fileURLToPath(new URL('../data/', import.meta.url))
const LOCK = `${DATA}running.pid`

/**
 * Locks bench/data until this process ends. Two benches at once would remove each other's databases and slow each other
 * down. Throws if another bench runs; the error names its process id.
 */
export function beAlone(): void {
  mkdirSync(DATA, { recursive: true })
  const other = lockHolder()
  if (other !== undefined) throw new RangeError(`Another bench is running (process ${other}). Wait until it has ended.`)
  writeFileSync(LOCK, String(process.pid))
  process.on('exit', () => rmSync(LOCK, { force: true }))
}

/** Returns the id of the process that holds the lock. Undefined if the process no longer exists. */
function lockHolder(): number | undefined {
  try {
    const pid = Number(readFileSync(LOCK, 'utf8'))
    process.kill(pid, 0) // throws if the process does not exist
    return pid
  } catch {
    return undefined
  }
}
