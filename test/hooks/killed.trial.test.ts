import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, suite, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { openSubscriptions } from '../../src/guard/subscriptions/index.ts'
import { Random } from '../../src/kit/algorithms/random.ts'
import { systemClock } from '../../src/kit/base/clock.ts'
import { until } from './receivers.ts'

const KILLS = 20
const SEARCHES = 40

const folder = mkdtempSync(join(tmpdir(), 'plat-hooks-'))
const running = new Set<ChildProcess>()
after(() => {
  for (const child of running) child.kill('SIGKILL')
  rmSync(folder, { recursive: true })
})

/** Starts a program of this folder. `said` resolves to the program's first output. */
function run(name: string, args: readonly string[]): { readonly child: ChildProcess; readonly said: Promise<string> } {
  const child = spawn(process.execPath, [join(import.meta.dirname, name), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  running.add(child)
  child.once('exit', () => running.delete(child))
  return { child, said: once(child.stdout, 'data').then(([text]) => `${text}`.trim()) }
}

async function kill(child: ChildProcess): Promise<void> {
  const gone = once(child, 'exit')
  child.kill('SIGKILL')
  await gone
}

suite('webhooks whose sender and receiver are killed', () => {
  test(`${KILLS} times lose no message, and the same message has the same id`, async (t) => {
    const kept = await openSubscriptions({ dataDir: folder, clock: systemClock })
    const file = join(folder, 'received.ndjson')
    let receiver = run('receiving.ts', [file])
    const port = await receiver.said
    const url = `http://receiver.example:${port}/`
    const { webhookId } = await kept.subscriptions.makeWebhook({ keyId: 'key1', searchId: undefined, url })
    await kept.close()
    const sending = [folder, webhookId, `${SEARCHES}`]
    let sender = run('sending.ts', sending)
    const random = new Random(1, 'kill')
    for (let kills = 0; kills < KILLS; kills++) {
      const before = linesOf(file).length
      await until(() => linesOf(file).length > before + 10)
      await pause(random.whole(0, 50))
      if (random.chance(0.5)) {
        await kill(sender.child)
        sender = run('sending.ts', sending)
      } else {
        await kill(receiver.child)
        receiver = run('receiving.ts', [file, port])
        await receiver.said
      }
    }
    writeFileSync(join(folder, 'enough'), '')
    assert.equal(await sender.said, 'done')
    const { pokes, close } = await openSubscriptions({ dataDir: folder, clock: systemClock })
    const changes = (await pokes.toldUpTo()) ?? 0
    await close()
    const received = linesOf(file).map((line): readonly [string, string] => JSON.parse(line))
    const bodies = new Map<string, Set<string>>()
    for (const [id, body] of received) bodies.set(id, (bodies.get(id) ?? new Set()).add(body))
    const cursors = new Map<string, number>()
    for (const [id, [body = '', ...others]] of Array.from(bodies, ([id, all]) => [id, [...all]] as const)) {
      assert.deepEqual(others, [], 'a message is sent again as it was')
      const { searchId, cursor } = JSON.parse(body).data
      assert.equal(id, `msg_${webhookId.slice(2)}${searchId.slice(2)}x${cursor}`)
      cursors.set(searchId, Math.max(cursors.get(searchId) ?? 0, Number(cursor)))
    }
    assert.deepEqual(cursors, newestOf(changes))
    t.diagnostic(
      `${changes} changes: ${received.length} messages were received, ${received.length - bodies.size} of them again`,
    )
  })
})

function linesOf(file: string): readonly string[] {
  return existsSync(file) ? readFileSync(file, 'utf8').split('\n').slice(0, -1) : []
}

/** Returns the sequence number of each search's newest change. Computes the same changes as `sending.ts`. */
function newestOf(changes: number): ReadonlyMap<string, number> {
  const newest = new Map<string, number>()
  for (let sequence = 1; sequence <= changes; sequence++)
    for (let i = 0; i < 3; i++) newest.set(`s_${(sequence * 7 + i * 5) % SEARCHES}`, sequence)
  return newest
}
