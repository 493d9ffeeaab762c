import assert from 'node:assert/strict'
import { plat, type Served, serve } from '../e2e/program.ts'

/** What a store answered when it was made. `key` is the secret of its key. */
export interface Recorded {
  readonly key: string
  readonly answers: readonly RecordedAnswer[]
  readonly commands: readonly RecordedCommand[]
}

export interface RecordedAnswer {
  readonly path: string
  readonly status: number
  /** The parsed JSON, or the text of an answer that is not JSON. */
  readonly body: unknown
}

export interface RecordedCommand {
  readonly words: readonly string[]
  readonly document: unknown
}

/** Settings under which answers do not depend on the real day, and webhooks may send to this machine. */
export const ENVIRONMENT = {
  PLAT_TODAY: '2026-11-30',
  PLAT_CHANGES_DAYS: '36500',
  PLAT_WORKERS: '1',
  PLAT_WEBHOOKS_HTTP: 'allow',
  PLAT_WEBHOOKS_PRIVATE: 'allow',
}

/** Keys whose values depend on the call or the real day instead of the store. */
const OF_THE_CALL = /^(?:Age|instance|requestId|generated|lastUsed|next|nextPageCursor|@odata\.context|feed)$/

/** Asks a store each path with its key, and runs each command with `--json`. */
export async function answersOf(
  key: string,
  paths: readonly string[],
  commands: readonly (readonly string[])[],
  dataDir: string,
  environment: Readonly<Record<string, string>>,
): Promise<Recorded> {
  const documents: RecordedCommand[] = []
  for (const words of commands) {
    const { code, stdout, stderr } = await plat([...words, '--json', '--data', dataDir], environment)
    assert.equal(code, 0, stderr)
    documents.push({ words, document: JSON.parse(stdout) })
  }
  const served = await serve(dataDir, environment)
  const answers: RecordedAnswer[] = []
  for (const path of paths) answers.push(await answerOf(served, path, key))
  await served.stop()
  return { key, answers, commands: documents }
}

async function answerOf({ get, a, key: demo }: Served, path: string, key: string): Promise<RecordedAnswer> {
  // the demo key asks for data, so that the credits of the store's own key stay
  const isOwn = /^\/(?:usage|searches|webhooks)/.test(path)
  const answer = await get(path, { 'x-service-key': isOwn ? key : demo })
  const text = (await answer.text()).replaceAll(a, '')
  const isJson = answer.headers.get('content-type')?.includes('json') === true
  return { path, status: answer.status, body: isJson ? JSON.parse(text) : text }
}

/** Returns where an answer lacks a recorded value, or has another. Later versions may add keys to objects. */
export function lacking(now: unknown, then: unknown, where = ''): readonly string[] {
  if (typeof then !== 'object' || then === null || typeof now !== 'object' || now === null)
    return Object.is(now, then) ? [] : [`${where}: ${JSON.stringify(now)} instead of ${JSON.stringify(then)}`]
  if (Array.isArray(then) && Array.isArray(now) && then.length !== now.length)
    return [`${where}: ${now.length} instead of ${then.length} entries`]
  return Object.entries(then).flatMap(([name, value]) =>
    OF_THE_CALL.test(name) ? [] : lacking((now as Readonly<Record<string, unknown>>)[name], value, `${where}.${name}`),
  )
}
