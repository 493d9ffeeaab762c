import { aboutIn } from '../../facts/catalog-meta.ts'
import type { CatalogAbout } from '../../ports/catalog.ts'
import { LOGGED_TOKEN, NUMBERED_TOKEN } from './change-tables.ts'

/** Rows of `meta` that make up a data version, in order of name. */
const VERSION_PARTS = ['catalogId', 'revision', 'token'] as const

/** Row of `meta`: a sentence, if the last check found damage. */
export const DAMAGE = 'damage'

/** Row of `meta`: the tokens of the last commits, newest last. */
export const HISTORY = 'history'

/** Maximum number of tokens in the history. A node that has missed more commits reads everything again. */
const HISTORY_MAX = 100
const TOKEN_CHARACTERS = 8

/** The rows of `meta` in a committed state. */
type Meta = ReadonlyMap<string, string>

/** A committed state. */
export interface Commit {
  /** How many commits there were so far. All data that a commit changes is marked with the commit's revision. */
  readonly revision: number
  /**
   * Random, because a revision is not unique: a restored database, or a replica that took over before receiving all
   * commits, may reach the same number with other commits.
   */
  readonly token: string
  /** The tokens of this commit and of earlier ones. */
  readonly history: ReadonlySet<string>
}

export function commitIn(meta: Meta): Commit {
  return {
    revision: Number(meta.get('revision') ?? '0'),
    token: meta.get('token') ?? '',
    history: new Set((meta.get(HISTORY) ?? '').split(' ')),
  }
}

/** Whether a node in the state `before` needs to read only later changes. */
export function follows(commit: Commit, before: Commit | undefined): before is Commit {
  return before !== undefined && before.token !== '' && commit.history.has(before.token)
}

export function dataVersionIn(meta: Meta): string {
  return VERSION_PARTS.flatMap((name) => meta.get(name) ?? []).join('-')
}

/** SQL that computes the result of `dataVersionIn`. */
export const DATA_VERSION = `SELECT coalesce(string_agg(value, '-' ORDER BY name), '') AS "dataVersion"
  FROM catalog.meta WHERE name IN (${VERSION_PARTS.map((name) => `'${name}'`).join(', ')})`

/** The channel on which nodes listen for commits. */
export const COMMIT_CHANNEL = 'plat_catalog'

/**
 * Part of each transaction that changes answers or data that nodes keep in memory. It notifies the nodes, and they
 * switch to the new state.
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
