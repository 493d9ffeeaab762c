import assert from 'node:assert/strict'
import { closeSync, copyFileSync, fsyncSync, openSync, readSync, statSync, writeFileSync, writeSync } from 'node:fs'
import { basename, join } from 'node:path'
import { currentPath } from '../src/catalog/embedded/folder.ts'
import { openCatalog } from '../src/catalog/opening/open.ts'
import type { Catalog } from '../src/catalog/ports/catalog.ts'
import { nobody } from '../src/catalog/ports/withheld.ts'
import { dayNumber, systemClock } from '../src/kit/base/clock.ts'
import { silentLog } from '../src/kit/base/log.ts'
import { cardMaker } from '../src/service/rendering/card-maker.ts'
import { type Served, serve } from '../test/e2e/program.ts'
import { Random } from '../test/engine/random.ts'
import {
  aboutAgent,
  aboutBuilding,
  aboutHome,
  aboutMarket,
  aboutPerson,
  aboutPlace,
  type Question,
} from '../test/operations/questions.ts'
import type { Attack, Measured } from './attack.ts'
import { done, inFolder, NO_WORDS } from './harness.ts'

interface Size {
  readonly homes: number
  /** Files in which blocks are zeroed, and files in which one bit is flipped. */
  readonly zeroed: number
  readonly flipped: number
  /** Homes, agents, people and so on that are asked about. */
  readonly examples: number
}

const BLOCKS = 10
const BLOCK_BYTES = 4096

export const zeroedBlocks: Attack = {
  name: 'zeroed-blocks',
  promise:
    'of a catalogue with zeroed blocks or a flipped bit nothing wrong is served: it is refused, or answers are right, a 503 or a 404',
  short: () => inFolder((at) => attack(at(), { homes: 500, zeroed: 2, flipped: 0, examples: 1 })),
  long: 'It draws blocks; test/catalog/damage.trial.test.ts flips bits in 300 copies of a catalogue.',
  full: () => inFolder((at) => attack(at(), { homes: 50_000, zeroed: 8, flipped: 8, examples: 25 })),
}

interface Tally {
  refused: number
  right: number
  unavailable: number
}

/** `ZEROED_BLOCKS_DATA`: a folder whose catalogue is copied and damaged. */
async function attack(dataDir: string, { homes, zeroed, flipped, examples }: Size): Promise<Measured> {
  await soundIn(dataDir, homes)
  const path = currentPath(dataDir) ?? ''
  const questions = await questionsFor(dataDir, path, examples)
  const right = await answersOf(await serve(dataDir), questions)
  assert(
    right.filter((answer) => answer?.startsWith('200')).length > questions.length / 2,
    'too few questions are answered',
  )

  const random = new Random(20_261_122)
  const tallies = {
    zeroed: { refused: 0, right: 0, unavailable: 0 },
    flipped: { refused: 0, right: 0, unavailable: 0 },
  }
  for (let copy = 0; copy < zeroed + flipped; copy++) {
    const isZeroed = copy < zeroed
    const mend = damage(path, random, isZeroed)
    try {
      await serveDamaged(dataDir, questions, right, tallies[isZeroed ? 'zeroed' : 'flipped'])
    } finally {
      mend()
    }
  }
  assertRight(await answersOf(await serve(dataDir), questions), right, questions)
  return {
    questions: questions.length,
    ...told(`${zeroed} files with zeroed blocks`, tallies.zeroed),
    ...told(`${flipped} files with a flipped bit`, tallies.flipped),
  }
}

function told(what: string, { refused, right, unavailable }: Tally): Measured {
  return { [`${what}: refused`]: refused, [`${what}: right answers`]: right, [`${what}: 503s`]: unavailable }
}

async function soundIn(dataDir: string, homes: number): Promise<void> {
  const given = process.env.ZEROED_BLOCKS_DATA
  if (given === undefined) {
    await done('sample', '--homes', String(homes), '--data', dataDir)
    return
  }
  const from = currentPath(given) ?? ''
  copyFileSync(from, join(dataDir, basename(from)))
  writeFileSync(join(dataDir, 'catalogue'), `${basename(from)}\n`)
}

/** Writes zeros over blocks that lie anywhere in the file, or another bit over one; returns what takes it back. */
function damage(path: string, random: Random, isZeroed: boolean): () => void {
  const size = statSync(path).size
  const pieces = Array.from({ length: isZeroed ? BLOCKS : 1 }, () => {
    const at = isZeroed ? random.whole(0, size / BLOCK_BYTES - 1) * BLOCK_BYTES : random.whole(0, size - 1)
    return { at, was: Buffer.alloc(isZeroed ? BLOCK_BYTES : 1) }
  })
  const file = openSync(path, 'r+')
  for (const { at, was } of pieces) readSync(file, was, 0, was.length, at)
  for (const { at, was } of pieces) {
    const wrong = isZeroed ? Buffer.alloc(BLOCK_BYTES) : Buffer.of((was[0] ?? 0) ^ (1 << random.whole(0, 7)))
    writeSync(file, wrong, 0, wrong.length, at)
  }
  fsyncSync(file)
  closeSync(file)
  return () => {
    const mended = openSync(path, 'r+')
    for (const { at, was } of pieces.toReversed()) writeSync(mended, was, 0, was.length, at)
    closeSync(mended)
  }
}

