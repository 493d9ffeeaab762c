import type { MortgageRate } from '../../../model/market.ts'
import type { Session } from '../session.ts'
import { type BlobKind, storeBlob } from '../tables/blobs.ts'

/**
 * The newest rate of each product, sorted by product. Every service keeps these in memory, since many answers show
 * them.
 */
export const LATEST_RATES: BlobKind<readonly MortgageRate[]> = {
  name: 'rates',
  read: (bytes) => (bytes === undefined ? [] : JSON.parse(Buffer.from(bytes).toString())),
}

/** Call this in a commit that changes mortgage rates. */
export function storeLatestRates(session: Session): void {
  const records = session.query(NEWEST).map(({ record }) => String(record))
  storeBlob(session, LATEST_RATES, Buffer.from(`[${records.join(',')}]`))
}

const NEWEST = `SELECT DISTINCT ON (product) record FROM (
    SELECT id, record, catalog.as_json(record) ->> 'product' COLLATE "C" AS product, catalog.as_json(record) ->> 'date' AS date
    FROM catalog.rate) rates
  ORDER BY product, date COLLATE "C" DESC, id`
