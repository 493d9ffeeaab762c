import type { Connection, Database } from '../../../kit/postgres/database.ts'
import { type ListedMarket, MarketList } from '../../facts/stored-markets.ts'
import type { EstimatorLookup, ValueKind } from '../../ports/estimator-lookup.ts'

/** The list of estimators, which a service keeps in memory. An estimator itself is read when first requested. */
export type Markets = MarketList<ListedMarket>

/**
 * Reads the list of estimators within a transaction.
 *
 * @param before An earlier list. Its decoded estimators are reused if their bytes have not changed.
 */
export async function readMarkets(connection: Connection, before?: Markets): Promise<Markets> {
  const rows = await connection.query<ListedRow>({ name: 'estimators', text: LISTED })
  const list = rows.map(({ sum, ...row }) => ({ ...row, key: sum }))
  return new MarketList(list, before)
}

interface ListedRow {
  readonly market: string
  readonly kind: ValueKind
  readonly day: number
  readonly sales: number
  readonly trained: boolean
  readonly sum: string
}

const LISTED = `SELECT market, kind, day, sales, octet_length(bytes) > 0 AS trained, encode(sum, 'hex') AS sum
  FROM catalog.estimator ORDER BY market, kind, day`

/**
 * Maximum number of attempts to read an estimator. If a newer commit has replaced the estimator, the service switches
 * to that commit and tries again.
 */
const MAX_LOOKS = 3

/** @param refresh Switches the service to the newest commit. */
export function estimatorLookup(
  database: Database,
  markets: () => Markets,
  refresh: () => Promise<void>,
): EstimatorLookup {
  const underway = new Map<string, Promise<Uint8Array | undefined>>()
  /** Reads bytes only once for all calls that wait for them. */
  const bytesOf = (column: Column, listed: ListedMarket) => {
    const key = `${column} ${listed.key}`
    const reading = underway.get(key) ?? readBytes(database, column, listed).finally(() => underway.delete(key))
    underway.set(key, reading)
    return reading
  }
  /**
   * Finds an estimator with `find`, and returns the result of `use` for its bytes. The estimator and its bytes are from
   * the same state.
   */
  const look = async <T>(
    column: Column,
    find: (list: Markets) => ListedMarket | undefined,
    known: (list: Markets, listed: ListedMarket) => T | undefined,
    use: (list: Markets, listed: ListedMarket, bytes: Uint8Array) => T | undefined,
  ): Promise<T | undefined> => {
    for (let looks = 0; looks < MAX_LOOKS; looks++) {
      if (looks > 0) await refresh()
      const list = markets()
      const listed = find(list)
      if (listed === undefined) return undefined
      const cachedValue = known(list, listed)
      if (cachedValue !== undefined) return cachedValue
      const bytes = await bytesOf(column, listed)
      if (bytes !== undefined) return use(list, listed, bytes)
    }
    throw new Error('estimators are replaced faster than they are read')
  }
  return {
    all: async () => markets().all,
    days: async (kind, state) => markets().days(kind, state),
    of: (kind, state, day) =>
      look(
        'bytes',
        (list) => list.upTo(kind, state, day),
        (list, listed) => list.cached(listed),
        (list, listed, bytes) => list.decoded(listed, bytes),
      ),
    backtest: (kind, market) =>
      look(
        'backtest',
        (list) => list.newest(kind, market),
        () => undefined,
        (_list, _found, bytes) => bytes,
      ),
  }
}

type Column = 'bytes' | 'backtest'

/** Returns undefined if a newer commit has replaced the bytes. */
async function readBytes(
  database: Database,
  column: Column,
  { market, kind, day, key }: ListedMarket,
): Promise<Uint8Array | undefined> {
  const [row] = await database.query<{ bytes: Uint8Array }>({
    name: `estimator-${column}`,
    text: `SELECT ${column} AS bytes FROM catalog.estimator
      WHERE market = $1 AND kind = $2 AND day = $3 AND sum = decode($4, 'hex')`,
    values: [market, kind, day, key],
  })
  return row?.bytes
}
