import { hashOf, Random } from '../src/kit/algorithms/random.ts'
import type { AddressEntry } from '../src/model/address-entry.ts'
import { addressSlips, type SlipSource } from '../src/places/addresses/address-slips.ts'
import { type Candidate, resolveAddress } from '../src/places/addresses/resolve.ts'
import { type Expected, KINDS, type Kind } from '../test/addresses/kinds.ts'
import { addressKey, bookOf, type Known, knownAddresses } from '../test/addresses/known.ts'
import { bench } from './harness/bench.ts'
import type { Figures } from './harness/figures.ts'
import { median, quantile } from './harness/timing.ts'

/** The possible results of looking up a text. */
const OUTCOMES = ['right', 'listed', 'hinted first', 'hinted', 'not found', 'wrong'] as const
type Outcome = (typeof OUTCOMES)[number]

/** A text to look up, and the home that it means. */
interface Text {
  readonly text: string
  readonly meant: Known
}

const DEFAULTS = { homes: 132_000, data: '', texts: 250, seed: 7, half: 'held', show: '' }

/**
 * Writes known addresses in many ways, and looks each up in an address book. Options: `--homes` of a sample, `--data`
 * files (JSON or CSV, separated by commas), `--texts` per kind and file, `--half dev|held` of the texts, `--show KIND`
 * to list failures.
 */
export const run = bench(DEFAULTS, async ({ homes, data, texts, seed, half, show }, figures) => {
  const groups = await knownAddresses(homes, seed, data.split(',').filter(Boolean))
  const all = [...groups.values()].flat()
  const asker = new Asker(bookOf(all), all)
  const counts = new Map<Kind, Map<Outcome, number>>()
  for (const kind of KINDS) {
    const count = new Map<Outcome, number>(OUTCOMES.map((outcome) => [outcome, 0]))
    for (const { text, meant } of textsOf(kind, groups, texts, seed, half === 'held')) {
      const outcome = await asker.ask(text, meant, kind.expected)
      count.set(outcome, (count.get(outcome) ?? 0) + 1)
      if (outcome === 'wrong' || (show === kind.name && outcome !== 'right'))
        figures.note(`${outcome} (${kind.name}): ${text.replaceAll('\n', '\\n')}`)
    }
    counts.set(kind, count)
  }
  report(counts, asker, figures)
})

/** Draws texts of one kind from one half of all texts. Takes the same number from every group. */
function textsOf(
  kind: Kind,
  groups: ReadonlyMap<string, readonly Known[]>,
  limit: number,
  seed: number,
  isHeld: boolean,
): Text[] {
  return [...groups.values()].flatMap((group) => {
    const texts: Text[] = []
    const step = coprime(group.length)
    for (let at = 0; at < group.length && texts.length < limit; at++) {
      const meant = group[(at * step) % group.length]
      const text = meant && kind.write(meant, new Random(seed, kind.name, meant.zpid))
      if (meant && text && isInHalf(text, isHeld)) texts.push({ text, meant })
    }
    return texts
  })
}

/**
 * Returns whether a text is in the given half. Mixes the hash first, because its low bits depend only on the last
 * letter.
 */
function isInHalf(text: string, isHeld: boolean): boolean {
  const hash = hashOf(text)
  return ((hash ^ (hash >>> 13)) & 1) === Number(isHeld)
}

/**
 * Returns a step size for walking through a list. The walk visits every index once, and consecutive indexes are far
 * apart.
 */
function coprime(length: number): number {
  const divides = (a: number, b: number): number => (b === 0 ? a : divides(b, a % b))
  let step = Math.max(1, Math.floor(length * 0.618))
  while (divides(step, length) > 1) step++
  return step
}

class Asker {
  readonly #book: SlipSource
  /** The key of each home's address. Homes in a file can share an address; each of them is then a right answer. */
  readonly #keys: ReadonlyMap<number, string>
  readonly formalMs: number[] = []
  readonly hintedMs: number[] = []

  constructor(book: SlipSource, all: readonly Known[]) {
    this.#book = book
    this.#keys = new Map(all.map((known) => [known.zpid, addressKey(known)]))
  }

