import { rmSync } from 'node:fs'
import { readSettings } from '../../src/base/settings.ts'
import { type Running, start } from '../../src/cli/start.ts'
import type { Terminal } from '../../src/cli/terminal.ts'
import { answerQuestions, processorTime } from '../pinned.ts'
import { benchClock, benchLog, WORDS } from '../search/setting.ts'

export interface PlatServer {
  /** Answers the port of area A. */
  listen(dataDir: string): Promise<number>
  /** The same beside it, with answers that are compressed as a whole. */
  listenSmall(dataDir: string): Promise<number>
  processorTime(): number
}

const terminal: Terminal = {
  environment: {},
  clock: benchClock,
  interrupted: new AbortController().signal,
  watched: false,
  print() {},
  async write() {},
  note() {},
  overwrite() {},
}

let running: Running | undefined

/** The service as `plat serve` starts it, on a morning of the bench, with nothing spent of the demo key's credits. */
answerQuestions(
  {
    listen(dataDir) {
      for (const suffix of ['', '-wal', '-shm']) rmSync(`${dataDir}/access.sqlite${suffix}`, { force: true })
      return begin(dataDir, 'fast')
    },
    listenSmall: (dataDir) => begin(dataDir, 'small'),
    processorTime,
  } satisfies PlatServer,
  () => running?.stop(),
)

async function begin(dataDir: string, compression: 'fast' | 'small'): Promise<number> {
  const settings = readSettings(
    {},
    { data: dataDir, portA: '0', portB: '0', portC: '0', workers: '1', mediaOrigin: WORDS.mediaOrigin, compression },
  )
  running = await start(settings, terminal, benchLog)
  return Number(new URL(running.addresses.local).port)
}
