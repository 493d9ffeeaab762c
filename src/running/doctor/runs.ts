import { runsIn } from '../../intake/ingest/run-folder.ts'
import type { Clock } from '../../kit/base/clock.ts'
import { type Finding, findingsAbout } from './finding.ts'

/** Reports each source whose latest import or sync failed, with the reason. */
export function runFindings(dataDir: string, clock: Clock): readonly Finding[] {
  const { look } = findingsAbout('imports')
  const oldestFirst = runsIn(dataDir, clock.now()).toReversed()
  const latest = new Map(oldestFirst.map((run) => [run.source ?? run.server, run]))
  return [...latest].flatMap(([source, { kind, state, startedAt, failure }]) => {
    if (state !== 'failed' && state !== 'refused' && state !== 'lost') return []
    const reason = failure ?? 'The program ended before it was done: repeat it.'
    return look(`The last ${kind === 'sync' ? 'sync' : 'import'} of ${source}, at ${startedAt}, failed. ${reason}`)
  })
}
