import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { accessContract } from '../../../../test/access/contract.ts'
import { writePlans } from '../../../../test/access/write-plans.ts'
import { silentLog } from '../../../kit/base/log.ts'
import { openAccess, openKeyring, openKeysRead } from '../index.ts'

accessContract('embedded', {
  isBrief: true, // each step is slow
  async open({ plans, clock, demo }) {
    const dataDir = mkdtempSync(join(tmpdir(), 'plat-access-'))
    writePlans(dataDir, plans)
    const open = () => openAccess({ dataDir, clock, log: silentLog, demo })
    let access = await open()
    const keyring = await openKeyring(dataDir, clock, randomBytes, undefined, 'ann')
    return {
      access,
      keyring,
      read: async () => openKeysRead(dataDir, undefined, await access.plans(), clock),
      refresh: () => access.refresh(),
      async reopen() {
        await access.close()
        access = await open()
        return access
      },
      async setPlans(next) {
        writePlans(dataDir, next)
        await access.refresh()
        await access.refresh() // an edit is loaded only once two reads see the same file
      },
      async close() {
        await keyring.close()
        await access.close()
        rmSync(dataDir, { recursive: true })
      },
    }
  },
})
