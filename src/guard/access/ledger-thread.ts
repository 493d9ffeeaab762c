import type { MessagePort } from 'node:worker_threads'
import { systemClock } from '../../kit/base/clock.ts'
import type { Log } from '../../kit/base/log.ts'
import { lineToStarter } from '../../kit/threads/thread.ts'
import { lendLedger } from './ledger.ts'
import type { LedgerOptions } from './ledger-backend.ts'
import { type OpenLedger, openLedger } from './open-ledger.ts'

/** A message from the main thread to the ledger's thread. */
export type LedgerRequest =
  | ({ readonly kind: 'open' } & Pick<LedgerOptions, 'dataDir' | 'database'>)
  /** Connects the thread at the other end of the port to the ledger. */
  | { readonly kind: 'lend'; readonly port: MessagePort }
  | { readonly kind: 'refresh' }
  | { readonly kind: 'close' }

/** A log line for the main thread to write. */
export interface LogLine {
  readonly level: keyof Log
  readonly fields: object
  readonly message: string
}

let open: OpenLedger | undefined

const main = lineToStarter<LogLine>((request: LedgerRequest) => answer(request))

function logAt(level: keyof Log) {
  return (fields: object, message: string) => main.tell({ level, fields, message })
}

async function answer(request: LedgerRequest): Promise<unknown> {
  if (request.kind === 'open') {
    const log: Log = { info: logAt('info'), warn: logAt('warn'), error: logAt('error') }
    open = await openLedger({ ...request, clock: systemClock, log })
    return open.memory
  }
  if (open === undefined) throw new Error(`the ledger got the request "${request.kind}" before it was open`)
  if (request.kind === 'lend') lendLedger(open.ledger, request.port)
  else if (request.kind === 'refresh') await open.refresh()
  else await open.close()
  return undefined
}
