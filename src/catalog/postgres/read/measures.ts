import { oncePer } from '../../../kit/base/once-per.ts'
import { isPlaceOf, LAYER } from '../../../model/layer.ts'
import { leastStored } from '../../../model/searchable.ts'
import type { SearchedNoun } from '../../../model/searched.ts'
import { mostPlaces } from '../../facts/most-places.ts'
import { type Amount, type Figures, MAX_PARTS, type Measurement } from '../../ports/measures.ts'
import type { Measure, Query } from '../../ports/query.ts'
import { quoted, regionCode } from '../tables/columns.ts'
import { allHold, type Bind, condition, type Dialect, FALSE, type SqlNoun, TRUE } from './conditions.ts'

type AnyMeasure = Measure<SearchedNoun>
type AnyAmount = Amount<SearchedNoun>

/** The compiled parts of a query. */
interface QuerySql {
  readonly table: string
  readonly conditions: readonly string[]
  readonly bind: Bind
  readonly dialect: Dialect
}

/** The parts of a statement that computes measures for a page. */
interface MeasuringSql {
  /**
   * The table expression `hits`, evaluated once for the page and all measures. It contains rows that satisfy all
   * conditions that no measure ignores, and the results of the other conditions.
   */
  readonly hits: string
  /** SQL for the rows of `hits` that match the whole query. */
  readonly source: string
  /** SQL for the results of all measures, as one JSON value. */
  readonly measured: string
}

export function measuringSql(
  query: Query<SearchedNoun>,
  { table, conditions, bind, dialect }: QuerySql,
  noun: SqlNoun,
): MeasuringSql {
  const { measures = [], where } = query
  const ignored = new Set(measures.flatMap(({ ignores }) => ignores))
  const fixed = conditions.filter((_, i) => !ignored.has(i))
  const ofEachRow = where.flatMap((_, i) => (ignored.has(i) ? `, (${conditions[i]}) IS TRUE AS h${i}` : []))
  const holding = (besides: readonly number[]) =>
    allHold([...ignored].filter((i) => !besides.includes(i)).map((i) => `h${i}`))
  const measureQueries = measures.map((measure) =>
    new MeasureSql(query, dialect, noun, bind, table).of(measure, holding(measure.ignores)),
  )
  return {
    hits: `hits AS MATERIALIZED (SELECT *${ofEachRow.join('')} FROM ${table} WHERE ${allHold(fixed)})`,
    source: `FROM hits WHERE ${holding([])}`,
    measured: `(SELECT to_json(ARRAY[${measureQueries.map((each) => `(${each})`).join(', ')}]::json[]))`,
  }
}

/** Writes each measure as a query over `hits`. The query returns one JSON value. */
class MeasureSql {
  readonly #isGrouped: boolean
  readonly #dialect: Dialect
  readonly #noun: SqlNoun
  readonly #bind: Bind
  readonly #table: string

  constructor(query: Query<SearchedNoun>, dialect: Dialect, noun: SqlNoun, bind: Bind, table: string) {
    this.#isGrouped = query.grouped
    this.#dialect = dialect
    this.#noun = noun
    this.#bind = bind
    this.#table = table
  }

