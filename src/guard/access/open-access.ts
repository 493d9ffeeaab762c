import { MessageChannel, type MessagePort } from 'node:worker_threads'
import { moduleFile } from '../../kit/base/program.ts'
import { checkFolder } from '../../kit/store/store-folder.ts'
import { remoteOf } from '../../kit/threads/remote.ts'
import { Thread } from '../../kit/threads/thread.ts'
import type { Access } from './access.ts'
import { FolderOwner, folderTaken, ownerOf } from './embedded/folder-owner.ts'
import { lendLedger } from './ledger.ts'
import { LedgerAccess, type LedgerMemory } from './ledger-access.ts'
import type { LedgerOptions } from './ledger-backend.ts'
import { LEDGER_MESSAGES, LEDGER_QUERIES, type LedgerPort } from './ledger-port.ts'
import type { LedgerRequest, LogLine } from './ledger-thread.ts'
import { openLedger } from './open-ledger.ts'
import type { Plans } from './plans.ts'

interface AccessOptions extends LedgerOptions {
  /** Whether the demo key is allowed now. Called for each call with the demo key. */
  readonly demo: () => boolean
  /** Whether to run the ledger in a thread of its own, which uses the system clock. */
  readonly inThread?: boolean
  /** Called when the ledger's thread fails. After that, no call can be charged. */
  readonly onEnd?: (cause: unknown) => void
  /** The service's address on this machine. Error messages of other processes show it. */
  readonly url?: string
  /** The address of the operator port, at which the doctor looks for the service. */
  readonly operators?: string
  /** The header for keys. Commands use it when they call the service. */
  readonly keyHeader?: string
}

/** What a thread that answers calls needs besides a port to the ledger. */
export interface WorkerLedger {
  readonly memory: LedgerMemory
}

/** Access for the main thread, which also connects other threads to the ledger. */
export interface MainAccess extends Access {
  plans(): Promise<Plans>
  /** Reads changes to keys and plans now. */
  refresh(): Promise<void>
  /**
   * Connects the thread at the other end of a port to the ledger. When that thread ends, its unfinished calls are
   * refunded.
   */
  lendTo(port: MessagePort): WorkerLedger
}

/**
 * Opens the keys and credits of a database or of a data folder, which this process then owns. Rejects with a
 * CommandFault if they cannot be used.
 */
export async function openAccess(options: AccessOptions): Promise<MainAccess> {
  const { dataDir, database, clock, url, operators, keyHeader } = options
  const owner = database === undefined ? new FolderOwner(dataDir, clock, { url, operators, keyHeader }) : undefined
  if (database === undefined) checkFolder(dataDir)
  if (owner?.take() === false) throw folderTaken(dataDir)
  try {
    const ledger = options.inThread ? await startLedger(options) : await ledgerHere(options)
    return mainAccess(options, ledger, () => owner?.release())
  } catch (error) {
    owner?.release()
    throw error
  }
}

/** Throws a CommandFault if a service owns the data folder. The message names the service. */
export function requireFree(dataDir: string): void {
  if (ownerOf(dataDir) !== undefined) throw folderTaken(dataDir)
}

/** A running ledger, in this thread or in a thread of its own. */
interface LedgerRun {
  readonly port: LedgerPort
  readonly memory: LedgerMemory
  refresh(): Promise<void>
  lendTo(port: MessagePort): void
  close(): Promise<void>
}

async function ledgerHere(options: AccessOptions): Promise<LedgerRun> {
  const { ledger, memory, refresh, close } = await openLedger(options)
  return { port: ledger.portOf().port, memory, refresh, lendTo: (port) => lendLedger(ledger, port), close }
}

async function startLedger({ dataDir, database, log, onEnd }: AccessOptions): Promise<LedgerRun> {
  let isClosing = false
  const thread = new Thread<LedgerRequest>(
    moduleFile('guard/access/ledger-thread'),
    {},
    {
      answer: ({ level, fields, message }: LogLine) => log[level](fields, message),
      onEnd: (cause) => !isClosing && onEnd?.(cause),
    },
  )
  const memory = (await thread.ask({ kind: 'open', dataDir, database })) as LedgerMemory // `ledger-thread.ts` returns this type
  const lendTo = (port: MessagePort) => void thread.ask({ kind: 'lend', port }, [port])
  const { port1, port2 } = new MessageChannel()
  lendTo(port2)
  const { remote, close: closePort } = ledgerAt(port1)
  return {
    port: remote,
    memory,
    refresh: async () => void (await thread.ask({ kind: 'refresh' })),
    lendTo,
    close: async () => {
      isClosing = true
      await closePort()
      try {
        await thread.ask({ kind: 'close' })
      } finally {
        await thread.terminate()
      }
    },
  }
}

function mainAccess({ clock, demo }: AccessOptions, ledger: LedgerRun, release: () => void): MainAccess {
  const { port, memory } = ledger
  const close = async () => {
    try {
      await ledger.close()
    } finally {
      release()
    }
  }
  const access = new LedgerAccess({ ledger: port, memory, clock, demo, close })
  return Object.assign(access, {
    refresh: () => ledger.refresh(),
    lendTo: (workerPort: MessagePort) => {
      ledger.lendTo(workerPort)
      return { memory }
    },
  })
}

/** Access for a thread with a port to the ledger. */
export function workerAccess(
  port: MessagePort,
  { memory }: WorkerLedger,
  { clock, demo }: Pick<AccessOptions, 'clock' | 'demo'>,
): Access {
  const { remote, close } = ledgerAt(port)
  return new LedgerAccess({ ledger: remote, memory, clock, demo, close })
}

/** Connects to the ledger through a port. `close` resolves once the ledger has received all messages. */
function ledgerAt(port: MessagePort) {
  const { remote, close } = remoteOf<LedgerPort>(port, LEDGER_QUERIES, LEDGER_MESSAGES)
  return {
    remote,
    close: async () => {
      await Promise.resolve(remote.plans()).catch(() => {}) // fails if the ledger has ended
      close()
    },
  }
}