async function serveDamaged(
  dataDir: string,
  questions: readonly Question[],
  right: readonly (string | undefined)[],
  tally: Tally,
): Promise<void> {
  const served = await serve(dataDir).catch((error: unknown) => {
    const [, ...all] = String(error).trimEnd().split('\n')
    const lines = all.filter((line) => !line.startsWith('{"level":"info"')) // that it starts
    assert.equal(lines.length, 1, `a damaged catalogue is told of in one line:\n${lines.join('\n')}`)
    assert.match(lines[0] ?? '', /is damaged: put a copy of it back|cannot be read .*: run \.\/plat check/)
    return undefined
  })
  if (served === undefined) {
    tally.refused++
    return
  }
  const answers = await answersOf(served, questions)
  assertRight(answers, right, questions)
  const answered = answers.filter((answer) => answer !== undefined).length
  tally.right += answered
  tally.unavailable += answers.length - answered
}

/** Every answer is the right one, a 503, or a 404, since a damaged index may hide a record. */
function assertRight(
  answers: readonly (string | undefined)[],
  right: readonly (string | undefined)[],
  questions: readonly Question[],
): void {
  for (const [at, answer] of answers.entries()) {
    const wanted = right[at] ?? ''
    if (answer === undefined || answer === wanted || answer.startsWith('404 ')) continue
    const [path, query] = questions[at] ?? ['', {}]
    let from = 0
    while (answer[from] === wanted[from]) from++
    const part = (text: string) => text.slice(Math.max(0, from - 40), from + 40)
    assert.fail(`${path}?${new URLSearchParams(query).toString()}: "${part(answer)}" instead of "${part(wanted)}"`)
  }
}

/** Status and body of every answer, undefined for a 503; ends the service. */
async function answersOf(served: Served, questions: readonly Question[]): Promise<readonly (string | undefined)[]> {
  const answers: (string | undefined)[] = []
  for (const [path, query] of questions) {
    const origin = path.startsWith('/search/bylocation')
      ? served.b
      : path.startsWith('/search/exp/')
        ? served.c
        : served.a
    const answer = await fetch(`${origin}${path}?${new URLSearchParams(query).toString()}`, {
      headers: { 'x-service-key': served.key, 'x-request-id': 'one-for-all' },
    })
    const body = await answer.text()
    assert(answer.status < 500 || answer.status === 503, `${path}: ${answer.status} ${body}`)
    answers.push(answer.status === 503 ? undefined : `${answer.status} ${body.replaceAll(served.a, 'http://media')}`)
  }
  served.program.child.kill('SIGTERM')
  assert.equal(await served.program.ended(), 0, served.program.stderr)
  return answers
}

/** About as many of each thing as `examples` says, from all over the catalogue. */
async function questionsFor(dataDir: string, path: string, examples: number): Promise<readonly Question[]> {
  assert.notEqual(path, '')
  const catalog = openCatalog(dataDir, silentLog, cardMaker(NO_WORDS), nobody)
  try {
    return [...(await aboutRecords(catalog, examples)), ...aboutMarket(), ...OTHER_AREAS]
  } finally {
    catalog.close()
  }
}

const OTHER_AREAS: readonly Question[] = [
  ['/search/bylocation', { location: 'Warszawa;Krakow;Wroclaw;Poznan;Gdansk' }],
  ['/search/exp/bydestination', { searchDestinations: 'Paris, France;Rome;Japan;Spain;London' }],
]

async function aboutRecords(catalog: Catalog, examples: number): Promise<readonly Question[]> {
  const today = dayNumber(systemClock.now())
  const questions: Question[] = []
  for (const listingClass of ['For_Sale', 'For_Rent', 'Sold'] as const) {
    const selection = { where: [], listingClass, order: 'Newest', grouped: false, today, limit: 1 } as const
    for (let at = 0; at < examples; at++) {
      const { hits } = await catalog.search('home').page({ ...selection, offset: at * 37 })
      for (const hit of hits) {
        const home = 'zpid' in hit ? await catalog.records.get('home', hit.zpid) : undefined
        if (home === undefined) continue
        questions.push(...aboutHome(home), ...aboutPlace(`${home.address.city}, ${home.address.state}`))
        const building = home.lotId === undefined ? undefined : await catalog.records.get('building', home.lotId)
        if (building !== undefined) questions.push(...aboutBuilding(building))
      }
    }
  }
  const anybody = {
    regions: [],
    nameWords: [],
    traits: [],
    specialties: [],
    languages: [],
    today,
    offset: 0,
    limit: examples,
  }
  for (const agentId of (await catalog.agents.page(anybody)).agentIds) {
    const agent = await catalog.records.get('agent', agentId)
    if (agent !== undefined) questions.push(...aboutAgent(agent))
  }
  for (let at = 1; at <= examples; at++) {
    const person = await catalog.records.get('person', `p${at * 7}m1`)
    if (person !== undefined) questions.push(...aboutPerson(person))
  }
  return questions
}