  of(measure: AnyMeasure, where: string): string {
    const hits = `FROM hits WHERE ${where}`
    switch (measure.kind) {
      case 'choices': {
        const counts = measure.choices.map((nodes) =>
          this.#results(
            allHold(nodes.map((node) => condition(node, this.#table, this.#dialect, this.#bind, this.#noun))),
          ),
        )
        return `SELECT to_json(ARRAY[${counts.join(', ')}]::int8[]) ${hits}`
      }
      case 'places':
        return placesSql(
          `SELECT code, ${this.#results()} AS n FROM (${this.#withPlaces(measure.type, where)}) placed
          WHERE code IS NOT NULL GROUP BY code`,
          measure,
        )
      case 'classes': {
        const bounds = measure.from.map((bound) => leastStored(bound, measure.amount.scale))
        const list = `CAST(${this.#bind(bounds)} AS float8[])`
        return pairs(`SELECT code, ${this.#results()} AS n
          FROM (SELECT *, width_bucket(${this.#parts(measure.amount)}, ${list}) - 1 AS code ${hits}) classed
          WHERE code >= 0 GROUP BY code`)
      }
      case 'figures': {
        const shares = `CAST(${this.#bind(measure.quantiles)} AS float8[])`
        return `SELECT json_build_object('count', count(parts), 'missing', count(*) - count(parts),
          'sum', coalesce(sum(parts), 0), 'min', min(parts), 'max', max(parts),
          'quantiles', percentile_disc(${shares}) WITHIN GROUP (ORDER BY parts))
          FROM (SELECT ${this.#parts(measure.amount)} AS parts ${hits}) amounts`
      }
      case 'groups': {
        const { amount, by } = measure
        const rows =
          'type' in by
            ? this.#withPlaces(by.type, where)
            : `SELECT *, to_char(DATE '1970-01-01' + ${quoted(by.month)}, 'YYYY-MM') AS code ${hits}`
        return `SELECT coalesce(json_agg(json_build_array(code, n, total, middle)), '[]')
          FROM (SELECT code, count(*) AS n, sum(parts) AS total,
            percentile_disc(0.5) WITHIN GROUP (ORDER BY parts) AS middle
            FROM (SELECT code, ${this.#parts(amount)} AS parts FROM (${rows}) kept) amounts
            WHERE code IS NOT NULL AND parts IS NOT NULL GROUP BY code) grouped`
      }
    }
  }

  /**
   * Returns SQL that counts the results among rows that satisfy a condition. A building counts once, however many of
   * its units match.
   */
  #results(where = TRUE): string {
    if (where === FALSE) return 'count(*) FILTER (WHERE FALSE)' // a plain 0 would be returned once per row
    const holding = (more: string) =>
      allHold([where, more]) === TRUE ? '' : ` FILTER (WHERE ${allHold([where, more])})`
    if (!this.#isGrouped) return `count(*)${holding(TRUE)}`
    return `count(*)${holding('building IS NULL')} + count(DISTINCT building)${holding(TRUE)}`
  }

  /**
   * Returns SQL for each row with the codes of its places of a type. If the codes are in an array, places of other
   * types are included.
   */
  #withPlaces(type: string, where: string): string {
    const { column, list } = this.#noun.places(type)
    return list === undefined
      ? `SELECT *, ${column} AS code FROM hits WHERE ${where}`
      : `SELECT hits.*, code FROM hits, unnest(${list}) AS code WHERE ${where}`
  }

  /**
   * SQL for an amount as an integer number of parts; NULL if the amount is unknown. Divides in the same order as the
   * engine, so that no digit differs.
   */
  #parts({ column, per, day, scale }: AnyAmount): string {
    const inUnit = (name: string) => {
      const { scale: own = 1 } = this.#noun.columns[name] ?? {}
      return own === 1 ? `CAST(${quoted(name)} AS float8)` : `${quoted(name)} / CAST(${own} AS float8)`
    }
    const plain = per === undefined ? inUnit(column) : `${inUnit(column)} / nullif(${inUnit(per)}, 0)`
    const amount = day === undefined ? `(${plain})` : `(${this.#bind(day)}::float8 - ${plain})`
    const [parts, most] = [`CAST(${scale} AS float8)`, `CAST(${MAX_PARTS / scale} AS float8)`]
    return `(CASE WHEN abs(${amount}) < ${most} THEN floor(${amount} * ${parts} + 0.5) END)`
  }
}

/**
 * For regions, returns codes that the program translates, because regions are few. For layer features, which may be
 * millions, the database finds the ids.
 */
