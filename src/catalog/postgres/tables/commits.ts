import { aboutIn } from '../../facts/catalog-meta.ts'
import type { CatalogAbout } from '../../ports/catalog.ts'
import { LOGGED_TOKEN, NUMBERED_TOKEN } from './change-tables.ts'

/** Rows of the table `meta` that make up the version of the data, sorted by name. */
const VERSION_PARTS = ['catalogId', 'revision', 'token'] as const

/** Row of the table `meta`: a sentence about the damage that the last check found, if any. */
export const DAMAGE = 'damage'

/** Row of the table `meta`: the tokens of the last commits, newest last. */
export const HISTORY = 'history'

/** Maximum number of tokens in the history. A service that has missed more commits reads everything again. */
const HISTORY_MAX = 100
const TOKEN_CHARACTERS = 8

/** The rows of the table `meta` in a committed state. */
type Meta = ReadonlyMap<string, string>

/** A committed state. */
export interface Commit {
  /** The number of commits so far. Data in the database is marked with the revision that last changed it. */
  readonly revision: number
  /**
   * A random string. The revision is not enough: a database that was restored, or a replica that took over, may reach
   * the same revision with other commits.
   */
  readonly token: string
  /** The tokens of this commit and of earlier commits. */
  readonly history: ReadonlySet<string>
}

export function commitIn(meta: Meta): Commit {
  return {
    revision: Number(meta.get('revision') ?? '0'),
    token: meta.get('token') ?? '',
    history: new Set((meta.get(HISTORY) ?? '').split(' ')),
  }
}

/** Whether a service in the state `before` needs to read only what has changed since. */
export function follows(commit: Commit, before: Commit | undefined): before is Commit {
  return before !== undefined && before.token !== '' && commit.history.has(before.token)
}

export function dataVersionIn(meta: Meta): string {
  return VERSION_PARTS.flatMap((name) => meta.get(name) ?? []).join('-')
}

/** SQL with the same result as `dataVersionIn`. */
export const DATA_VERSION = `SELECT coalesce(string_agg(value, '-' ORDER BY name), '') AS "dataVersion"
  FROM catalog.meta WHERE name IN (${VERSION_PARTS.map((name) => `'${name}'`).join(', ')})`

/** The channel on which services listen for commits. */
export const COMMIT_CHANNEL = 'plat_catalog'

/**
 * SQL in each transaction that changes answers, or data that services keep in memory. It notifies the services, which
 * then switch to the new state.
 */
export const NEXT_COMMIT = `WITH made AS (SELECT left(gen_random_uuid()::text, ${TOKEN_CHARACTERS}) AS token)
  INSERT INTO catalog.meta AS kept (name, value)
  SELECT 'revision', '1' UNION ALL SELECT 'token', token FROM made UNION ALL SELECT '${HISTORY}', token FROM made
  UNION ALL SELECT '${NUMBERED_TOKEN}', token FROM made UNION ALL SELECT '${LOGGED_TOKEN}', token FROM made
  ON CONFLICT (name) DO UPDATE SET value = CASE kept.name
    WHEN 'revision' THEN (kept.value::int8 + 1)::text
    WHEN '${HISTORY}' THEN right(kept.value || ' ' || excluded.value, ${HISTORY_MAX * (TOKEN_CHARACTERS + 1) - 1})
    ELSE excluded.value END
  RETURNING pg_notify('${COMMIT_CHANNEL}', '')::text`

/** The description of a catalog as a whole. */
export function aboutOf(meta: Meta): CatalogAbout {
  const damage = meta.get(DAMAGE)
  return { ...aboutIn(meta, dataVersionIn(meta)), ...(damage !== undefined && { damage }) }
}
