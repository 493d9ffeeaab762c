import { describe } from 'node:test'
import { admission, demoKey } from './contract/admission.ts'
import type { ContractBackend } from './contract/backend.ts'
import { limitChanges, planChanges, quotaAlerts, secretChanges } from './contract/changes.ts'
import { debits, periods, usage } from './contract/credits.ts'
import { exactness } from './contract/exactness.ts'
import { inFlight } from './contract/in-flight.ts'
import { rates } from './contract/rates.ts'

export type { ContractBackend, ContractStore } from './contract/backend.ts'

/** Defines the tests that every backend of API keys and credits must pass. */
export function accessContract(name: string, backend: ContractBackend): void {
  describe(`access contract: ${name}`, () => {
    admission(backend)
    demoKey(backend)
    secretChanges(backend)
    limitChanges(backend)
    planChanges(backend)
    quotaAlerts(backend)
    debits(backend)
    usage(backend)
    exactness(backend)
    periods(backend)
    rates(backend)
    inFlight(backend)
  })
}