  async ask(text: string, meant: Known, expected: Expected): Promise<Outcome> {
    const [found, resolvedMs] = await this.#timed(() => resolveAddress(text, this.#book))
    const isMeant = (entry: AddressEntry) => this.#keys.get(Number(entry.id)) === this.#keys.get(meant.zpid)
    if (expected === 'formal') this.formalMs.push(resolvedMs)
    if (found.kind === 'one') {
      if (expected === 'unread') return 'wrong'
      if (isMeant(found.entry)) return 'right'
      // the text with the typo is the address of another home
      return expected === 'typo' && found.how === 'Every part agrees.' ? 'right' : 'wrong'
    }
    if (found.kind === 'several') return outcomeOf(found.candidates, isMeant, 'listed')
    const [near, hintsMs] = await this.#timed(() => addressSlips(text, this.#book))
    this.hintedMs.push(resolvedMs + hintsMs)
    return hintOutcome(near, isMeant)
  }

  /** Returns the median time of three runs. Other programs usually slow down only one of the runs. */
  async #timed<T>(work: () => Promise<T>): Promise<[result: T, milliseconds: number]> {
    const times: number[] = []
    for (let turn = 0; turn < 3; turn++) {
      const start = performance.now()
      await work()
      times.push(performance.now() - start)
    }
    return [await work(), median(times)]
  }
}

function hintOutcome(near: readonly Candidate[], isMeant: (entry: AddressEntry) => boolean): Outcome {
  const first = near[0]
  return first && isMeant(first.entry) ? 'hinted first' : outcomeOf(near, isMeant, 'hinted')
}

function outcomeOf(
  candidates: readonly Candidate[],
  isMeant: (entry: AddressEntry) => boolean,
  outcome: Outcome,
): Outcome {
  return candidates.some(({ entry }) => isMeant(entry)) ? outcome : 'not found'
}

function report(counts: ReadonlyMap<Kind, ReadonlyMap<Outcome, number>>, asker: Asker, figures: Figures): void {
  for (const expected of ['formal', 'unread', 'typo'] as const) {
    figures.heading(`${expected}, % of texts`)
    const kinds = [...counts].filter(([kind]) => kind.expected === expected)
    const rows = kinds.map(([{ name }, count]) => {
      const total = sumOf([count])
      return { name, values: [total, ...OUTCOMES.map((outcome) => (100 * (count.get(outcome) ?? 0)) / total)] }
    })
    figures.table([{ name: 'texts', unit: '' }, ...OUTCOMES.map((name) => ({ name, unit: '' }))], rows)
  }
  figures.heading('')
  const of = (expected: Expected) =>
    [...counts].filter(([kind]) => kind.expected === expected).map(([, count]) => count)
  const share = (expected: Expected, ...outcomes: readonly Outcome[]) =>
    (100 * outcomes.reduce((sum, outcome) => sum + sumOf(of(expected), outcome), 0)) / sumOf(of(expected))
  figures.add('texts', sumOf(counts.values()), '')
  figures.add('formal: the home', share('formal', 'right'), '%')
  figures.add('formal: the home, or candidates with it', share('formal', 'right', 'listed'), '%', { atLeast: 99.5 })
  figures.add('typos: the home hinted first', share('typo', 'right', 'listed', 'hinted first'), '%')
  figures.add('wrong answers', sumOf(counts.values(), 'wrong'), '', { atMost: 0 })
  figures.add('a formal text, half of all', quantile(asker.formalMs, 0.5), 'ms', { atMost: 0.1 })
  figures.add('a formal text, 99 % of all', quantile(asker.formalMs, 0.99), 'ms', { atMost: 2 })
  figures.add('a text with hints, half of all', quantile(asker.hintedMs, 0.5), 'ms')
  figures.add('a text with hints, 99 % of all', quantile(asker.hintedMs, 0.99), 'ms')
}

function sumOf(counts: Iterable<ReadonlyMap<Outcome, number>>, outcome?: Outcome): number {
  return [...counts].reduce(
    (sum, count) =>
      sum +
      [...count].reduce((part, [each, number]) => part + (outcome === undefined || each === outcome ? number : 0), 0),
    0,
  )
}