function placesSql(counts: string, { type, most }: Extract<AnyMeasure, { readonly kind: 'places' }>): string {
  if (type !== LAYER) return pairs(counts)
  return `SELECT json_build_array(
      coalesce(json_agg(json_build_array(id, n) ORDER BY nth) FILTER (WHERE nth <= ${most}), '[]'), count(*))
    FROM (SELECT id, n, row_number() OVER (ORDER BY n DESC, id) AS nth
      FROM (${counts}) counted JOIN catalog.shape ON catalog.feature_code(id) = code
      WHERE substr(id, strpos(id, '/') + 1, 1) <> '=') ranked`
}

function pairs(query: string): string {
  return `SELECT coalesce(json_agg(json_build_array(code, n)), '[]') FROM (${query}) counted`
}

/** The JSON value of `measured`, with one element per measure. */
export type MeasuredJson = readonly unknown[]

interface Keyed {
  readonly key: string
}

const keysOf = oncePer((places: readonly Keyed[]) => new Map(places.map(({ key }) => [regionCode(key), key])))

/**
 * Returns the results of a query's measures, which are in the first row of its page. Leaves out places that no longer
 * exist.
 */
export function measuredOf<N extends SearchedNoun>(
  { measures }: Query<N>,
  first: { readonly measured?: MeasuredJson | null } | undefined,
  places: readonly Keyed[],
): { readonly measured?: readonly Measurement[] } {
  if (measures === undefined) return {}
  const keys = keysOf(places)
  const allMeasures = measures as readonly AnyMeasure[] // all measures are for the same record type
  return {
    measured: allMeasures.map((measure, i) => measuredAs(measure, first?.measured?.[i], (code) => keys.get(code))),
  }
}

type Pairs = readonly (readonly [code: number, count: number])[]
type Groups = readonly (readonly [code: number | string, count: number, sum: number, median: number])[]

/** Reads one element of the JSON value that `MeasureSql` wrote. */
function measuredAs(measure: AnyMeasure, json: unknown, keyOf: (code: number) => string | undefined): Measurement {
  switch (measure.kind) {
    case 'choices':
      return { kind: 'choices', results: json as readonly number[] }
    case 'places': {
      const { type, most } = measure
      if (type === LAYER) {
        const [features, count] = json as readonly [readonly (readonly [id: string, count: number])[], number]
        const places = features.map(([id, results]) => ({ key: `${LAYER}/${id}`, results }))
        return { kind: 'places', places, others: count - places.length }
      }
      const placed = (json as Pairs).map(([code, results]) => ({ key: keyOf(code) ?? '', results }))
      return mostPlaces(
        placed.filter(({ key }) => isPlaceOf(type, key)),
        most,
      )
    }
    case 'classes': {
      const counts = new Map(json as Pairs)
      return { kind: 'classes', results: measure.from.map((_, i) => counts.get(i) ?? 0) }
    }
    case 'figures':
      return { kind: 'figures', figures: figuresIn(json as FiguresJson, measure.amount.scale) }
    case 'groups': {
      const { by, least, amount } = measure
      const all = (json as Groups).flatMap(([code, count, sum, median]) => {
        const key = 'type' in by ? keyOf(Number(code)) : String(code)
        const isOfType = key !== undefined && (!('type' in by) || key.startsWith(`${by.type}/`))
        return isOfType ? [{ key, count, sum: sum / amount.scale, median: median / amount.scale }] : []
      })
      const groups = all.filter(({ count }) => count >= least).sort(byKey)
      return { kind: 'groups', groups, smaller: all.length - groups.length }
    }
  }
}

interface FiguresJson {
  readonly count: number
  readonly missing: number
  readonly sum: number
  readonly min: number | null
  readonly max: number | null
  readonly quantiles: readonly number[] | null
}

function figuresIn({ count, missing, sum, min, max, quantiles }: FiguresJson, scale: number): Figures {
  return {
    count,
    missing,
    sum: sum / scale,
    min: min === null ? undefined : min / scale,
    max: max === null ? undefined : max / scale,
    quantiles: count === 0 ? [] : (quantiles ?? []).map((parts) => parts / scale),
  }
}

function byKey(one: { readonly key: string }, other: { readonly key: string }): number {
  return one.key < other.key ? -1 : 1
}
