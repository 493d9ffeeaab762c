import type { Attack } from './attack.ts'
import { backupInUse } from './backup-in-use.ts'
import { badFiles } from './bad-files.ts'
import { behindAProxy } from './behind-a-proxy.ts'
import { failingDisk } from './failing-disk.ts'
import { failingLedger } from './failing-ledger.ts'
import { floodOfOneKey } from './flood-of-one-key.ts'
import { foreignReader } from './foreign-reader.ts'
import { freeQuestions } from './free-questions.ts'
import { fullDisk } from './full-disk.ts'
import { fullDiskImport } from './full-disk-import.ts'
import { fuzz } from './fuzz.ts'
import { halfExport } from './half-export.ts'
import { heavyCalls } from './heavy-calls.ts'
import { heldLock } from './held-lock.ts'
import { killedImport } from './killed-import.ts'
import { killedSync } from './killed-sync.ts'
import { killedWatch } from './killed-watch.ts'
import { lastCredit } from './last-credit.ts'
import { ledgerLives } from './ledger-lives.ts'
import { nodes } from './nodes.ts'
import { overload } from './overload.ts'
import { slowHeaders } from './slow-headers.ts'
import { stopUnderLoad } from './stop-under-load.ts'
import { strayQuote } from './stray-quote.ts'
import { tornCalls } from './torn-calls.ts'
import { unreadAnswers } from './unread-answers.ts'
import { zeroedBlocks } from './zeroed-blocks.ts'

/** Every attack; a new one is a file beside this one and a line here. */
export const ATTACKS: readonly Attack[] = [
  backupInUse,
  badFiles,
  behindAProxy,
  failingDisk,
  failingLedger,
  floodOfOneKey,
  foreignReader,
  freeQuestions,
  fullDisk,
  fullDiskImport,
  fuzz,
  halfExport,
  heavyCalls,
  heldLock,
  killedImport,
  killedSync,
  killedWatch,
  lastCredit,
  ledgerLives,
  nodes,
  overload,
  slowHeaders,
  stopUnderLoad,
  strayQuote,
  tornCalls,
  unreadAnswers,
  zeroedBlocks,
]
