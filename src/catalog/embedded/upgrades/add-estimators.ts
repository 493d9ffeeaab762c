import type { DatabaseSync } from 'node:sqlite'
import { storeTotal, storeTotalOfSchema } from './total-sums.ts'

/** Adds a table for estimators. They are trained when everything is derived again. */
export function addEstimators(database: DatabaseSync): void {
  database.exec(`
    CREATE TABLE IF NOT EXISTS estimator (
      market TEXT NOT NULL, kind TEXT NOT NULL, day INTEGER NOT NULL, sales INTEGER NOT NULL,
      bytes BLOB NOT NULL, backtest BLOB NOT NULL, sum INTEGER NOT NULL, UNIQUE (market, kind, day)
    ) STRICT;
    DELETE FROM estimator`)
  storeTotal(database, 'estimator', [])
  storeTotalOfSchema(database)
}
