import { execFileSync } from 'node:child_process'
import { report } from './files.ts'

/** Maximum number of code lines in each wing (top folder of src/), without tests, blank lines and comments. */
const LIMITS: Readonly<Record<string, number>> = {
  catalog: 25_200,
  doors: 19_600,
  guard: 5640,
  intake: 17_500,
  kit: 5592,
  model: 3690,
  places: 5898,
  running: 7400,
  service: 17_700,
  worth: 5653,
  'src/main.ts': 25,
  'sample/': 3870,
  'console/': 13_800,
  'client/': 1490,
  'tools/': 2240,
  'bench/': 3660,
  'attack/': 3900,
}

/**
 * The number of test lines when the limits were set. The check prints it next to the current number and never fails
 * because of it.
 */
const TEST_LINES = 78_675

interface Weight {
  code: number
  tests: number
}

/** Matches lines that are neither blank nor only a comment. */
const CODE = String.raw`^[[:space:]]*([^[:space:]/*#-]|/[^/*]|\*[^ /]|-[^-]|#[^ ])`
const FOLDERS = ['src', 'console', 'client', 'bench', 'attack', 'tools', 'sample', 'test']
const COUNTED = /\.(tsx?|m?js|css|sql|html|py|c)$/

/** Counts the lines of each wing (top folder of src/), in the working tree or in a revision. */
export function weights(revision?: string): ReadonlyMap<string, Weight> {
  const where = revision === undefined ? ['--untracked', '-E', CODE] : ['-E', CODE, revision]
  const grep = ['grep', '-I', '-c', ...where, '--', ...FOLDERS]
  const listed = execFileSync('git', grep, { encoding: 'utf8' })
  const byWing = new Map<string, Weight>()
  for (const [, path = '', lines] of listed.matchAll(/([^:\n]+):(\d+)$/gm)) {
    if (!COUNTED.test(path)) continue
    const [folder = '', room = '', ...inside] = path.split('/')
    const wing = folder !== 'src' ? `${folder}/` : inside.length === 0 ? path : room
    const weight = byWing.get(wing) ?? { code: 0, tests: 0 }
    weight[folder === 'test' || /\.test\.tsx?$/.test(path) ? 'tests' : 'code'] += Number(lines)
    byWing.set(wing, weight)
  }
  return byWing
}

/** Returns a sentence for each wing (top folder of src/) that exceeds its limit by more than 1 %. */
export function tooHeavy(wings: ReadonlyMap<string, Weight>, limits = LIMITS): readonly string[] {
  return [...wings].flatMap(([wing, { code }]) => {
    const limit = limits[wing] ?? 0
    if (code <= limit * 1.01) return []
    return `${wing} has ${code} lines of code, and its limit in tools/weight.ts is ${limit}: make it lighter.`
  })
}

if (import.meta.main) {
  const wings = weights()
  const tests = [...wings.values()].reduce((sum, each) => sum + each.tests, 0)
  process.stdout.write(`tests: ${tests} lines; ${TEST_LINES} when the limits were set\n`)
  report('weight', tooHeavy(wings))
}
