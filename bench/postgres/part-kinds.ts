import { createHash } from 'node:crypto'
import { type Asked, KINDS } from '../../test/postgres/kinds.ts'
import { numbers } from '../search/bench.ts'
import { median } from '../timing.ts'
import { BY_HAND } from './by-hand.ts'
import { asked, type Stage, type Took } from './stage.ts'

/** Wanted of the throughput of SQL by hand. */
const SHARE_OF_BY_HAND = 0.6

/** How often each home is asked for in a round. */
const PASSES = 5

interface Round {
  readonly ports: Took
  readonly byHand: Took | undefined
  readonly embedded: Took
}

/** Each kind of question: through the ports of a catalogue in PostgreSQL, by hand, and of a file. */
export async function benchKinds(stage: Stage): Promise<void> {
  stage.figures.heading('Kinds of questions, microseconds of processor time each')
  const rounds = new Map<string, readonly Round[]>()
  for (const kind of Object.keys(KINDS)) {
    await round(stage, kind) // prepares, plans and warms up
    const measured: Round[] = []
    for (const _ of numbers(stage.rounds)) measured.push(await round(stage, kind))
    rounds.set(kind, measured)
  }
  const count = stage.known.length * PASSES
  const each = (took: Took, part: 'node' | 'server') => (took.spent[part] * 1000) / count
  const shares: number[] = []
  const rows = [...rounds].map(([name, all]) => {
    const of = (value: (one: Round) => number) => median(all.map(value))
    const byHand = (value: (took: Took) => number) => of(({ byHand: took }) => (took ? value(took) : Number.NaN))
    const inTime = byHandShare(all, ({ seconds }) => seconds)
    const inWork = byHandShare(all, ({ spent: { node, server } }) => node + server)
    shares.push(...[inWork].filter((share) => !Number.isNaN(share)))
    const values = [
      ...[of(({ ports }) => each(ports, 'node')), of(({ ports }) => each(ports, 'server'))],
      ...[byHand((took) => each(took, 'node')), byHand((took) => each(took, 'server'))],
      ...[of(({ embedded }) => each(embedded, 'node')), inTime * 100, inWork * 100],
    ]
    return { name, values }
  })
  const columns = ['Node', 'server', 'by hand: Node', 'by hand: server', 'a file'].map((name) => ({ name, unit: 'µs' }))
  stage.figures.table(
    [...columns, { name: 'throughput beside by hand', unit: '%' }, { name: 'by CPU', unit: '%' }],
    rows,
  )
  stage.figures.add(
    'throughput beside SQL by hand, by processor time, median of the kinds',
    median(shares) * 100,
    '%',
    {
      atLeast: SHARE_OF_BY_HAND * 100,
    },
  )
  stage.figures.add('the same, least of the kinds', Math.min(...shares) * 100, '%')
}

function byHandShare(rounds: readonly Round[], cost: (took: Took) => number): number {
  return median(rounds.map(({ ports, byHand }) => (byHand ? cost(byHand) / cost(ports) : Number.NaN)))
}

async function round(stage: Stage, kind: string): Promise<Round> {
  const homes = numbers(PASSES).flatMap(() => stage.known)
  const ask = KINDS[kind]
  const through = (catalog: Asked) => homes.map((home) => async () => release(await ask?.(catalog, home)))
  const byHand = BY_HAND[kind]
  const statements = homes.map((home) => byHand?.(home)).filter((statement) => statement !== undefined)
  const bare = statements.map(({ text, values }) => {
    const name = createHash('sha1').update(text).digest('hex')
    return (lane: number) => stage.bare[lane]?.query({ name, text, values: [...values] }) ?? Promise.resolve()
  })
  return {
    ports: await asked(stage, 'ports', through(stage.postgres)),
    byHand: byHand === undefined ? undefined : await asked(stage, 'bare', bare),
    embedded: await asked(stage, 'ports', through(stage.embedded)),
  }
}

/** A page is made into bytes, as it is sent to callers who take gzip. */
export function release(answer: unknown): void {
  if (typeof answer === 'object' && answer !== null && 'gzip' in answer && typeof answer.gzip === 'function')
    answer.gzip('', '').release()
}
