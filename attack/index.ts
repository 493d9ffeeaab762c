import type { Attack } from './attack.ts'
import { badFiles } from './bad-files.ts'
import { failingDisk } from './failing-disk.ts'
import { failingLedger } from './failing-ledger.ts'
import { floodOfOneKey } from './flood-of-one-key.ts'
import { fuzz } from './fuzz.ts'
import { halfExport } from './half-export.ts'
import { heavyCalls } from './heavy-calls.ts'
import { killedImport } from './killed-import.ts'
import { killedWatch } from './killed-watch.ts'
import { lastCredit } from './last-credit.ts'
import { ledgerLives } from './ledger-lives.ts'
import { nodes } from './nodes.ts'
import { overload } from './overload.ts'
import { tornCalls } from './torn-calls.ts'

/** All attacks. A new attack is a file in this folder and a line here. */
export const ATTACKS: readonly Attack[] = [
  badFiles,
  failingDisk,
  failingLedger,
  floodOfOneKey,
  fuzz,
  halfExport,
  heavyCalls,
  killedImport,
  killedWatch,
  lastCredit,
  ledgerLives,
  nodes,
  overload,
  tornCalls,
]
