import { type Fields, known, listAt, numberAt, textAt } from './json.ts'

/** Returns the first value with its source, and the first range with its source. */
export function firstValue(valuation: unknown): Fields {
  const values = listAt(valuation, 'values')
  const ranged = values.find((each) => rangeOf(each).length > 0)
  return known({
    value: numberAt(values[0], 'value'),
    value_by: textAt(values[0], 'source'),
    value_range: rangeOf(ranged),
    range_by: textAt(ranged, 'source'),
  })
}

/**
 * Returns the value in a home's document, with source and range. A document never has a value from comparable sales.
 */
export function valueInDocument(home: Fields): Fields {
  const [value, source] = [numberAt(home, 'zestimate'), textAt(home, 'valueSource', 'source')]
  const [low, high] = ['low80', 'high80'].map((end) => numberAt(home, 'valueSource', 'estimate', end))
  const end = (name: string, sign: 1 | -1) => {
    const percent = textAt(home, name)
    return value === null || percent === null ? null : Math.round(value * (1 + (sign * Number(percent)) / 100))
  }
  const ends = {
    low: low ?? end('zestimateLowPercent', -1),
    high: high ?? end('zestimateHighPercent', 1),
  }
  return firstValue({ values: [{ value, source, ...ends }] })
}

export function rangeOf(value: unknown): readonly number[] {
  const [low, high] = [numberAt(value, 'low'), numberAt(value, 'high')]
  return low === null || high === null ? [] : [low, high]
}

/** Returns all values of a valuation, one row per source. */
export function valueRows(valuation: unknown): readonly Fields[] {
  return listAt(valuation, 'values').map((each) => ({
    by: textAt(each, 'source'),
    kind: textAt(each, 'kind'),
    value: numberAt(each, 'value'),
    low: numberAt(each, 'low'),
    high: numberAt(each, 'high'),
  }))
}
