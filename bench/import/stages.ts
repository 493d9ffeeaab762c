import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Stages of an import, by the files that the work is done in: the first that fits counts. */
const STAGES: readonly (readonly [stage: string, files: RegExp])[] = [
  ['reading rows', /ingest\/sources\//],
  ['mapping', /ingest\/(row-reader|conversions|numbers|dates|mapping|pattern|table)/],
  ['making homes', /ingest\/(nouns\/|checks|finding|zip|unit|point)|model\/|regions\/gazetteer/],
  ['merging and counting', /ingest\//],
  ['address book', /addresses\/|completion\/|embedded\/address-book/],
  ['records', /embedded\/(records|record-spool|brief)/],
  ['checksums', /base\/row-sum|table-sums/],
  ['cards', /rendering\/|base\/deflate|card-pile|packed/],
  ['search index', /embedded\/search|engine\//],
  ['market, agents, regions', /embedded\/(market|agents|points)|regions\//],
  ['between threads', /embedded\/derive\//],
  ['writer', /catalog\//],
]
const ELSEWHERE = 'elsewhere'
const NATIVE = new Map([
  ['(garbage collector)', 'garbage collection'],
  ['(idle)', 'idle'],
  ['(program)', 'program'],
])

interface Profile {
  readonly nodes: readonly {
    readonly id: number
    readonly callFrame: { readonly functionName: string; readonly url: string }
    readonly children?: readonly number[]
  }[]
  readonly samples: readonly number[]
  readonly timeDeltas: readonly number[]
}

/** Seconds of each stage in each thread that wrote a profile to the folder, the longest first. */
export function stagesIn(
  folder: string,
): readonly { readonly thread: string; readonly seconds: Map<string, number> }[] {
  const files = readdirSync(folder).filter((name) => name.endsWith('.cpuprofile'))
  return files.sort().map((name, thread) => {
    const profile: Profile = JSON.parse(readFileSync(join(folder, name), 'utf8'))
    return { thread: `thread ${thread}`, seconds: secondsOf(profile) }
  })
}

/** What has no file of its own, such as SQLite, counts for whoever called it. */
function secondsOf({ nodes, samples, timeDeltas }: Profile): Map<string, number> {
  const stageOf = new Map<number, string>()
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id] as const)))
  for (const { id, callFrame } of nodes) {
    const parent = stageOf.get(parents.get(id) ?? 0) ?? ELSEWHERE
    const own = STAGES.find(([, files]) => callFrame.url.includes('/src/') && files.test(callFrame.url))?.[0]
    stageOf.set(id, NATIVE.get(callFrame.functionName) ?? own ?? parent)
  }
  const seconds = new Map<string, number>()
  samples.forEach((id, i) => {
    const stage = stageOf.get(id) ?? ELSEWHERE
    seconds.set(stage, (seconds.get(stage) ?? 0) + (timeDeltas[i] ?? 0) / 1e6)
  })
  return new Map([...seconds].sort(([, a], [, b]) => b - a))
}
