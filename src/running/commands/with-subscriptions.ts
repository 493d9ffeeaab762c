import { openSubscriptions, type Subscriptions } from '../../guard/subscriptions/index.ts'
import { databaseOf } from '../serving/database.ts'
import type { Call } from '../terminal/command.ts'

/** Opens the saved searches and webhooks of the data folder or database for `work`, then closes them. */
export async function withSubscriptions<T>(
  { terminal, settings }: Pick<Call, 'terminal' | 'settings'>,
  work: (subscriptions: Subscriptions) => Promise<T>,
): Promise<T> {
  const { data: dataDir } = settings
  const { subscriptions, close } = await openSubscriptions({
    dataDir,
    database: databaseOf(settings),
    clock: terminal.clock,
  })
  try {
    return await work(subscriptions)
  } finally {
    await close()
  }
}
