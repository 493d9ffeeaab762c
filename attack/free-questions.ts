import assert from 'node:assert/strict'
import { hash, randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { writePlans } from '../test/access/write-plans.ts'
import { newKey, type Served } from '../test/e2e/program.ts'
import type { Attack, Measured } from './attack.ts'
import { inFolder, WIDE, withService } from './harness.ts'

interface Size {
  /** Misses that each key tries, and pictures. */
  readonly misses: number
  readonly pictures: number
  readonly aborted: number
  /** Waits until a repeated question is charged again. */
  readonly outlivesMinute: boolean
  readonly openPerSecond: number
}

/** A plan that lets a guesser do whatever it likes, but for guessing. */
const MISSES_AT_ONCE = 40
const MISSES_PER_SECOND = 0.5
const WORKERS = 2
/** The burst bounds requests, too. It is 4 ms at this rate: a thread may have read the clock a millisecond earlier. */
const REQUESTS_PER_SECOND = 10_000
const GUESSER = {
  ...WIDE,
  name: 'guesser',
  requestsPerSecond: REQUESTS_PER_SECOND,
  missesPerSecond: MISSES_PER_SECOND,
  burst: MISSES_AT_ONCE,
}

/** The sample has somebody of this id, and nobody of the other. */
const SOMEBODY = '/skip/detailsbyid?peo_id=p1m1'
const NOBODY = '/skip/detailsbyid?peo_id=nobody'
const SKIP_CREDITS = 6

/** Seconds' worth of calls without a key that may come at once. */
const OPEN_BURST_S = 10

const REPEAT_MS = 60_000

export const freeQuestions: Attack = {
  name: 'free-questions',
  promise:
    'nothing is learnt for free: no 304 for a guess, a rate for misses and pictures, and no answer is paid for twice',
  short: () => attack({ misses: 100, pictures: 260, aborted: 20, outlivesMinute: false, openPerSecond: 20 }),
  full: () => attack({ misses: 5000, pictures: 20_000, aborted: 500, outlivesMinute: true, openPerSecond: 200 }),
}

function attack(size: Size): Promise<Measured> {
  return inFolder(async (at) => {
    writePlans(at(), [GUESSER, { ...WIDE, name: 'demo' }])
    const settings = { PLAT_OPEN_PER_SECOND: String(size.openPerSecond), PLAT_WORKERS: String(WORKERS) }
    return withService(at(), settings, async (served) => {
      const asNewKey = async () => new Asker(served, (await newKey(at(), GUESSER.name)).key)
      const guesses = await guessTags(await asNewKey())
      const missed: Record<string, number> = {}
      for (const [what, path, status] of [
        ['people', NOBODY, 404],
        ['homes', '/byzpid?zpid=1', 404],
        ['requests that cannot be read', '/byzpid?zpid=none', 400],
      ] as const) {
        const answered = await miss(await asNewKey(), path, status, size.misses)
        missed[`of ${size.misses} guesses at ${what}, answered`] = answered
      }
      const repeats = await abortAndRepeat(await asNewKey(), served.homePath, size)
      const pictures = await askForPictures(served, size)
      await served.stop()
      return { 'guessed tags, none a 304': guesses, ...missed, ...repeats, ...pictures }
    })
  })
}

/** One key, and what it has left. */
class Asker {
  readonly #served: Served
  readonly key: string

  constructor(served: Served, key: string) {
    this.#served = served
    this.key = key
  }

  get origin(): string {
    return this.#served.a
  }

  get(path: string, headers: Record<string, string> = {}): Promise<Response> {
    return this.#served.get(path, { ...headers, 'x-service-key': this.key })
  }

  async creditsLeft(): Promise<number> {
    return ((await (await this.get('/usage')).json()) as { creditsRemaining: number }).creditsRemaining
  }
}

/** A caller who has not had the answer has no tag of it: neither `*` nor any hash of its bytes is one. */
async function guessTags(asker: Asker): Promise<number> {
  const before = await asker.creditsLeft()
  const first = await asker.get(SOMEBODY)
  const body = Buffer.from(await first.arrayBuffer())
  const hashes = ['sha1', 'sha256', 'sha512', 'md5'].flatMap((name) =>
    (['hex', 'base64', 'base64url'] as const).map((encoding) => `"${hash(name, body, encoding)}"`),
  )
  const guesses = ['*', 'W/*', '"*"', '*, *', '""', ...hashes, ...hashes.map((tag) => `W/${tag}`)]
  for (const guess of guesses) {
    const answer = await asker.get(SOMEBODY, { 'if-none-match': guess })
    assert.equal(answer.status, 200, `If-None-Match ${guess} is answered with ${answer.status}`)
    await answer.arrayBuffer()
  }
  assert.equal((await asker.get(NOBODY, { 'if-none-match': '*' })).status, 404)
  const had = await asker.get(SOMEBODY, { 'if-none-match': first.headers.get('etag') ?? '' })
  assert.equal(had.status, 304, 'a caller who had the answer gets a 304')
  assert.equal(before - (await asker.creditsLeft()), (guesses.length + 1) * SKIP_CREDITS)
  return guesses.length
}

/** Guesses until long after the rate is used up, ten at a time; how many were answered. */
async function miss(asker: Asker, path: string, status: number, tries: number): Promise<number> {
  const startMs = performance.now()
  let answered = 0
  let refused = 0
  const guess = async (): Promise<void> => {
    const answer = await asker.get(path)
    if (answer.status === status) answered++
    else {
      assert.equal(answer.status, 429)
      assert.equal(((await answer.json()) as { code: string }).code, 'misses.exceeded')
      assert.match(answer.headers.get('retry-after') ?? '', /^\d+$/)
      refused++
    }
  }
  const together = 10 // those in flight when the rate is used up are answered all the same
  for (let at = 0; at < tries; at += together) await Promise.all(Array.from({ length: together }, guess))
  const elapsedS = (performance.now() - startMs) / 1000
  const most = MISSES_AT_ONCE + Math.ceil(elapsedS * MISSES_PER_SECOND) * together
  assert(answered <= most, `${answered} guesses at ${path} were answered where ${most} may be`)
  assert(refused > 0)
  assert.equal((await asker.get('/usage')).status, 429, 'a key that guessed too much is refused altogether for a while')
  return answered
}

/** Calls that their caller gives up, each asked again under its name: every name is charged once. */
async function abortAndRepeat(asker: Asker, path: string, { aborted, outlivesMinute }: Size): Promise<Measured> {
  const before = await asker.creditsLeft()
  const names = Array.from({ length: aborted }, () => randomUUID())
  for (const [at, name] of names.entries()) await giveUp(asker, path, name, at % 4)
  await pause(100) // what is under way is charged before it is asked again
  const afterAborts = await asker.creditsLeft()
  const repeat = async (question: string): Promise<void> => {
    for (const name of names) {
      const answer = await asker.get(question, { 'x-request-id': name })
      assert.equal(answer.status, 200)
      await answer.arrayBuffer()
    }
  }
  await repeat(path)
  await repeat(path)
  assert.equal(before - (await asker.creditsLeft()), aborted, 'each is charged once, however often it was lost')
  await repeat(`${path}&`)
  assert.equal(before - (await asker.creditsLeft()), 2 * aborted, 'another question under the same name is another one')
  if (outlivesMinute) {
    await pause(REPEAT_MS)
    await repeat(path)
    assert.equal(before - (await asker.creditsLeft()), 3 * aborted, 'after a minute it is a new question')
  }
  return { 'calls given up and repeated': aborted, 'of them charged at once': before - afterAborts }
}

/** Asks and goes away: at once, or some milliseconds later. */
async function giveUp({ origin, key }: Asker, path: string, name: string, afterMs: number): Promise<void> {
  const agent = new Agent({ keepAlive: false })
  const asked = request(`${origin}${path}`, { agent, headers: { 'x-service-key': key, 'x-request-id': name } })
  asked.on('error', () => {}) // it hears of its own going away
  asked.end()
  await new Promise((resolve) => asked.once('socket', (socket) => socket.once('connect', resolve)))
  if (afterMs > 0) await pause(afterMs)
  asked.destroy()
}

/** Pictures, of homes that there are and that there are not, as fast as one address gets them. */
async function askForPictures(served: Served, { pictures, openPerSecond }: Size): Promise<Measured> {
  const home = await (await served.get(served.homePath)).text()
  const picture = /\/media\/[^"\\]+/.exec(home)?.[0]
  assert(picture !== undefined, 'the home has no picture')
  const startMs = performance.now()
  const counts = { taken: 0, refused: 0 }
  const ask = async (at: number): Promise<void> => {
    const answer = await fetch(`${served.a}${at % 2 === 0 ? picture : '/media/none.png'}`)
    await answer.arrayBuffer()
    if (answer.status === 429) counts.refused++
    else {
      assert.equal(answer.status, at % 2 === 0 ? 200 : 404)
      counts.taken++
    }
  }
  const together = 20
  for (let at = 0; at < pictures; at += together) {
    await Promise.all(Array.from({ length: together }, (_, i) => ask(at + i)))
  }
  const elapsedS = (performance.now() - startMs) / 1000
  const most = WORKERS * (openPerSecond * OPEN_BURST_S + Math.ceil(elapsedS * openPerSecond)) // each thread counts alone
  assert(counts.taken <= most, `${counts.taken} pictures were given where ${most} may be`)
  assert.equal(counts.taken + counts.refused, pictures)
  if (pictures > most) assert(counts.refused > 0)
  return { [`of ${pictures} pictures, given`]: counts.taken, 'of them allowed in that time': most }
}
